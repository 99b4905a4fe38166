// Spaces out calls that the seller doesn't wait for one by one, so that those that the seller clicks on are still answered.

type Pace = {
  /** Counts a call that is made now. Returns 0, or else how long to wait before asking again. */
  take(now: number): number;
  /** How long until the last of this many further calls may be made. */
  leftMs(calls: number, now: number): number;
};

/** `burst` calls at once, and then one every `everyMs`. Calls that aren't made come back at that rate. */
type PaceRate = { burst: number; everyMs: number };

/**
 * Of the 60 analyses that the server answers in a minute, at most 50, and 40 after the first minute: the seller may open and hover
 * over listings meanwhile. Evenly, because the server estimates its minute from two fixed ones, and takes a rush at the end of
 * one for calls of the next. A guest has a quarter.
 */
export const analysisRate = {
  account: { burst: 10, everyMs: 1_500 },
  guest: { burst: 2, everyMs: 6_000 },
} as const satisfies Record<string, PaceRate>;

export const createPace = ({ burst, everyMs }: PaceRate): Pace => {
  const aheadMs = (burst - 1) * everyMs;
  /** When the next call would be due if all of them were spaced evenly. */
  let dueAt = Number.NEGATIVE_INFINITY;
  return {
    take(now) {
      const from = Math.max(dueAt, now);
      if (from - now > aheadMs) return from - now - aheadMs;
      dueAt = from + everyMs;
      return 0;
    },
    leftMs: (calls, now) =>
      calls === 0 ? 0 : Math.max(0, Math.max(dueAt, now) + (calls - 1) * everyMs - aheadMs - now),
  };
};
