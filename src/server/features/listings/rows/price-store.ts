// Makes the price that a listing has at the marketplace ours.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

/** If it is not the one we knew, it was changed there, and the history says so. */
export async function saveSeenPrice(
  tx: Queryable,
  seen: { userId: string; listingId: string; price: number; currency: string; now: Instant },
): Promise<void> {
  await tx.query(
    `insert into price_changes (user_id, listing_id, at, old_price, new_price, source)
     select $1, id, ${at(4)}, price, $3, 'marketplace' from listings
     where user_id = $1 and id = $2 and price <> $3 for update`,
    [seen.userId, seen.listingId, seen.price, seen.now],
  );
  await tx.query(
    `update listings set price = $3, currency = $4
     where user_id = $1 and id = $2 and (price, currency) is distinct from ($3, $4)`,
    [seen.userId, seen.listingId, seen.price, seen.currency],
  );
}
