// A clock for tests that runs like the real one, and that a test can move ahead.
import type { Clock } from '#domain/ports/clock.ts';
import { dueList } from '#server/adapters/clock/clock.ts';

/** With `move`, callbacks that become due run at once, like those of a computer that was asleep for so long. */
export function runningClock(): Clock & { move(ms: number): void } {
  const waiting = dueList();
  let ahead = 0;
  let timer: NodeJS.Timeout | undefined;

  const now = () => Date.now() + ahead;
  const runDue = () => {
    for (let run = waiting.take(now()); run !== undefined; run = waiting.take(now())) run();
    arm();
  };
  const arm = () => {
    clearTimeout(timer);
    const next = waiting.next();
    if (next !== undefined) timer = setTimeout(runDue, Math.min(Math.max(next - now(), 0), 60_000)).unref();
  };
  return {
    now,
    at(instant, run) {
      const cancel = waiting.put(instant, run);
      arm();
      return cancel;
    },
    move(ms) {
      ahead += ms;
      runDue();
    },
  };
}
