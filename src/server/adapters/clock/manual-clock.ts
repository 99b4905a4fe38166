/** A clock for tests, which stands still until it is moved. */

import type { Clock, Instant } from '#domain/ports/clock.ts';
import { dueList } from './due-list.ts';

type ManualClock = Clock & {
  /**
   * Moves the time on by `ms`. What falls due on the way runs in order, each at its own moment, and what it sets going is
   * waited for before the time moves further.
   */
  advance(ms: number): Promise<void>;
  /** As `advance`, to a given moment; one that has passed already moves nothing. */
  advanceTo(instant: Instant): Promise<void>;
};

/**
 * A clock that stands still until it is moved. `settle` waits for work that is running outside (queries, calls); without
 * it only promises and immediates are waited for.
 */
export function manualClock(start: Instant, { settle = turnOver }: { settle?: () => Promise<void> } = {}): ManualClock {
  const waiting = dueList();
  let time = start;

  const runDue = () => {
    for (let run = waiting.take(time); run !== undefined; run = waiting.take(time)) run();
  };
  const quiesce = async () => {
    await turnOver();
    await settle();
    await turnOver();
  };
  const advanceTo = async (instant: Instant) => {
    await quiesce();
    for (let next = waiting.next(); next !== undefined && next <= instant; next = waiting.next()) {
      time = Math.max(time, next);
      waiting.take(time)?.();
      await quiesce();
    }
    time = Math.max(time, instant);
    await quiesce();
  };
  return {
    now: () => time,
    at(instant, run) {
      const cancel = waiting.put(instant, run);
      if (instant <= time) setImmediate(runDue);
      return cancel;
    },
    advance: (ms) => advanceTo(time + ms),
    advanceTo,
  };
}

/** Lets promises and immediates run out, chains of them too. */
async function turnOver(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
