import type { ActivityAction } from '#domain/activity.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { changeLine, priceWords } from './price-messages.ts';
import { saveOwnPrice, saveSeenPrice } from './store.ts';
import { resolveUnknown } from './write-store.ts';

/** The part of the activity log that prices write. */
export type PriceLog = {
  record(
    tx: Queryable,
    entry: { userId: string; action: ActivityAction; details: string; listingId: string; at: Instant },
  ): Promise<void>;
};

/** A price that the marketplace shows now: what was made of it. */
export type MadeChange = {
  userId: string;
  listingId: string;
  batchId: string;
  title: string;
  oldPrice: number;
  newPrice: number;
  source: 'manual' | 'optimizer' | 'analysis';
  isUndo: boolean;
};

/** Takes over a change of ours that the marketplace shows: price, history and the line in the log, in one transaction. */
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
 * A sync tells what became of changes whose outcome nobody knew: those that are there are ours, and no change that was made
 * at the marketplace. Before its prices are compared with ours.
 */
export async function resolvePrices(
  tx: Queryable,
  {
    userId,
    seen,
    activity,
    now,
  }: {
    userId: string;
    seen: readonly { poshmark_id: string; price: number | null }[];
    activity: PriceLog;
    now: Instant;
  },
): Promise<void> {
  const told = seen.map(({ poshmark_id, price }) => ({ poshmark_id, price }));
  const resolved = await resolveUnknown(tx, { userId, seen: told, message: priceWords.notMade, now });
  for (const change of resolved)
    if (change.state === 'updated') await takeOverChange(tx, { change: { userId, ...change }, activity, now });
}
