// The SQL of the operator page's sessions.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../sql.ts';

export async function insertSession(db: Queryable, hash: string, expiresAt: Instant): Promise<void> {
  await db.query(`insert into operator_sessions (token_hash, expires_at) values ($1, ${at(2)})`, [hash, expiresAt]);
}

export async function findSession(db: Queryable, hash: string, now: Instant): Promise<Instant | null> {
  const { rows } = await db.query<{ expiresAt: Instant }>(
    `select expires_at as "expiresAt" from operator_sessions where token_hash = $1 and expires_at > ${at(2)}`,
    [hash, now],
  );
  return rows[0]?.expiresAt ?? null;
}

export async function removeSession(db: Queryable, hash: string): Promise<void> {
  await db.query('delete from operator_sessions where token_hash = $1', [hash]);
}

export async function dropEndedSessions(db: Queryable, now: Instant): Promise<void> {
  await db.query(`delete from operator_sessions where expires_at <= ${at(1)}`, [now]);
}
