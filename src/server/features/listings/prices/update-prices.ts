// Accepts price changes: checks them and stores them in the journal.

import { createHash } from 'node:crypto';
import type { BulkPriceResult, PriceChange } from '#contract/listings/prices.ts';
import { Failure, type FailureCode, failureCodes } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { isLargeChange, isPriceChanged } from '#domain/prices/price-change.ts';
import { type PriceTools, quietMs } from './apply-prices.ts';
import { mostChangesADay, refuseManyChanges } from './changes-per-day.ts';
import { type CurrentPrice, findCurrentPrices } from './history/store.ts';
import {
  type BatchRow,
  findBatchByKey,
  findWrites,
  insertBatch,
  insertWrites,
  isBatchOpen,
  lockPrices,
} from './journal/batch-store.ts';
import { writeMessages } from './journal/write-messages.ts';
import {
  largeChangeField,
  largeChangeMessage,
  priceChangedField,
  priceChangedMessage,
  priceMessages,
} from './price-messages.ts';
import type { PriceRunner } from './price-runner.ts';
import { toResult } from './prices-to-dto.ts';

/** `expectedPrice`: what the seller was shown. */
type Update = { listingId: string; newPrice: number; expectedPrice?: number | undefined };

export type PriceUpdates = {
  /**
   * Changes one price. Throws `not_found`, `price_changed`, `large_change`, `closet_not_connected`, `on_hold`, and the reason if it
   * was not changed.
   */
  setPrice(
    userId: string,
    listingId: string,
    ask: {
      price: number;
      expectedPrice?: number | undefined;
      confirmLargeChanges?: boolean | undefined;
      source?: 'manual' | 'analysis' | undefined;
    },
  ): Promise<PriceChange>;
  /**
   * Changes up to 100 prices, and resolves when the last one has ended. Throws before the first is sent: `invalid_input`,
   * `price_changed`, `large_change`, `closet_not_connected`, `human_check_required`, `on_hold`, `idempotency_mismatch`,
   * `in_progress`.
   */
  updatePrices(
    userId: string,
    ask: {
      updates: readonly { listingId: string; newPrice: number }[];
      /** What the seller was shown, by listing. */
      expectedPrices?: Readonly<Record<string, number>> | undefined;
      confirmLargeChanges?: boolean | undefined;
      key: string | null;
    },
  ): Promise<BulkPriceResult>;
};

type Plan = {
  userId: string;
  source: BatchRow['source'];
  updates: readonly Update[];
  confirmedLarge: boolean;
  key: string | null;
};

/** The id of a batch that was never stored, because none of its listings exists. */
const noBatchId = '0';

/** A seller's price changes: stored as a whole, then made one after another. */
export function createPriceUpdates({
  database,
  clock,
  closet,
  queue,
  runner,
  refuseHeld,
}: {
  database: Database;
  clock: Clock;
  closet: PriceTools['closet'];
  queue: Pick<Queue, 'put'>;
  runner: PriceRunner;
  /** Throws `on_hold`. */
  refuseHeld: () => void;
}): PriceUpdates {
  /** A problem that would fail every listing is reported once, and nothing is stored. */
  async function refuseUnready(userId: string): Promise<void> {
    refuseHeld();
    await closet.refuseUnlinked(userId);
    const kind = await closet.whyNoWrites(userId);
    if (kind !== null) throw await closet.failureOf(userId, { kind, message: '' });
  }

  async function apply(plan: Plan): Promise<BulkPriceResult> {
    const { batchId, isNew } = await storeBatch({ database, clock, queue }, plan);
    if (isNew) await runner.finish(plan.userId, batchId);
    const askedIds = plan.updates.map(({ listingId }) => listingId);
    return toResult(batchId, await findWrites(database, plan.userId, batchId), askedIds);
  }

  return {
    async setPrice(userId, listingId, { price, expectedPrice, confirmLargeChanges = false, source = 'manual' }) {
      const updates = [{ listingId, newPrice: price, expectedPrice }];
      const [own] = await findOwn(database, userId, updates).then((found) => found.values());
      if (own === undefined) throw new Failure('not_found', priceMessages.notFound);
      await refuseUnready(userId);
      const result = await apply({ userId, source, updates, confirmedLarge: confirmLargeChanges, key: null });
      const [updated] = result.updated;
      if (updated !== undefined) return { oldPrice: updated.oldPrice, newPrice: updated.newPrice };
      const [failed] = result.failed;
      throw new Failure(failureCodeOf(failed?.error), failed?.message ?? writeMessages.unknown);
    },

    async updatePrices(userId, { updates: asked, expectedPrices = {}, confirmLargeChanges = false, key }) {
      refuseTwice(asked);
      const expected = new Map(Object.entries(expectedPrices));
      const updates = asked.map((update) => ({ ...update, expectedPrice: expected.get(update.listingId) }));
      // A repeated request gets the stored result, even while the closet is not linked.
      const plan: Plan = { userId, source: 'optimizer', updates, confirmedLarge: confirmLargeChanges, key };
      if (key === null || (await findBatchByKey(database, userId, key)) === null) await refuseUnready(userId);
      return apply(plan);
    },
  };
}

type Journal = { database: Database; clock: Clock; queue: Pick<Queue, 'put'> };

/** Stores the batch to wait for. If it already exists, only its result is returned. */
function storeBatch({ database, clock, queue }: Journal, plan: Plan): Promise<{ batchId: string; isNew: boolean }> {
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
