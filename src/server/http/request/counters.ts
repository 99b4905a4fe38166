// Counts calls in memory, by sliding windows. Keeps the promise that a status call of one of 10,000 open dashboards takes at most 50 ms:
// limits.ts would write a row and ask the database three times for each of a thousand calls a second.
import type { Rate } from '#contract/cost.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';

type Counters = {
  /** Counts one call for `key` and returns 0. If `rate` is used up, counts nothing and returns the time to wait in ms. */
  take(key: string, rate: Rate): number;
};

/** Callers beyond this number in one window share one count, so that a flood of addresses can't fill the memory. */
const mostKeys = 100_000;
const crowd = '';

type Window = { index: number; now: Map<string, number>; before: Map<string, number> };

/**
 * Estimates a sliding window from two fixed ones: all of this one, and the part of the one before that still lies within
 * reach. Whole windows are forgotten at once, so nothing has to be pruned.
 */
export function createCounters({ clock }: { clock: Clock }): Counters {
  const windows = new Map<number, Window>();

  const windowAt = (now: Instant, withinMs: number): Window => {
    const index = Math.floor(now / withinMs);
    const known = windows.get(withinMs) ?? { index, now: new Map(), before: new Map() };
    windows.set(withinMs, known);
    if (known.index === index) return known;
    known.before = index === known.index + 1 ? known.now : new Map();
    known.now = new Map();
    known.index = index;
    return known;
  };

  return {
    take(key, { most, withinMs }) {
      const at = clock.now();
      const window = windowAt(at, withinMs);
      const name = window.now.has(key) || window.now.size < mostKeys ? key : crowd;
      const before = window.before.get(name) ?? 0;
      const here = window.now.get(name) ?? 0;
      const sinceStart = at - window.index * withinMs;
      if (before * (1 - sinceStart / withinMs) + here + 1 <= most) {
        window.now.set(name, here + 1);
        return 0;
      }
      return Math.max(1, Math.ceil(waitFor({ before, here, most, withinMs, sinceStart })));
    },
  };
}

/** How long until one more call fits. */
function waitFor({
  before,
  here,
  most,
  withinMs,
  sinceStart,
}: {
  before: number;
  here: number;
  most: number;
  withinMs: number;
  sinceStart: number;
}): number {
  const room = most - here - 1;
  // The window before leaves room in time.
  if (room >= 0) return withinMs * (1 - room / before) - sinceStart;
  // This window alone is full: in the next one it counts as the window before.
  return withinMs * (1 - (most - 1) / here) + withinMs - sinceStart;
}
