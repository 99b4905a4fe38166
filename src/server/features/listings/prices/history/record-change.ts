// Records a price change that Hangtag made: the listing's price, its history, and the activity log. One whose outcome was unknown is
// recorded once the marketplace shows it.

import { type Currency, fromDollars, inDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { inFlightMs } from '#domain/prices/price-change.ts';
import type { ListingsNeeds } from '../../needs/needs.ts';
import type { BatchRow } from '../journal/batch-store.ts';
import { writeMessages } from '../journal/price-messages.ts';
import { resolveUnknown } from '../journal/write-store.ts';
import { saveOwnPrice } from './store.ts';

/** A price that Hangtag wrote and the marketplace shows, with the price before it. Whole dollars. */
type MadeChange = {
  userId: string;
  listingId: string;
  batchId: string;
  title: string;
  currency: Currency;
  oldPrice: number;
  newPrice: number;
  source: BatchRow['source'];
  isUndo: boolean;
};

/** Runs in the transaction that settles the write: price, history, and log entry belong together. */
export async function recordChange(
  tx: Queryable,
  { change, activity, now }: { change: MadeChange; activity: ListingsNeeds['activity']; now: Instant },
): Promise<void> {
  const { userId, listingId, batchId, oldPrice, newPrice, isUndo } = change;
  if (oldPrice === newPrice) return;
  const source = isUndo ? 'undo' : change.source;
  await saveOwnPrice(tx, { userId, listingId, price: newPrice, oldPrice, source, batchId, now });
  const details = changeLine(change, oldPrice, newPrice);
  const action = isUndo ? 'PRICE_REVERTED' : 'PRICE_UPDATE';
  await activity.record(tx, { userId, action, details, listingId, at: now });
}

/** The line in the activity log. */
export const changeLine = (
  { title, currency }: { title: string; currency?: Currency },
  from: number,
  to: number,
): string => `${title}: ${inDollars(fromDollars(from), currency)} to ${inDollars(fromDollars(to), currency)}`;

/**
 * Resolves writes of unknown outcome by the prices that the marketplace showed at `readAt`. Runs before these prices are
 * compared with ours, so that a change of ours is not recorded as one made at the marketplace. Returns how many it resolved.
 */
export async function resolveWrites(
  tx: Queryable,
  given: {
    userId: string;
    seen: readonly { poshmark_id: string; price: number | null }[];
    activity: ListingsNeeds['activity'];
    /** When reading the prices began. */
    readAt: Instant;
    now: Instant;
  },
): Promise<number> {
  const { userId, seen, activity, readAt, now } = given;
  const resolved = await resolveUnknown(tx, {
    userId,
    seen: seen.map(({ poshmark_id, price }) => ({ poshmark_id, price })),
    sentBefore: readAt - inFlightMs,
    message: writeMessages.notMade,
    now,
  });
  for (const change of resolved)
    if (change.state === 'updated') await recordChange(tx, { change: { userId, ...change }, activity, now });
  return resolved.length;
}
