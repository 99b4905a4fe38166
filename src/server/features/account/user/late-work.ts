// Does work some time after a reply, so that neither this reply's time nor the next one's shows whether an account exists.
import { randomInt } from 'node:crypto';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';

/**
 * Work that began at once delayed the caller's next reply: by 11 % after a refused sign-in to an account, and by 19 % after its
 * reset link was mailed. After a random time, nobody can tell whose reply it delays.
 */
const delayMs = { least: 500, most: 2_500 };

export type LateWork = {
  /** A refusal by a limit is no failure. */
  start(work: () => Promise<void>): void;
  /** Begins what waits, and resolves when no work is left. */
  settled(): Promise<void>;
};

/** `onFailure` gets what the work throws. */
export function createLateWork({ clock, onFailure }: { clock: Clock; onFailure: (error: unknown) => void }): LateWork {
  const waiting = new Set<() => void>();
  const underWay = new Set<Promise<void>>();
  const begin = (work: () => Promise<void>): void => {
    const settled = work()
      .catch((error) => {
        if (!(error instanceof Failure && error.code === 'too_many_requests')) onFailure(error);
      })
      .finally(() => underWay.delete(settled));
    underWay.add(settled);
  };
  return {
    start(work) {
      const beginNow = () => {
        cancel();
        waiting.delete(beginNow);
        begin(work);
      };
      waiting.add(beginNow);
      const cancel = clock.at(clock.now() + randomInt(delayMs.least, delayMs.most + 1), beginNow);
    },
    async settled() {
      for (const beginNow of waiting) beginNow();
      await Promise.all(underWay);
    },
  };
}
