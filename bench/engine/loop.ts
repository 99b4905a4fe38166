// Measures how long this thread blocks its own event loop.

export type Spread = { p50: number; p99: number; most: number };

/**
 * A timer of one millisecond runs at every turn of this thread's event loop. How `late` it is depends on this program and on all
 * others that use the processor. The processor time of this thread since the last turn is what it `worked`, and so blocked by
 * itself. All in milliseconds.
 */
export function watchLoop(): { end(): { late: Spread; worked: Spread } } {
  const everyMs = 1;
  const late: number[] = [];
  const worked: number[] = [];
  let last = { at: performance.now(), spentMs: spentMs() };
  const look = (): void => {
    const now = { at: performance.now(), spentMs: spentMs() };
    late.push(Math.max(0, now.at - last.at - everyMs));
    worked.push(now.spentMs - last.spentMs);
    last = now;
  };
  const timer = setInterval(look, everyMs);
  return {
    end() {
      clearInterval(timer);
      look();
      return { late: spreadOf(late), worked: spreadOf(worked) };
    },
  };
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
