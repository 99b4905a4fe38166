// The SQL for what a background sync found and no seller has read yet.

import { type Found, sumOf } from '#domain/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { toJson } from '../../sql-json.ts';

/** Adds what was found to what nobody was told since `since`. Runs while the row is locked. */
export async function keepUntold(
  tx: Queryable,
  userId: string,
  { found, at, since }: { found: Found; at: Instant; since: Instant },
): Promise<void> {
  const before = await takeUntold(tx, userId, since);
  await tx.query('update closets set untold_sync = $2::jsonb where user_id = $1', [
    userId,
    toJson({ ...(before === null ? found : sumOf(before, found)), at }),
  ]);
}

/** Resolves to what nobody was told since `since`, to one caller only; null if there is nothing. */
export async function takeUntold(db: Queryable, userId: string, since: Instant): Promise<Found | null> {
  const { rows } = await db.query<Found & { at: Instant }>(
    `with untold as (
       select user_id, untold_sync from closets where user_id = $1 and untold_sync is not null for no key update
     ), taken as (
       update closets c set untold_sync = null from untold where c.user_id = untold.user_id
     )
     select told.* from untold cross join jsonb_to_record(untold.untold_sync)
       as told(added int, updated int, sold int, removed int, at double precision)`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined || row.at <= since) return null;
  const { at: _, ...found } = row;
  return found;
}
