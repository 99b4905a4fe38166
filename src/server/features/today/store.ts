// The SQL of what sellers have put off.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

export async function findSnoozed(db: Queryable, userId: string, now: Instant): Promise<Set<string>> {
  const { rows } = await db.query<{ kind: string }>(
    `select kind from snoozes where user_id = $1 and until > ${at(2)}`,
    [userId, now],
  );
  return new Set(rows.map(({ kind }) => kind));
}

export async function saveSnooze(
  db: Queryable,
  userId: string,
  { kind, until }: { kind: string; until: Instant | 'forever' },
): Promise<void> {
  await db.query(
    `insert into snoozes (user_id, kind, until) values ($1, $2, coalesce(${at(3)}, 'infinity'))
     on conflict (user_id, kind) do update set until = excluded.until`,
    [userId, kind, until === 'forever' ? null : until],
  );
}

export async function endSnooze(db: Queryable, userId: string, kind: string): Promise<void> {
  await db.query('delete from snoozes where user_id = $1 and kind = $2', [userId, kind]);
}
