// Decides when this process works on a seller's journal of price changes, and who waits for it.

import { EventEmitter, on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { neverHeld } from '#domain/bot/hold.ts';
import { Failure } from '#domain/failure.ts';
import { pause } from '#domain/ports/clock.ts';
import { notifyEnded, type PriceTools, quietMs, type Work, workThrough } from './apply-prices.ts';
import { isBatchOpen } from './journal/batch-store.ts';
import { findOpen, findUnfinished, lastMoved } from './journal/write-store.ts';

export type PriceRunner = {
  /** Works until nothing in this batch is open. Ends earlier if it can't continue now. The job continues later. */
  finish(userId: string, batchId: string): Promise<void>;
  /** The job: finishes what a dead process left open, unless another process is working on it. */
  resume(userId: string): Promise<void>;
  /** Queues that job for every seller who has open writes. */
  sweep(): Promise<void>;
  /** After this call, no write begins. */
  stopWriting(): void;
  close(): Promise<void>;
};

/** When the job checks again after a run that may have been lost. */
const resumeAnywayMs = 60_000;
const closeLimitMs = 1_500;

type State = {
  readonly work: Work;
  readonly closing: AbortController;
  /** One run per seller in this process: later callers wait for the one that runs. */
  readonly running: Map<string, Promise<void>>;
  /** Says that a seller's run has taken a step. */
  readonly steps: EventEmitter;
};

export function createPriceRunner({ spacingMs = 300, retryMs = [2_000, 8_000], ...tools }: PriceTools): PriceRunner {
  const { hold = neverHeld } = tools;
  const closing = new AbortController();
  const steps = new EventEmitter().setMaxListeners(0);
  const work = {
    ...tools,
    hold,
    spacingMs,
    retryMs,
    closing: closing.signal,
    onStep: (userId: string) => steps.emit(userId),
  };
  const state: State = { work, closing, running: new Map(), steps };
  return {
    finish: (userId, batchId) => finish(state, userId, batchId),
    resume: (userId) => resume(state, userId),
    sweep: () => sweep(state),
    stopWriting: () => closing.abort(),
    async close() {
      closing.abort();
      const limit = sleep(closeLimitMs, undefined, { ref: false });
      await Promise.race([Promise.allSettled(state.running.values()), limit]);
    },
  };
}

async function finish(state: State, userId: string, batchId: string): Promise<void> {
  const { database, hold, closing } = state.work;
  while (!closing.aborted && hold.find() === null && (await isBatchOpen(database, userId, batchId))) {
    const left = new AbortController();
    try {
      await Promise.race([drain(state, userId), ended(state, { userId, batchId, signal: left.signal })]);
    } catch (error) {
      // Another caller has held the account lock for long. The journal shows what is still open.
      if (error instanceof Failure) return;
      throw error;
    } finally {
      left.abort();
    }
  }
}

async function resume(state: State, userId: string): Promise<void> {
  const { work, running } = state;
  const { database, clock, hold } = work;
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
  await Promise.race([drain(state, userId), pause(clock, quietMs, left.signal)]).finally(() => left.abort());
  if ((await findOpen(database, userId)) !== null) await resumeLater(work, userId);
}

async function sweep({ work }: State): Promise<void> {
  for (const userId of await findUnfinished(work.database, work.clock.now() - quietMs)) await resumeLater(work, userId);
}

function drain({ work, running }: State, userId: string): Promise<void> {
  const present = running.get(userId);
  if (present !== undefined) return present;
  const mine = workThrough(work, userId).finally(() => running.delete(userId));
  running.set(userId, mine);
  return mine;
}

/** Resolves when this batch has ended, which may be long before the seller's other batches have. */
async function ended(
  { work, steps }: State,
  { userId, batchId, signal }: { userId: string; batchId: string; signal: AbortSignal },
): Promise<void> {
  try {
    for await (const _ of on(steps, userId, { signal }))
      if (!(await isBatchOpen(work.database, userId, batchId))) return;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const resumeLater = ({ queue }: Work, userId: string, delayMs = quietMs): Promise<void> =>
  queue.put('listings.prices', { userId }, { key: userId, delayMs });

/** One lost connection must not leave the journal to the next maintenance. */
async function withRetries<T>({ database }: Work, ask: () => Promise<T>): Promise<T> {
  const answer = await database.askWithRetries(async () => ({ value: await ask() }));
  if (answer === null) throw new Error('The database did not answer the job of price changes.');
  return answer.value;
}
