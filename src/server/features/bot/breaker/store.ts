// The SQL of a marketplace's refusals, and of the hold that many of them cause.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

/** Keeps a seller's newest refusal, and forgets what is too old to count. Resolves to how many sellers were refused since. */
export async function saveRefusal(
  tx: Queryable,
  { practice, userId, now, since }: { practice: boolean; userId: string; now: Instant; since: Instant },
): Promise<number> {
  await tx.query(
    `insert into marketplace_refusals (practice, user_id, at) values ($1, $2, ${at(3)})
     on conflict (practice, user_id) do update set at = excluded.at`,
    [practice, userId, now],
  );
  await tx.query(`delete from marketplace_refusals where practice = $1 and at <= ${at(2)}`, [practice, since]);
  const { rows } = await tx.query<{ sellers: number }>(
    `select count(*)::int as sellers from marketplace_refusals where practice = $1 and at > ${at(2)}`,
    [practice, since],
  );
  return rows[0]?.sellers ?? 0;
}

/** Resolves to false if the marketplace is held already. */
export async function saveHold(
  tx: Queryable,
  { practice, until, now }: { practice: boolean; until: Instant; now: Instant },
): Promise<boolean> {
  const { count } = await tx.query(
    `insert into marketplace_breakers (practice, held_until) values ($1, ${at(2)})
     on conflict (practice) do update set held_until = excluded.held_until
     where marketplace_breakers.held_until <= ${at(3)}`,
    [practice, until, now],
  );
  // After the hold, counting starts at zero. Otherwise the same refusals would hold the bots again.
  if (count > 0) await tx.query('delete from marketplace_refusals where practice = $1', [practice]);
  return count > 0;
}

export async function findHolds(db: Queryable, now: Instant): Promise<{ practice: boolean; until: Instant }[]> {
  const { rows } = await db.query<{ practice: boolean; until: Instant }>(
    `select practice, held_until as until from marketplace_breakers where held_until > ${at(1)}`,
    [now],
  );
  return rows;
}
