// Takes a seller's price changes: checks them, stores them in the journal as a whole, and waits until they are made.

import { createHash } from 'node:crypto';
import type { BulkPriceResult, PriceChange } from '#contract/listings/prices.ts';
import { onHoldMessage } from '#domain/bot/hold.ts';
import { Failure, type FailureCode, failureCodes } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { isLargeChange, isPriceChanged } from '#domain/prices/price-change.ts';
import {
  type BatchRow,
  type CurrentPrice,
  countWritesSince,
  findBatchByKey,
  findCurrentPrices,
  findWrites,
  insertBatch,
  insertWrites,
  isBatchOpen,
  lockPrices,
} from './journal/batch-store.ts';
import {
  largeChangeField,
  largeChangeMessage,
  priceChangedField,
  priceChangedMessage,
  priceMessages,
  writeMessages,
} from './journal/price-messages.ts';
import { toResult, undosOf } from './prices-to-dto.ts';
import { finishBatch, quietMs } from './run-prices.ts';
import type { PriceWork } from './settle-write.ts';

/** `expectedPrice`: what the seller was shown. */
type Update = { listingId: string; newPrice: number; expectedPrice?: number | undefined };

type Plan = {
  userId: string;
  source: BatchRow['source'];
  updates: readonly Update[];
  confirmedLarge: boolean;
  key: string | null;
};

/** The id of a batch that was never stored, because none of its listings exists. */
const noBatchId = '0';

/**
 * Changes one price. Throws `not_found`, `price_changed`, `large_change`, `closet_not_connected`, `on_hold`, and the reason if it
 * was not changed.
 */
export async function setPrice(
  work: PriceWork,
  userId: string,
  listingId: string,
  given: {
    price: number;
    expectedPrice?: number | undefined;
    confirmLargeChanges?: boolean | undefined;
    source?: 'manual' | 'analysis' | undefined;
  },
): Promise<PriceChange> {
  const { price, expectedPrice, confirmLargeChanges = false, source = 'manual' } = given;
  const updates = [{ listingId, newPrice: price, expectedPrice }];
  const [own] = (await findOwn(work.database, userId, updates)).values();
  if (own === undefined) throw new Failure('not_found', priceMessages.notFound);
  await refuseUnready(work, userId);
  const result = await apply(work, { userId, source, updates, confirmedLarge: confirmLargeChanges, key: null });
  const [updated] = result.updated;
  if (updated !== undefined) return { oldPrice: updated.oldPrice, newPrice: updated.newPrice };
  const [failed] = result.failed;
  throw new Failure(failureCodeOf(failed?.error), failed?.message ?? writeMessages.unknown);
}

/**
 * Changes up to 100 prices, and resolves when the last one has ended. Throws before the first is sent: `invalid_input`,
 * `price_changed`, `large_change`, `closet_not_connected`, `human_check_required`, `on_hold`, `idempotency_mismatch`,
 * `in_progress`.
 */
export async function updatePrices(
  work: PriceWork,
  userId: string,
  given: {
    updates: readonly { listingId: string; newPrice: number }[];
    /** What the seller was shown, by listing. */
    expectedPrices?: Readonly<Record<string, number>> | undefined;
    confirmLargeChanges?: boolean | undefined;
    key: string | null;
  },
): Promise<BulkPriceResult> {
  const { updates: asked, expectedPrices = {}, confirmLargeChanges = false, key } = given;
  refuseTwice(asked);
  const expected = new Map(Object.entries(expectedPrices));
  const updates = asked.map((update) => ({ ...update, expectedPrice: expected.get(update.listingId) }));
  // A repeated request gets the stored result, even while the closet is not linked.
  const isKnown = key !== null && (await findBatchByKey(work.database, userId, key)) !== null;
  if (!isKnown) await refuseUnready(work, userId);
  return apply(work, { userId, source: 'optimizer', updates, confirmedLarge: confirmLargeChanges, key });
}

/** A problem that would fail every listing is reported once, and nothing is stored. */
export async function refuseUnready(work: PriceWork, userId: string): Promise<void> {
  const { closet } = work;
  refuseHeld(work);
  await closet.refuseUnlinked(userId);
  const kind = await closet.whyNoWrites(userId);
  if (kind !== null) throw await closet.failureOf(userId, { kind, message: '' });
}

export function refuseHeld({ clock, hold }: PriceWork): void {
  const present = hold.find();
  if (present !== null) throw new Failure('on_hold', onHoldMessage('Price changes are', present, clock.now()));
}

async function apply(work: PriceWork, plan: Plan): Promise<BulkPriceResult> {
  const { batchId, isNew } = await storeBatch(work, plan);
  if (isNew) await finishBatch(work, plan.userId, batchId);
  const askedIds = plan.updates.map(({ listingId }) => listingId);
  return toResult(batchId, await findWrites(work.database, plan.userId, batchId), askedIds);
}

/** Stores the batch to wait for. If it already exists, only its result is returned. */
function storeBatch({ database, clock, queue }: PriceWork, plan: Plan): Promise<{ batchId: string; isNew: boolean }> {
  return database.transaction(async (tx) => {
    const { userId, key, updates } = plan;
    const bodyHash = hashOf(plan);
    await lockPrices(tx, userId);
    const known = key === null ? null : await findBatchByKey(tx, userId, key);
    if (known !== null) {
      if (known.bodyHash !== bodyHash) throw new Failure('idempotency_mismatch', priceMessages.keyMismatch);
      if (await isBatchOpen(tx, userId, known.id)) throw new Failure('in_progress', priceMessages.keyRunning);
      return { batchId: known.id, isNew: false };
    }
    const listings = await findOwn(tx, userId, updates);
    refuseChangedPrices(updates, listings);
    if (!plan.confirmedLarge) refuseLargeChanges(updates, listings);
    const now = clock.now();
    const writes = updates.flatMap(({ listingId, newPrice, expectedPrice = null }) => {
      const listing = listings.get(listingId);
      return listing ? [{ askedId: listingId, listingId: listing.id, newPrice, expectedPrice, undoes: null }] : [];
    });
    // Ids of listings that the seller doesn't have are not stored, because anybody can make up any number of them.
    if (writes.length === 0) return { batchId: noBatchId, isNew: false };
    await refuseManyChanges(tx, { userId, more: writes.length, most: mostChangesADay, now });
    const batchId = await insertBatch(tx, { ...plan, bodyHash, now });
    await insertWrites(tx, { userId, batchId, writes, now });
    // If this process ends before the last write, another one continues with the remaining writes.
    await queue.put('listings.prices', { userId }, { key: userId, delayMs: quietMs, tx });
    return { batchId, isNew: true };
  });
}

async function findOwn(db: Queryable, userId: string, updates: readonly Update[]): Promise<Map<string, CurrentPrice>> {
  const ids = updates.map(({ listingId }) => listingId).filter(isId);
  const found = await findCurrentPrices(db, userId, ids);
  return new Map(found.map((listing) => [listing.id, listing]));
}

/** By the prices that Hangtag knows. Those at the marketplace are compared when each listing is read before its write. */
function refuseChangedPrices(updates: readonly Update[], listings: Map<string, CurrentPrice>): void {
  const changed = updates.flatMap(({ listingId, newPrice, expectedPrice = null }) => {
    const listing = listings.get(listingId);
    return listing?.price != null &&
      expectedPrice !== null &&
      isPriceChanged({ expectedPrice, newPrice }, listing.price)
      ? [{ listing, price: listing.price, expectedPrice }]
      : [];
  });
  if (changed.length === 0) return;
  throw new Failure('price_changed', priceChangedMessage(changed), {
    fields: Object.fromEntries(changed.map((change) => [change.listing.id, priceChangedField(change)])),
  });
}

function refuseLargeChanges(updates: readonly Update[], listings: Map<string, CurrentPrice>): void {
  const large = updates.flatMap(({ listingId, newPrice: to }) => {
    const listing = listings.get(listingId);
    return listing?.price != null && isLargeChange(listing.price, to) ? [{ listing, from: listing.price, to }] : [];
  });
  if (large.length === 0) return;
  throw new Failure('large_change', largeChangeMessage(large), {
    fields: Object.fromEntries(large.map((change) => [change.listing.id, largeChangeField(change)])),
  });
}

function refuseTwice(updates: readonly Update[]): void {
  const ids = updates.map(({ listingId }) => listingId);
  const again = ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []));
  if (again.length === 0) return;
  throw new Failure('invalid_input', priceMessages.twice, {
    fields: Object.fromEntries(again.map((index) => [`updates.${index}.listingId`, priceMessages.twice])),
  });
}

const hashOf = ({ updates, confirmedLarge }: Plan): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        updates.map(({ listingId, newPrice, expectedPrice }) => [listingId, newPrice, expectedPrice]),
        confirmedLarge,
      ]),
    )
    .digest('base64url');

/** Turns the message of a write in a batch into the failure of a single call. */
const inOneCall: Record<string, FailureCode> = {
  outcome_unknown: 'marketplace_unavailable',
  interrupted: 'marketplace_unavailable',
  changed_elsewhere: 'marketplace_refused',
  browser_asks: 'marketplace_refused',
};
function failureCodeOf(error: string | undefined): FailureCode {
  const known = failureCodes.find((code) => code === error);
  return known ?? inOneCall[error ?? ''] ?? 'marketplace_unavailable';
}

/** Each change is a row of the journal and two calls of the marketplace. */
export const mostChangesADay = 3_000;
/** What was changed can always be undone on the same day. */
export const mostWithUndos = 2 * mostChangesADay;

const dayMs = 86_400_000;

/** Throws `too_many_requests`. Call it under the seller's lock. */
export async function refuseManyChanges(
  tx: Queryable,
  { userId, more, most, now }: { userId: string; more: number; most: number; now: Instant },
): Promise<void> {
  if ((await countWritesSince(tx, userId, now - dayMs)) + more <= most) return;
  throw new Failure(
    'too_many_requests',
    `Hangtag changes at most ${most.toLocaleString('en-US')} prices a day${most === mostWithUndos ? ', undos included' : ''}. Try again tomorrow.`,
    { retryAfterMs: 3_600_000 },
  );
}

/** Whole dollars. A drop is made only while the listing still has its `price`. */
type Drop = { listingId: string; price: number; newPrice: number };

/**
 * As a new batch, or as more of one. Resolves to the batch's id, or to null if its seller has stopped or undone it in the meantime.
 * `isQuiet`: no device is notified of its end. Throws `too_many_requests`.
 */
export async function addDrops(
  { clock, queue }: PriceWork,
  tx: Queryable,
  given: { userId: string; batchId: string | null; drops: readonly Drop[]; isQuiet: boolean },
): Promise<string | null> {
  const { userId, batchId: known, drops, isQuiet } = given;
  await lockPrices(tx, userId);
  const earlier = known === null ? [] : await findWrites(tx, userId, known);
  if (undosOf(earlier).length > 0 || earlier.some(({ error }) => error === 'stopped')) return null;
  const now = clock.now();
  await refuseManyChanges(tx, { userId, more: drops.length, most: mostChangesADay, now });
  const batch = { userId, source: 'drop', confirmedLarge: false, key: null, bodyHash: null, isQuiet, now } as const;
  const batchId = known ?? (await insertBatch(tx, batch));
  const writes = drops.map(({ listingId, price, newPrice }) => ({
    ...{ askedId: listingId, listingId, newPrice, expectedPrice: price, undoes: null },
  }));
  await insertWrites(tx, { userId, batchId, writes, now });
  await queue.put('listings.prices', { userId }, { key: userId, tx });
  return batchId;
}
