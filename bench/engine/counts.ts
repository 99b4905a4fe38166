// Counts what happened in a run, and how long it took.

/** How often each thing happened. */
type Tally = { add(what: string): void; all(): Record<string, number>; clear(): void };

export function tally(): Tally {
  const counts = new Map<string, number>();
  return {
    add: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
    all: () => Object.fromEntries(counts),
    clear: () => counts.clear(),
  };
}

/** Longer times count as this long. */
const longestMs = 120_000;

/** One counter per whole millisecond, so that quantiles are exact and a million values need no more memory than one. */
export function lateness() {
  const counters = new Uint32Array(longestMs + 1);
  let count = 0;
  let max = 0;
  const quantile = (part: number): number => {
    let left = Math.ceil(count * part);
    for (let ms = 0; ms <= longestMs; ms += 1) {
      left -= counters[ms] ?? 0;
      if (left <= 0) return ms;
    }
    return longestMs;
  };
  return {
    add(ms: number): void {
      const slot = Math.min(Math.round(ms), longestMs);
      counters[slot] = (counters[slot] ?? 0) + 1;
      count += 1;
      max = Math.max(max, ms);
    },
    read: () => ({ count, p50: quantile(0.5), p99: quantile(0.99), max }),
    clear(): void {
      counters.fill(0);
      count = 0;
      max = 0;
    },
  };
}
