// Counts repeated warnings instead of logging them, so that the log stays readable while the database is away.

const withinMs = 60_000;
/** Keys that are older than a minute are dropped at this number. Most warnings have a key of their own, with ids. */
const mostKeys = 200;

type Repeats = {
  /** How many repeats were held back since this was last logged. null: it is a repeat itself, so don't log it. */
  take(key: string): number | null;
};

/** Each key passes once a minute. `now` is in milliseconds and never goes back. */
export function createRepeats(now: () => number): Repeats {
  const logged = new Map<string, { at: number; held: number }>();
  return {
    take(key) {
      const at = now();
      const last = logged.get(key);
      if (last !== undefined && at - last.at < withinMs) {
        last.held += 1;
        return null;
      }
      if (logged.size >= mostKeys)
        for (const [old, { at: since }] of logged) if (at - since >= withinMs) logged.delete(old);
      logged.set(key, { at, held: 0 });
      return last?.held ?? 0;
    },
  };
}
