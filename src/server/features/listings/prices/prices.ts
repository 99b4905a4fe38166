// The face of price changes: what other features and the app may call.

import type { PriceBatch, PriceHistoryEntry } from '#contract/listings/prices.ts';
import { neverHeld, onHoldMessage } from '#domain/bot/hold.ts';
import type { DemoPrices } from '#domain/demo-history.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { afterCommit, type Queryable } from '#domain/ports/database.ts';
import type { PriceTools } from './apply-prices.ts';
import { changeLine } from './history/record-change.ts';
import { findCurrentPrices, findPriceHistory } from './history/store.ts';
import { type BatchRow, dropOldKeys, findBatch, findWrites, insertInventedBatch } from './journal/batch-store.ts';
import { findNextChangeAt } from './journal/pace-store.ts';
import { writeMessages } from './journal/write-messages.ts';
import { endWaiting } from './journal/write-store.ts';
import { priceMessages } from './price-messages.ts';
import { createPriceRunner } from './price-runner.ts';
import { isOpen, toBatch, toHistoryEntry } from './prices-to-dto.ts';
import { createPriceUndo, type PriceUndo } from './undo-prices.ts';
import { createPriceUpdates, type PriceUpdates } from './update-prices.ts';

export { resolveWrites } from './outcome/resolve-writes.ts';

export type Prices = {
  setPrice: PriceUpdates['setPrice'];
  updatePrices: PriceUpdates['updatePrices'];
  undoPrices: PriceUndo['undoPrices'];
  /** The progress of a batch. `name`: its id, or its idempotency key before its call has returned an id. Throws `not_found`. */
  priceBatch(userId: string, name: string): Promise<PriceBatch>;
  /** Leaves the prices that were not sent yet. One that is being sent is finished. Throws `not_found`. */
  stopPrices(userId: string, name: string): Promise<PriceBatch>;
  /** Newest first. Throws `not_found`. */
  priceHistory(userId: string, listingId: string): Promise<PriceHistoryEntry[]>;

  /** For a demo account: a price batch that was applied and undone. */
  recordHistory(tx: Queryable, userId: string, prices: DemoPrices): Promise<void>;

  /** The job `listings.prices`: continues what a process that has ended left open. */
  resume(userId: string): Promise<void>;
  /** For maintenance: queues that job if it is missing, and deletes old idempotency keys. */
  maintenance(): Promise<void>;
  /** After this call, no write begins. Calls that wait are answered with what is done so far. */
  stopWriting(): void;
  close(): Promise<void>;
};

/** Longer than the promised day. */
const keptKeysMs = 48 * 3_600_000;

/** The seller's price changes: at the marketplace first, then here. */
export function createPrices(tools: PriceTools): Prices {
  const { database, clock, closet, queue } = tools;
  const runner = createPriceRunner(tools);
  const refuseHeld = () => refuseWhileHeld(tools);
  return {
    ...createPriceUpdates({ database, clock, closet, queue, runner, refuseHeld }),
    ...createPriceUndo({ database, clock, queue, runner, refuseHeld }),
    priceBatch: async (userId, name) => progressOf(tools, userId, await findOwnBatch(tools, userId, name)),
    stopPrices: (userId, name) => stopPrices(tools, userId, name),
    priceHistory: (userId, listingId) => priceHistory(tools, userId, listingId),
    recordHistory: (tx, userId, history) => recordInvented(tools, tx, { userId, history }),
    resume: runner.resume,
    async maintenance() {
      await runner.sweep();
      await dropOldKeys(database, clock.now() - keptKeysMs);
    },
    stopWriting: runner.stopWriting,
    close: runner.close,
  };
}

function refuseWhileHeld({ clock, hold = neverHeld }: PriceTools): void {
  const present = hold.find();
  if (present !== null) throw new Failure('on_hold', onHoldMessage('Price changes are', present, clock.now()));
}

async function findOwnBatch({ database }: PriceTools, userId: string, name: string): Promise<BatchRow> {
  const batch = await findBatch(database, userId, name);
  if (batch === null) throw new Failure('not_found', priceMessages.noBatch);
  return batch;
}

async function progressOf(tools: PriceTools, userId: string, batch: BatchRow): Promise<PriceBatch> {
  const writes = await findWrites(tools.database, userId, batch.id);
  return toBatch(batch, writes, await leftMs(tools, userId, writes.filter(isOpen).length));
}

/** How long this many changes take at the pace. */
async function leftMs({ database, clock, meanPauseMs }: PriceTools, userId: string, changes: number): Promise<number> {
  if (changes === 0) return 0;
  const now = clock.now();
  return (await findNextChangeAt(database, { userId, ahead: changes - 1, meanPauseMs, now })) - now;
}

async function stopPrices(tools: PriceTools, userId: string, name: string): Promise<PriceBatch> {
  const { database, clock } = tools;
  const batch = await findOwnBatch(tools, userId, name);
  const reason = { error: 'stopped', message: writeMessages.stopped };
  await endWaiting(database, { userId, batchId: batch.id, ...reason, now: clock.now() });
  return afterCommit(progressOf(tools, userId, batch));
}

async function priceHistory({ database }: PriceTools, userId: string, listingId: string): Promise<PriceHistoryEntry[]> {
  const [listing] = isId(listingId) ? await findCurrentPrices(database, userId, [listingId]) : [];
  if (listing === undefined) throw new Failure('not_found', priceMessages.notFound);
  return (await findPriceHistory(database, userId, listingId)).map(toHistoryEntry);
}

async function recordInvented(
  { activity }: PriceTools,
  tx: Queryable,
  { userId, history }: { userId: string; history: DemoPrices },
): Promise<void> {
  const { changes, appliedAt, undoneAt } = history;
  if (changes.length === 0) return;
  await insertInventedBatch(tx, userId, history);
  for (const change of changes) {
    const { listingId, oldPrice, newPrice } = change;
    const of = { userId, listingId };
    const [applied, undone] = [changeLine(change, oldPrice, newPrice), changeLine(change, newPrice, oldPrice)];
    await activity.record(tx, { ...of, action: 'PRICE_UPDATE', details: `${applied} (demo)`, at: appliedAt });
    await activity.record(tx, { ...of, action: 'PRICE_REVERTED', details: `${undone} (demo)`, at: undoneAt });
  }
}
