// Finds the outcome of price changes whose outcome was unknown, and takes over those that the marketplace shows.

import type { ActivityAction } from '#domain/activity.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { inFlightMs } from '#domain/price-change.ts';
import { resolveUnknown } from '../journal/write-store.ts';
import { changeLine, priceMessages } from '../price-messages.ts';
import { saveOwnPrice, saveSeenPrice } from '../store.ts';

/** The part of the activity log that this feature writes. */
export type PriceLog = {
  record(
    tx: Queryable,
    entry: { userId: string; action: ActivityAction; details: string; listingId: string; at: Instant },
  ): Promise<void>;
};

/** A price that the marketplace shows now, and the price that we set. */
type MadeChange = {
  userId: string;
  listingId: string;
  batchId: string;
  title: string;
  oldPrice: number;
  newPrice: number;
  source: 'manual' | 'optimizer' | 'analysis';
  isUndo: boolean;
};

/** Takes over a change of ours that the marketplace shows: price, history, and log entry, in one transaction. */
export async function takeOverChange(
  tx: Queryable,
  { change, activity, now }: { change: MadeChange; activity: PriceLog; now: Instant },
): Promise<void> {
  const { userId, listingId, batchId, oldPrice, newPrice, isUndo } = change;
  await saveSeenPrice(tx, { userId, listingId, price: oldPrice, now });
  if (oldPrice === newPrice) return;
  const source = isUndo ? 'undo' : change.source;
  await saveOwnPrice(tx, { userId, listingId, price: newPrice, oldPrice, source, batchId, now });
  const details = changeLine(change.title, oldPrice, newPrice);
  const action = isUndo ? 'PRICE_REVERTED' : 'PRICE_UPDATE';
  await activity.record(tx, { userId, action, details, listingId, at: now });
}

/**
 * Resolves changes of unknown outcome by the prices that the marketplace showed at `readAt`. Runs before these prices are
 * compared with ours, so that a change of ours is not recorded as one made at the marketplace. Returns how many it resolved.
 */
export async function resolvePrices(
  tx: Queryable,
  {
    userId,
    seen,
    activity,
    readAt,
    now,
  }: {
    userId: string;
    seen: readonly { poshmark_id: string; price: number | null }[];
    activity: PriceLog;
    /** When reading the prices began. */
    readAt: Instant;
    now: Instant;
  },
): Promise<number> {
  const resolved = await resolveUnknown(tx, {
    userId,
    seen: seen.map(({ poshmark_id, price }) => ({ poshmark_id, price })),
    sentBefore: readAt - inFlightMs,
    message: priceMessages.notMade,
    now,
  });
  for (const change of resolved)
    if (change.state === 'updated') await takeOverChange(tx, { change: { userId, ...change }, activity, now });
  return resolved.length;
}
