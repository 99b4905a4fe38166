// SQL for when a closet's sales were read.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

type SaleReading = {
  readAt: Instant;
  /** When they were last read because a listing was sold. */
  followedAt: Instant | null;
};

/** null: the seller has never asked for it. */
export async function findReading(db: Queryable, userId: string): Promise<SaleReading | null> {
  const { rows } = await db.query<SaleReading>(
    'select read_at as "readAt", followed_at as "followedAt" from sale_readings where user_id = $1',
    [userId],
  );
  return rows[0] ?? null;
}

export async function saveReading(
  tx: Queryable,
  { userId, now, isAsked }: { userId: string; now: Instant; isAsked: boolean },
): Promise<void> {
  await tx.query(
    `insert into sale_readings as r (user_id, read_at, followed_at) values ($1, ${at(2)}, case when $3 then null else ${at(2)} end)
     on conflict (user_id) do update set read_at = excluded.read_at, followed_at = coalesce(excluded.followed_at, r.followed_at)`,
    [userId, now, isAsked],
  );
}
