// Lets a few requests in at a time and keeps the others waiting in a fair order.
import type { Concurrency } from '#contract/cost.ts';
import { Failure } from '#domain/failure.ts';

export type FairQueue = {
  /**
   * Resolves when it is the caller's turn, with a function that lets the next one in. Throws `too_many_requests` if the caller
   * has too many already, inside or waiting, and `busy` if the queue is full.
   */
  enter(who: string): Promise<() => void>;
};

/**
 * Lets `atOnce` in at a time, and of one person `ofAccount`. The others wait and take turns by person, so that one person with
 * many requests does not delay a person with one. At most `waiting` wait in all. One person can have `waitingOfAccount` more
 * than are let in, so everyone may wait for others.
 */
export function createFairQueue(needs: Concurrency): FairQueue {
  const { atOnce, ofAccount, waiting: mostWaiting, waitingOfAccount, longestMs } = needs;
  /** In the order of their turns: a map keeps the order of insertion. */
  const waiting = new Map<string, (() => void)[]>();
  const insideOf = new Map<string, number>();
  let inside = 0;
  let outside = 0;

  const isFree = (who: string): boolean => inside < atOnce && (insideOf.get(who) ?? 0) < ofAccount;

  const goIn = (who: string): void => {
    inside++;
    insideOf.set(who, (insideOf.get(who) ?? 0) + 1);
  };

  const goOut = (who: string): void => {
    inside--;
    const left = (insideOf.get(who) ?? 1) - 1;
    if (left === 0) insideOf.delete(who);
    else insideOf.set(who, left);
  };

  const letNextIn = (): void => {
    for (const [who, turns] of waiting) {
      if (!isFree(who)) continue;
      const turn = turns.shift();
      waiting.delete(who);
      if (turns.length > 0) waiting.set(who, turns);
      outside--;
      goIn(who);
      turn?.();
      return;
    }
  };

  const waitForTurn = async (who: string): Promise<void> => {
    const turns = waiting.get(who) ?? [];
    if ((insideOf.get(who) ?? 0) + turns.length >= ofAccount + waitingOfAccount) throw stillRunning();
    if (outside >= mostWaiting) throw full();
    outside++;
    await new Promise<void>((resolve) => {
      turns.push(resolve);
      if (turns.length === 1) waiting.set(who, turns);
    });
  };

  return {
    async enter(who) {
      if (isFree(who)) goIn(who);
      else await waitForTurn(who);
      let hasLeft = false;
      const leave = () => {
        if (hasLeft) return;
        hasLeft = true;
        clearTimeout(timer);
        goOut(who);
        letNextIn();
      };
      const timer = longestMs === undefined ? undefined : setTimeout(leave, longestMs).unref();
      return leave;
    },
  };
}

const retryAfterMs = 5_000;
const stillRunning = (): Failure =>
  new Failure('too_many_requests', 'Your last request is still running. Try again in a moment.', { retryAfterMs });
const full = (): Failure =>
  new Failure('busy', 'Many people are using this right now. Try again in a moment.', { retryAfterMs });
