import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { endOfWrite } from '#domain/price-change.ts';
import type { Closet } from '../../closet/closet.ts';
import type { NotifyDevices } from '../../notices/notices.ts';
import { findWrites, isBatchOpen } from './batch-store.ts';
import { priceWords } from './price-messages.ts';
import { toResult } from './prices-to-dto.ts';
import type { PriceLog } from './resolve-prices.ts';
import { createPriceWriter, staleMs, type WriteStep } from './write-price.ts';
import { endRest, findOpen, findUnfinished, lastMoved, type OpenWrite, saveSettled, takeEnded } from './write-store.ts';

export type PriceRunner = {
  /** Works until this batch has nothing open. Ends earlier where it cannot go on now: a job does later. */
  finish(userId: string, batchId: string): Promise<void>;
  /** The job: goes on with what a process has left behind, unless somebody is at it this very moment. */
  resume(userId: string): Promise<void>;
  /** Puts that job for every seller who has something left. */
  sweep(): Promise<void>;
  /** No write is begun from here on. */
  rest(): void;
  close(): Promise<void>;
};

/** A journal that moved within this time has somebody at it. */
export const quietMs = 10_000;
/** This many strange ends in a row, and the rest is not sent. */
const tooManySurprises = 3;
/** A marketplace that sends us away for longer is not waited for. */
const longestWaitMs = 30_000;
const closeLimitMs = 1_500;

/**
 * Works through the journal of price changes, seller by seller and for each one write after the other, the oldest first. One
 * hold of the account a write, so that the bot shares in between, and so that no two processes are ever at one journal:
 * whoever finds a write `sending` inside the hold knows that its process is gone.
 */
export function createPriceRunner({
  database,
  clock,
  closet,
  queue,
  activity,
  onTrouble,
  notifyDevices,
  spacingMs = 300,
  retryMs = [2_000, 8_000],
}: {
  database: Database;
  clock: Clock;
  closet: Pick<Closet, 'withLiveAccount' | 'failureOf' | 'authStatus'>;
  queue: Pick<Queue, 'put'>;
  activity: PriceLog;
  /** What the marketplace said that concerns the account as a whole: its bot must hear it. */
  onTrouble: (userId: string, failure: MarketFailure) => Promise<void>;
  notifyDevices: NotifyDevices;
  /** Between two writes. */
  spacingMs?: number;
  /** Before a write that could not be sent is tried again. */
  retryMs?: readonly number[];
}): PriceRunner {
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  const writePrice = createPriceWriter({ database, clock, activity, isClosing: () => closing.signal.aborted });

  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: closing.signal }).catch(() => {});

  /** A change of prices that took so long that nobody sat and waited for it is told when it is done. */
  const tellEnded = (userId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      for (const { batchId, tookMs } of await takeEnded(tx, { userId, now })) {
        if (tookMs < quietMs) continue;
        const { message, updated } = toResult(batchId, await findWrites(tx, userId, batchId));
        const title = updated.length > 0 ? priceWords.done : priceWords.notDone;
        await notifyDevices(tx, userId, { event: 'prices', title, body: message, path: '/dashboard', at: now });
      }
    });

  async function work(userId: string): Promise<void> {
    let misses = 0;
    let surprises = 0;
    while (!closing.signal.aborted) {
      const next = await findOpen(database, userId);
      if (next === null) return tellEnded(userId);
      const result = await step(next);
      if (closing.signal.aborted) return;
      if (result.kind === 'ok') {
        misses = 0;
        surprises = result.value === 'surprised' ? surprises + 1 : 0;
        if (surprises >= tooManySurprises) {
          surprises = 0;
          await stop(next, { kind: 'protocol_changed', message: 'Several strange answers in a row.' });
        }
        await pause(spacingMs);
        continue;
      }
      const wait = retryMs[misses];
      const mayWait = endOfWrite(result, { wasSent: false }) === 'again' && (result.retryAfterMs ?? 0) <= longestWaitMs;
      if (mayWait && wait !== undefined) {
        misses += 1;
        await pause(Math.max(wait, result.retryAfterMs ?? 0));
      } else {
        misses = 0;
        await stop(next, result);
      }
    }
  }

  async function step(next: OpenWrite): Promise<MarketResult<WriteStep>> {
    const { userId } = next;
    if (next.state === 'waiting' && clock.now() - next.askedAt > staleMs) {
      await fail(next, { error: 'interrupted', message: priceWords.interrupted });
      return { kind: 'ok', value: 'settled' };
    }
    // A check that waits for the seller is not knocked at: every write would only ask for it again.
    const { reason } = await closet.authStatus(userId);
    if (reason === 'human_check' || reason === 'account_blocked') return { kind: reason, message: '' };
    try {
      return await closet.withLiveAccount<WriteStep>(userId, async (account, linked) => {
        const write = await findOpen(database, userId);
        if (write === null) return { kind: 'ok', value: 'settled' };
        if (write.marketUserId === linked.marketUserId) return writePrice(account, write);
        await fail(write, { error: 'listing_not_for_sale', message: priceWords.otherCloset });
        return { kind: 'ok', value: 'settled' };
      });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'closet_not_connected') throw error;
      await end(next, error);
      return { kind: 'ok', value: 'settled' };
    }
  }

  const fail = async ({ id, tries }: OpenWrite, told: { error: string; message: string }): Promise<void> => {
    await saveSettled(database, { id, tries, state: 'failed', ...told, now: clock.now() });
  };

  const end = (next: OpenWrite, { code, message }: Failure): Promise<void> =>
    endRest(database, {
      userId: next.userId,
      firstId: next.id,
      error: code,
      message,
      others: priceWords.notSent,
      unknownMessage: priceWords.unknown,
      now: clock.now(),
    });

  /** Nothing more is sent: what waits is told why, and the bot hears it too. */
  async function stop(next: OpenWrite, failure: MarketFailure): Promise<void> {
    await end(next, closet.failureOf(failure));
    if (endOfWrite(failure, { wasSent: false }) === 'stop') await onTrouble(next.userId, failure);
  }

  /** One worker a seller in this process; whoever asks while it works waits for it. */
  const drain = (userId: string): Promise<void> => {
    const present = running.get(userId);
    if (present !== undefined) return present;
    const mine = work(userId).finally(() => running.delete(userId));
    running.set(userId, mine);
    return mine;
  };

  const later = (userId: string): Promise<void> =>
    queue.put('listings.prices', { userId }, { key: userId, delayMs: quietMs });

  return {
    async finish(userId, batchId) {
      while (!closing.signal.aborted && (await isBatchOpen(database, userId, batchId))) {
        try {
          await drain(userId);
        } catch (error) {
          // Something else has the account for long: the journal says what is not done yet.
          if (error instanceof Failure) return;
          throw error;
        }
      }
    },

    async resume(userId) {
      const moved = await lastMoved(database, userId);
      // Whoever settled the last of them may have ended before it could tell.
      if (moved === null) return tellEnded(userId);
      const isSomebodyAtIt = clock.now() - moved < quietMs;
      if (!isSomebodyAtIt) await drain(userId);
      if ((await findOpen(database, userId)) !== null) await later(userId);
    },

    async sweep() {
      for (const userId of await findUnfinished(database, clock.now() - quietMs)) await later(userId);
    },

    rest: () => closing.abort(),
    async close() {
      closing.abort();
      await Promise.race([Promise.allSettled(running.values()), sleep(closeLimitMs, undefined, { ref: false })]);
    },
  };
}
