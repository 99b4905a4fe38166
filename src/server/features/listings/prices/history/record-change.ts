// Records a price change that Hangtag made: the listing's price, its history, and the activity log.

import type { ActivityAction } from '#domain/activity.ts';
import { type Currency, fromDollars, inDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { saveOwnPrice } from './store.ts';

/** The part of the activity log that this feature writes. */
export type PriceLog = {
  record(
    tx: Queryable,
    entry: { userId: string; action: ActivityAction; details: string; listingId: string; at: Instant },
  ): Promise<void>;
};

/** A price that Hangtag wrote and the marketplace shows, with the price before it. Whole dollars. */
type MadeChange = {
  userId: string;
  listingId: string;
  batchId: string;
  title: string;
  currency: Currency;
  oldPrice: number;
  newPrice: number;
  source: 'manual' | 'optimizer' | 'analysis';
  isUndo: boolean;
};

/** Runs in the transaction that settles the write: price, history, and log entry belong together. */
export async function recordChange(
  tx: Queryable,
  { change, activity, now }: { change: MadeChange; activity: PriceLog; now: Instant },
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
