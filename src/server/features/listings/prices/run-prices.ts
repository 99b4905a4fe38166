// Works through a seller's journal of price changes, one write at a time: for the call that waits for its batch, and for the job that
// continues what a process that has ended left open.

import { on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#domain/failure.ts';
import { sleep as sleepByClock } from '#domain/ports/clock.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { endOfWrite } from '#domain/prices/price-change.ts';
import type { MoneyRun } from '../money/write-money.ts';
import { findWrites, isBatchOpen } from './journal/batch-store.ts';
import { priceMessages } from './journal/price-messages.ts';
import { findOpen, findUnfinished, lastMoved, type OpenWrite, takeEnded } from './journal/write-store.ts';
import { toResult, undosOf } from './prices-to-dto.ts';
import type { PriceWork } from './settle-write.ts';
import { endOpen, writePrice } from './write-price.ts';

/** If a seller's journal changed within this time, a process is working on it. */
export const quietMs = 10_000;
/** When the job checks again after a run that may have been lost. */
const resumeAnywayMs = 60_000;
/** After this many unexpected outcomes in a row, the remaining writes are not sent. */
const tooManySurprises = 3;
/** The longest Retry-After that Hangtag waits for in process. */
const longestWaitMs = 30_000;

/** Works until nothing in this batch is open. Ends earlier if it can't continue now. The job continues later. */
export async function finishBatch(work: PriceWork, userId: string, batchId: string): Promise<void> {
  const { database, hold, closing } = work;
  while (!closing.signal.aborted && hold.find() === null && (await isBatchOpen(database, userId, batchId))) {
    const left = new AbortController();
    try {
      await Promise.race([drain(work, userId), ended(work, { userId, batchId, signal: left.signal })]);
    } catch (error) {
      // Another caller has held the account lock for long. The journal shows what is still open.
      if (error instanceof Failure) return;
      throw error;
    } finally {
      left.abort();
    }
  }
}

/** The job: finishes what a dead process left open, unless another process is working on it. */
export async function resumePrices(work: PriceWork, userId: string): Promise<void> {
  const { database, clock, hold, running } = work;
  if (hold.find() !== null) return resumeLater(work, userId);
  const moved = await withRetries(work, () => lastMoved(database, userId));
  // The process that settled the last write may have died before it notified the seller.
  if (moved === null) return notifyEnded(work, userId);
  const isSomebodyWorking = running.has(userId) || clock.now() - moved < quietMs;
  // Queued before the work begins, so nothing stays open for long, however this run ends.
  await withRetries(work, () => resumeLater(work, userId, isSomebodyWorking ? quietMs : resumeAnywayMs));
  if (isSomebodyWorking) return;
  // A long batch continues in this process while its job checks again now and then, so that others' jobs get their turn.
  const left = new AbortController();
  await Promise.race([drain(work, userId), sleepByClock(clock, quietMs, left.signal)]).finally(() => left.abort());
  if ((await findOpen(database, userId)) !== null) await resumeLater(work, userId);
}

/** Queues that job for every seller who has open writes. */
export async function resumeUnfinished(work: PriceWork): Promise<void> {
  for (const userId of await findUnfinished(work.database, work.clock.now() - quietMs)) await resumeLater(work, userId);
}

function drain(work: PriceWork, userId: string): Promise<void> {
  const { running } = work;
  const present = running.get(userId);
  if (present !== undefined) return present;
  const mine = workThrough(work, userId).finally(() => running.delete(userId));
  running.set(userId, mine);
  return mine;
}

/** Resolves when this batch has ended, which may be long before the seller's other batches have. */
async function ended(
  { database, steps }: PriceWork,
  { userId, batchId, signal }: { userId: string; batchId: string; signal: AbortSignal },
): Promise<void> {
  try {
    for await (const _ of on(steps, userId, { signal })) if (!(await isBatchOpen(database, userId, batchId))) return;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const resumeLater = ({ queue }: PriceWork, userId: string, delayMs = quietMs): Promise<void> =>
  queue.put('listings.prices', { userId }, { key: userId, delayMs });

/** One lost connection must not leave the journal to the next maintenance. */
async function withRetries<T>({ database }: PriceWork, ask: () => Promise<T>): Promise<T> {
  const answer = await database.askWithRetries(async () => ({ value: await ask() }));
  if (answer === null) throw new Error('The database did not answer the job of price changes.');
  return answer.value;
}

/**
 * Works until nothing of the seller is open, or it can't continue now. Each step takes the account lock separately, so that the bot can
 * share in between and two processes never work on one account at the same time.
 */
async function workThrough(work: PriceWork, userId: string): Promise<void> {
  const { database, clock, writeSpacingMs = 300, retryMs = [2_000, 8_000] } = work;
  const closing = work.closing.signal;
  let failures = 0;
  let surprises = 0;
  const run: MoneyRun = { hasPage: false };
  // A write that has begun is finished. The job continues with the rest after the hold.
  while (!closing.aborted && work.hold.find() === null) {
    work.steps.emit(userId);
    const next = await findOpen(database, userId);
    if (next === null) return notifyEnded(work, userId);
    const result = await writePrice(work, next, run);
    if (closing.aborted) return;
    if (result.kind === 'ok') {
      failures = 0;
      if (result.value.kind === 'in_flight' || result.value.kind === 'too_early') {
        // By Hangtag's clock, because `sent_at` uses it.
        await sleepByClock(clock, result.value.checkAt - clock.now(), closing);
        continue;
      }
      surprises = result.value.kind === 'surprised' ? surprises + 1 : 0;
      if (surprises >= tooManySurprises) {
        surprises = 0;
        await stop(work, next, { kind: 'protocol_changed', message: 'Several unexpected answers in a row.' });
      }
      await sleepMs(writeSpacingMs, closing);
      continue;
    }
    const waitMs = retryMs[failures];
    const mayRetry = endOfWrite(result, { wasSent: false }) === 'retry' && (result.retryAfterMs ?? 0) <= longestWaitMs;
    if (mayRetry && waitMs !== undefined) {
      failures += 1;
      await sleepMs(Math.max(waitMs, result.retryAfterMs ?? 0), closing);
    } else {
      failures = 0;
      await stop(work, next, result);
    }
  }
}

/** Sends nothing more: every open write of the seller ends with the reason. */
const stop = async (work: PriceWork, next: OpenWrite, failure: MarketFailure): Promise<void> =>
  endOpen(work, next, await work.closet.failureOf(next.userId, failure));

/**
 * Notifies the seller of ended batches that took so long that nobody waited for the answer. One who has undone a batch has seen its
 * end, and its prices may be the old ones again.
 */
const notifyEnded = ({ database, clock, notifyDevices }: PriceWork, userId: string): Promise<void> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    for (const { batchId, tookMs } of await takeEnded(tx, { userId, now })) {
      if (tookMs < quietMs) continue;
      const writes = await findWrites(tx, userId, batchId);
      if (undosOf(writes).length > 0) continue;
      const { message, updated } = toResult(batchId, writes);
      const title = updated.length > 0 ? priceMessages.done : priceMessages.notDone;
      await notifyDevices(tx, userId, { event: 'prices', title, body: message, path: '/dashboard', at: now });
    }
  });

/** By the host's clock, about a second between two calls. Ends early when the process closes. */
const sleepMs = (ms: number, closing: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: closing }).catch(() => {});
