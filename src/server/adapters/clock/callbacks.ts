// Runs callbacks at their moments of a clock, with one timer of Node for all of them.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Log } from '../log/log.ts';
import { dueList } from './due-list.ts';

/** The longest delay that a Node timer supports. For later moments the timer is set again. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * While very many callbacks wait, they run together, at most this often. A worker with 10,000 bots has five due in each
 * millisecond, and would otherwise set a timer for each, and perhaps wake the process at the other end for each share.
 */
const crowd = 1_000;
const crowdGapMs = 5;

export function createCallbacks({ now, log }: { now: () => Instant; log: Log }) {
  const waiting = dueList();
  /** When callbacks may run again, by the monotonic clock. */
  let readyAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let disarm = () => {};

  const arm = () => {
    disarm();
    const next = waiting.next();
    if (next === undefined || isStopped) return;
    const delayMs = Math.min(Math.max(next - now(), readyAt - performance.now()), longestTimerMs);
    if (delayMs <= 0) {
      const immediate = setImmediate(runDue);
      disarm = () => clearImmediate(immediate);
    } else {
      const timer = setTimeout(runDue, delayMs);
      disarm = () => clearTimeout(timer);
    }
  };
  const runDue = () => {
    if (waiting.size() >= crowd) readyAt = performance.now() + crowdGapMs;
    const due = now();
    for (let run = waiting.take(due); run !== undefined; run = waiting.take(due)) {
      try {
        run();
      } catch (error) {
        log.error({ error }, 'Scheduled callback threw');
      }
    }
    arm();
  };

  const at: Clock['at'] = (instant, run) => {
    const cancel = waiting.put(instant, run);
    if (waiting.next() === instant) arm();
    return cancel;
  };
  return {
    at,
    /** The clock was corrected, so the next callback may be due at another time of the host. */
    clockMoved: arm,
    stop() {
      isStopped = true;
      disarm();
    },
  };
}
