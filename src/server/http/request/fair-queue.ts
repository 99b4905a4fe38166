import { Failure } from '#domain/failure.ts';

export type Line = {
  /** Resolves when it is one's turn, to what lets the next one in. Throws `too_many_requests` where the line is full. */
  enter(who: string): Promise<() => void>;
};

/**
 * Lets `atOnce` in at a time. The others wait, one of each person in turn, so that one with many does not hold up one with one;
 * nobody has more than `mostOfOne` in it, and no more than `mostWaiting` stand there.
 */
export function createLine({
  atOnce,
  mostWaiting,
  mostOfOne,
}: {
  atOnce: number;
  mostWaiting: number;
  mostOfOne: number;
}): Line {
  /** In the order of their turns; a map keeps it. */
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
      if (own >= mostOfOne) throw tooMany('Your other photos are still being looked at. Please try again in a moment.');
      if (inside >= atOnce && outside >= mostWaiting) {
        throw tooMany('Too many photos are being looked at right now. Please try again in a moment.');
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
