// A clock for tests, which only moves when a test moves it.
import type { Clock, Instant } from '#domain/ports/clock.ts';
import { dueList } from '#server/adapters/clock/clock.ts';

type ManualClock = Clock & {
  /**
   * Moves the time forward by `ms`. Callbacks that become due run in order, each at its own moment, and the time moves on only
   * after everything they started is done.
   */
  advance(ms: number): Promise<void>;
  /** The same to a given moment. Does nothing if that has passed. */
  advanceTo(instant: Instant): Promise<void>;
};

/**
 * A clock that moves only when a test moves it. `settle` waits for work outside of JavaScript, such as queries and calls.
 * Without it, only promises and immediates are awaited.
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

/** Waits until promises and immediates have run, including chains of them. */
async function turnOver(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
