// Makes the price changes in a seller's journal at the marketplace, one write at a time.

import { setTimeout as sleep } from 'node:timers/promises';
import type { HoldReader } from '#domain/bot/hold.ts';
import { Failure } from '#domain/failure.ts';
import { type Clock, pause as pauseByClock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { endOfWrite } from '#domain/prices/price-change.ts';
import type { Closet } from '../../closet/closet.ts';
import type { NotifyDevices } from '../../notices/notices.ts';
import type { Money, MoneyRun } from '../money/write-money.ts';
import type { PriceLog } from './history/record-change.ts';
import { findWrites } from './journal/batch-store.ts';
import { findNextChangeAt } from './journal/pace-store.ts';
import { writeMessages } from './journal/write-messages.ts';
import { endRest, findOpen, lastSentBefore, type OpenWrite, saveSettled, takeEnded } from './journal/write-store.ts';
import { priceMessages } from './price-messages.ts';
import { toResult, undosOf } from './prices-to-dto.ts';
import { staleMs, type WriteStep, writePrice } from './write/write-price.ts';

/** If a seller's journal changed within this time, a process is working on it. */
export const quietMs = 10_000;
/** After this many unexpected outcomes in a row, the remaining writes are not sent. */
const tooManySurprises = 3;
/** The longest Retry-After that Hangtag waits for in process. */
const longestWaitMs = 30_000;

/** What price changes need. */
export type PriceTools = {
  database: Database;
  clock: Clock;
  closet: Pick<Closet, 'failureOf' | 'refuseUnlinked' | 'whyNoWrites' | 'noteCheckPassed'>;
  money: Money;
  queue: Pick<Queue, 'put'>;
  activity: PriceLog;
  /** Receives failures that concern the whole account, because they also pause its bot. */
  onMarketFailure: (tx: Queryable, userId: string, failure: MarketFailure) => Promise<void>;
  notifyDevices: NotifyDevices;
  /** While the operator holds all bots, the journal waits. Without it, it never does. */
  hold?: HoldReader | undefined;
  /** The mean pause between two shares, in ms. Price changes keep a pace that goes with it. */
  meanPauseMs: number;
  /** The least time between two writes. */
  spacingMs?: number | undefined;
  /** Delays before a write that could not be sent is tried again. */
  retryMs?: readonly number[] | undefined;
};

export type Work = PriceTools & {
  hold: HoldReader;
  spacingMs: number;
  retryMs: readonly number[];
  closing: AbortSignal;
  /** Called before each step, when the one before may have ended a write of this seller. */
  onStep: (userId: string) => void;
};

/**
 * Works until nothing of the seller is open, or it can't continue now. Each step takes the account lock separately, so that the bot can
 * share in between and two processes never work on one account at the same time.
 */
export async function workThrough(work: Work, userId: string): Promise<void> {
  const { database, closing, clock, spacingMs, retryMs } = work;
  let failures = 0;
  let surprises = 0;
  const run: MoneyRun = { hasPage: false };
  // A write that has begun is finished. The job continues with the rest after the hold.
  while (!closing.aborted && work.hold.find() === null) {
    work.onStep(userId);
    const next = await findOpen(database, userId);
    if (next === null) return notifyEnded(work, userId);
    const result = await takeStep(work, next, run);
    if (closing.aborted) return;
    if (result.kind === 'ok') {
      failures = 0;
      if (result.value.kind === 'in_flight' || result.value.kind === 'too_early') {
        // By Hangtag's clock, because `sent_at` uses it.
        await pauseByClock(clock, result.value.checkAt - clock.now(), closing);
        continue;
      }
      surprises = result.value.kind === 'surprised' ? surprises + 1 : 0;
      if (surprises >= tooManySurprises) {
        surprises = 0;
        await stop(work, next, { kind: 'protocol_changed', message: 'Several unexpected answers in a row.' });
      }
      await pause(spacingMs, closing);
      continue;
    }
    const waitMs = retryMs[failures];
    const mayRetry = endOfWrite(result, { wasSent: false }) === 'retry' && (result.retryAfterMs ?? 0) <= longestWaitMs;
    if (mayRetry && waitMs !== undefined) {
      failures += 1;
      await pause(Math.max(waitMs, result.retryAfterMs ?? 0), closing);
    } else {
      failures = 0;
      await stop(work, next, result);
    }
  }
}

/** Takes the seller's next open write one step further; `next` is what it was before the account lock was held. */
async function takeStep(work: Work, next: OpenWrite, run: MoneyRun): Promise<MarketResult<WriteStep>> {
  const { database, clock, closet, money, activity, closing, meanPauseMs, onMarketFailure } = work;
  const { userId } = next;
  if (next.state === 'waiting' && (await isStale(work, next)))
    return fail(work, next, { error: 'interrupted', message: writeMessages.interrupted });
  const kind = await closet.whyNoWrites(userId);
  if (kind !== null) return { kind, message: '' };
  const findNext = async (marketUserId: string) => {
    const write = await findOpen(database, userId);
    if (write === null) return { instead: settled };
    if (write.marketUserId !== marketUserId)
      return {
        instead: await fail(work, write, { error: 'listing_not_for_sale', message: writeMessages.otherCloset }),
      };
    if (write.state !== 'waiting') return { order: write };
    // Under the account lock, so that two processes keep one pace.
    const now = clock.now();
    const checkAt = await findNextChangeAt(database, { userId, meanPauseMs, now });
    if (checkAt <= now) return { order: write };
    return { instead: { kind: 'ok', value: { kind: 'too_early', checkAt } } as const };
  };
  try {
    const tools = { database, clock, closet, activity, money, onMarketFailure, isClosing: () => closing.aborted };
    return await writePrice(tools, { userId, run, findNext });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'closet_not_connected') throw error;
    await endOpen(work, next, error);
    return settled;
  }
}

/**
 * Whether it was interrupted for so long that it is not sent anymore. The time of a hold doesn't count, and neither does the time
 * in which it only waited for earlier changes of its seller.
 */
const isStale = async ({ database, clock, hold }: Work, { userId, id, askedAt }: OpenWrite): Promise<boolean> => {
  if (clock.now() - askedAt <= staleMs) return false;
  const since = Math.max(askedAt, (await lastSentBefore(database, { userId, id, since: askedAt })) ?? askedAt);
  const age = clock.now() - since;
  return age > staleMs && age - (await hold.heldMsSince(since)) > staleMs;
};

const settled: MarketResult<WriteStep> = { kind: 'ok', value: { kind: 'settled' } };

async function fail(
  { database, clock }: Work,
  { userId, id, tries }: OpenWrite,
  reason: { error: string; message: string },
): Promise<MarketResult<WriteStep>> {
  await saveSettled(database, { userId, id, tries, state: 'failed', ...reason, now: clock.now() });
  return settled;
}

/** Sends nothing more: every open write of the seller ends with the reason. */
const stop = async (work: Work, next: OpenWrite, failure: MarketFailure): Promise<void> =>
  endOpen(work, next, await work.closet.failureOf(next.userId, failure));

const endOpen = ({ database, clock }: Work, next: OpenWrite, { code, message }: Failure): Promise<void> =>
  endRest(database, {
    userId: next.userId,
    firstId: next.id,
    error: code,
    message,
    others: writeMessages.notSent,
    unknownMessage: writeMessages.unknown,
    now: clock.now(),
  });

/**
 * Notifies the seller of ended batches that took so long that nobody waited for the answer. One who has undone a batch has seen its
 * end, and its prices may be the old ones again.
 */
export const notifyEnded = ({ database, clock, notifyDevices }: Work, userId: string): Promise<void> =>
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

/** Waits by the host's clock, about a second between two calls. Ends early when the process closes. */
const pause = (ms: number, closing: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: closing }).catch(() => {});
