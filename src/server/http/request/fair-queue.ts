// Lets a few requests in at a time and keeps the others waiting in a fair order.
import { Failure } from '#domain/failure.ts';

type FairQueue = {
  /**
   * Resolves when it is the caller's turn, with a function that lets the next one in. Throws `too_many_requests` if the queue is
   * full.
   */
  enter(who: string): Promise<() => void>;
};

/**
 * Lets `atOnce` in at a time. The others wait and take turns by person, so that one person with many requests does not delay
 * a person with one. One person has at most `mostOfOne` requests inside and waiting; at most `mostWaiting` wait in all.
 */
export function createFairQueue({
  atOnce,
  mostWaiting,
  mostOfOne,
}: {
  atOnce: number;
  mostWaiting: number;
  mostOfOne: number;
}): FairQueue {
  /** In the order of their turns: a map keeps the order of insertion. */
  const waiting = new Map<string, (() => void)[]>();
  const ofOne = new Map<string, number>();
  let inside = 0;
  let outside = 0;

  const letNextIn = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      inside--;
      return;
    }
    const [who, turns] = next;
    const turn = turns.shift();
    waiting.delete(who);
    if (turns.length > 0) waiting.set(who, turns);
    outside--;
    turn?.();
  };

  return {
    async enter(who) {
      const own = ofOne.get(who) ?? 0;
      if (own >= mostOfOne) throw tooMany('Your other photos are still being analyzed. Try again in a moment.');
      if (inside >= atOnce && outside >= mostWaiting) {
        throw tooMany('Too many photos are being analyzed right now. Try again in a moment.');
      }
      ofOne.set(who, own + 1);
      if (inside < atOnce) inside++;
      else {
        outside++;
        await new Promise<void>((resolve) => {
          const turns = waiting.get(who);
          if (turns) turns.push(resolve);
          else waiting.set(who, [resolve]);
        });
      }
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        const left = (ofOne.get(who) ?? 1) - 1;
        if (left === 0) ofOne.delete(who);
        else ofOne.set(who, left);
        letNextIn();
      };
    },
  };
}

const tooMany = (message: string): Failure => new Failure('too_many_requests', message, { retryAfterMs: 5_000 });
