// The pace of a reading, and what it asks on its way: whether it is still wanted.

import type { Clock, Instant } from '#domain/ports/clock.ts';

export type Going = {
  /** Resolves when the clock reaches a moment. */
  wait(until: Instant): Promise<void>;
  /** Asked before each further call. If not, the reading ends, and nothing is changed. */
  goesOn(): boolean | Promise<boolean>;
};

/** Thrown in a reading that nobody wants anymore. */
export class ReadingEnded extends Error {}

/** Progress is stored after this many pages: every two seconds at two pages a second. A smaller closet stores none. */
export const pagesPerProgress = 4;

/** For each call after the first: waits until it may be made. */
export function createPace({
  clock,
  spacingMs,
  wait,
  goesOn,
  onProgress,
}: Going & { clock: Clock; spacingMs: number; onProgress: (seen: number) => Promise<void> }) {
  let lastAt = clock.now();
  let calls = 0;
  return async (seen: number): Promise<void> => {
    const nextAt = lastAt + spacingMs;
    if (clock.now() < nextAt) await wait(nextAt);
    if (!(await goesOn())) throw new ReadingEnded('This reading is not wanted anymore.');
    lastAt = clock.now();
    calls += 1;
    if (calls % pagesPerProgress === 0) await onProgress(seen);
  };
}
