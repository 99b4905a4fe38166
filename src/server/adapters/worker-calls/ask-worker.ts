// A web process asks a worker for what it can't do itself, and waits for the answer.
import { randomUUID } from 'node:crypto';
import type { Database } from '#domain/ports/database.ts';
import type { Listening, Signals } from '#domain/ports/signals.ts';
import { away, type Progress, putCall, readProgress, resultOf, stopped, takeAnswer } from './store.ts';

/** `input` must survive JSON. Throws what the worker threw, `worker_away` if none took it, `worker_stopped` if it may be done. */
export type AskWorker = (userId: string, name: string, input: readonly unknown[]) => Promise<unknown>;

export const callsTopic = 'worker calls';
export const answerTopic = (id: string): string => `worker answer ${id}`;
export const inputPlace = (id: string, { userId, name }: { userId: string; name: string }): string =>
  `worker_calls.input|${id}|${userId}|${name}`;

export type CallTimes = {
  /** A worker that runs takes a call within moments. */
  claimMs: number;
  /** How long a worker that took a call may be silent. It renews this well before. */
  leaseMs: number;
  /** Calls that a closing worker has not finished by then are answered as cut. */
  closeMs: number;
};
export const standardTimes: CallTimes = { claimMs: 5_000, leaseMs: 8_000, closeMs: 2_500 };
/** How soon the call is looked at again if the database did not answer. */
const lookMs = 250;

/**
 * One row per call. The process that deletes an unclaimed row knows that nothing was done, and no worker can take it later. A
 * claimed call without an answer is unknown, and nobody repeats it.
 */
export function createAskWorker(needs: {
  database: Database;
  signals: Signals;
  /** Seals a text that only workers open. */
  seal(place: string, plain: string): string;
  times?: CallTimes | undefined;
}): AskWorker {
  const { database, signals, seal, times = standardTimes } = needs;
  return async (userId, name, input) => {
    const id = randomUUID();
    const listening = signals.listen(answerTopic(id));
    try {
      const sealed = seal(inputPlace(id, { userId, name }), JSON.stringify(input));
      const lost = await put(database, signals, { id, userId, name, input: sealed, claimMs: times.claimMs });
      if (lost === null) await untilEnded(database, id, listening);
      return await conclude(database, id, lost);
    } finally {
      listening.end();
    }
  };
}

/** Resolves to an error if it isn't known whether the row was stored. */
async function put(
  database: Database,
  signals: Signals,
  call: Parameters<typeof putCall>[1],
): Promise<{ error: unknown } | null> {
  try {
    await database.transaction(async (tx) => {
      await putCall(tx, call);
      await signals.send(tx, callsTopic);
    });
    return null;
  } catch (error) {
    return { error };
  }
}

/** Until there is an answer, or nobody took the call in time, or its worker has been silent for too long. */
async function untilEnded(database: Database, id: string, listening: Listening): Promise<void> {
  for (;;) {
    const progress = await progressOf(database, id);
    if (progress === null || progress.state === 'answered' || progress.leftMs <= 0) return;
    await listening.next(progress.leftMs);
  }
}

/** While the database does not answer, the call may still be on its way. */
const progressOf = (database: Database, id: string): Promise<Progress | null> =>
  readProgress(database, id).catch(() => ({ state: 'claimed', leftMs: lookMs }));

async function conclude(database: Database, id: string, lost: { error: unknown } | null): Promise<unknown> {
  const ended = await database.askWithRetries(() => takeAnswer(database, id));
  // A row that was never stored, or is gone: without it only a failed insert proves that nothing was done.
  if (ended === null) throw lost === null ? stopped() : lost.error;
  if (ended.answer !== null) return resultOf(ended.answer);
  if (ended.isClaimed) throw stopped();
  throw lost === null ? away() : lost.error;
}
