// Counts what this process does, for the operator page. In memory, and written with each heartbeat.

/** In ms. A share later than all of them counts at the last one. */
const lateBounds = [10, 25, 50, 75, 100, 150, 250, 500, 1_000, 2_000, 5_000, 15_000, 60_000] as const;

export function createCounts() {
  const counts = new Map<string, number>();
  const add = (name: string, count = 1): void => void counts.set(name, (counts.get(name) ?? 0) + count);
  const nameOfLateness = (ms: number): string => `late ${lateBounds.find((bound) => ms <= bound) ?? lateBounds.at(-1)}`;
  return {
    shareSettled: (outcome: string): void => add(`share ${outcome}`),
    late: (ms: number): void => add(nameOfLateness(ms)),
    refused: (call: string, budget: string): void => add(`refused ${call} ${budget}`),
    /** Everything since the last call. */
    take(): { name: string; count: number }[] {
      // Every process writes in the same order, so that no two of them wait for each other.
      const taken = [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
      counts.clear();
      return taken;
    },
    /** Counts again what could not be written. */
    giveBack(given: readonly { name: string; count: number }[]): void {
      for (const { name, count } of given) add(name, count);
    },
  };
}

export type Counts = ReturnType<typeof createCounts>;

/** The bound below which 99 % lie; null if there are none. */
export function latenessOf(counts: ReadonlyMap<string, number>): number | null {
  const numbers = lateBounds.map((bound) => counts.get(`late ${bound}`) ?? 0);
  const all = numbers.reduce((sum, number) => sum + number, 0);
  let below = 0;
  for (const [index, number] of numbers.entries()) {
    below += number;
    if (all > 0 && below >= all * 0.99) return lateBounds[index] ?? null;
  }
  return null;
}
