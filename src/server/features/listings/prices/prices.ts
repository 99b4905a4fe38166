// The face of price changes: what other features and the app may call.

import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceBatch, PriceHistoryEntry } from '#contract/listings/prices.ts';
import { neverHeld } from '#domain/bot/hold.ts';
import type { DemoPrices } from '#domain/demo/demo-history.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { afterCommit, type Queryable } from '#domain/ports/database.ts';
import type { Money } from '../money/write-money.ts';
import type { ListingsNeeds } from '../needs/needs.ts';
import {
  type BatchRow,
  dropOldKeys,
  findBatch,
  findCurrentPrices,
  findNextChangeAt,
  findPriceHistory,
  findWrites,
  insertInventedBatch,
} from './journal/batch-store.ts';
import { priceMessages, writeMessages } from './journal/price-messages.ts';
import { endWaiting } from './journal/write-store.ts';
import { isOpen, toBatch, toHistoryEntry } from './prices-to-dto.ts';
import { resumePrices, resumeUnfinished } from './run-prices.ts';
import { changeLine, type PriceWork } from './settle-write.ts';
import { undoPrices } from './undo-prices.ts';
import { addDrops, refuseUnready, setPrice, updatePrices } from './update-prices.ts';

export { resolveWrites } from './settle-write.ts';

/** Longer than the promised day. */
const keptKeysMs = 48 * 3_600_000;
const closeLimitMs = 1_500;

export function createPrices(needs: ListingsNeeds & { money: Money }) {
  const work: PriceWork = {
    ...needs,
    hold: needs.hold ?? neverHeld,
    closing: new AbortController(),
    running: new Map(),
    steps: new EventEmitter().setMaxListeners(0),
  };
  const bound =
    <Given extends unknown[], Result>(run: (work: PriceWork, ...given: Given) => Result) =>
    (...given: Given): Result =>
      run(work, ...given);
  return {
    setPrice: bound(setPrice),
    updatePrices: bound(updatePrices),
    undoPrices: bound(undoPrices),
    /** The progress of a batch. `name`: its id, or its idempotency key before its call has returned an id. Throws `not_found`. */
    priceBatch: async (userId: string, name: string) =>
      progressOf(work, userId, await findOwnBatch(work, userId, name)),
    /** Leaves the prices that were not sent yet. One that is being sent is finished. Throws `not_found`. */
    stopPrices: bound(stopPrices),
    /** Newest first. Throws `not_found`. */
    priceHistory: bound(priceHistory),
    /** Throws what keeps every price from being changed now: `closet_not_connected`, `human_check_required`, `on_hold`. */
    refuseUnready: bound(refuseUnready),
    addDrops: bound(addDrops),
    /** For a demo account: a price batch that was made. Resolves to its id. */
    recordHistory: bound(recordInvented),
    /** The job `listings.prices`: continues what a process that has ended left open. */
    resume: bound(resumePrices),
    /** For maintenance: queues that job if it is missing, and deletes old idempotency keys. */
    async maintenance(): Promise<void> {
      await resumeUnfinished(work);
      await dropOldKeys(work.database, work.clock.now() - keptKeysMs);
    },
    /** After this call, no write begins. Calls that wait are answered with what is done so far. */
    stopWriting: () => work.closing.abort(),
    async close(): Promise<void> {
      work.closing.abort();
      const limit = sleep(closeLimitMs, undefined, { ref: false });
      await Promise.race([Promise.allSettled(work.running.values()), limit]);
    },
  };
}
export type Prices = ReturnType<typeof createPrices>;

async function findOwnBatch({ database }: PriceWork, userId: string, name: string): Promise<BatchRow> {
  const batch = await findBatch(database, userId, name);
  if (batch === null) throw new Failure('not_found', priceMessages.noBatch);
  return batch;
}

async function progressOf(work: PriceWork, userId: string, batch: BatchRow): Promise<PriceBatch> {
  const writes = await findWrites(work.database, userId, batch.id);
  return toBatch(batch, writes, await leftMs(work, userId, writes.filter(isOpen).length));
}

/** How long this many changes take at the pace. */
async function leftMs({ database, clock, meanPauseMs }: PriceWork, userId: string, changes: number): Promise<number> {
  if (changes === 0) return 0;
  const now = clock.now();
  return (await findNextChangeAt(database, { userId, ahead: changes - 1, meanPauseMs, now })) - now;
}

async function stopPrices(work: PriceWork, userId: string, name: string): Promise<PriceBatch> {
  const { database, clock } = work;
  const batch = await findOwnBatch(work, userId, name);
  const reason = { error: 'stopped', message: writeMessages.stopped };
  await endWaiting(database, { userId, batchId: batch.id, ...reason, now: clock.now() });
  return afterCommit(progressOf(work, userId, batch));
}

async function priceHistory({ database }: PriceWork, userId: string, listingId: string): Promise<PriceHistoryEntry[]> {
  const [listing] = isId(listingId) ? await findCurrentPrices(database, userId, [listingId]) : [];
  if (listing === undefined) throw new Failure('not_found', priceMessages.notFound);
  return (await findPriceHistory(database, userId, listingId)).map(toHistoryEntry);
}

async function recordInvented(
  { activity }: PriceWork,
  tx: Queryable,
  userId: string,
  history: DemoPrices,
): Promise<string> {
  const { changes, undoneAt } = history;
  const batchId = await insertInventedBatch(tx, userId, history);
  for (const change of changes) {
    const { listingId, at, oldPrice, newPrice } = change;
    const of = { userId, listingId };
    const [applied, undone] = [changeLine(change, oldPrice, newPrice), changeLine(change, newPrice, oldPrice)];
    await activity.record(tx, { ...of, action: 'PRICE_UPDATE', details: `${applied} (demo)`, at });
    if (undoneAt !== null)
      await activity.record(tx, { ...of, action: 'PRICE_REVERTED', details: `${undone} (demo)`, at: undoneAt });
  }
  return batchId;
}
