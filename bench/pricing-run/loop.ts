// Measures how long a thread blocks its own event loop.
type Blocked = { p99Ms: number; mostMs: number };

/**
 * A timer of one millisecond runs at every turn of this thread's event loop. The thread's processor time between two turns is how
 * long its own work blocked it, whatever else the machine does. The first call of `end` returns the result.
 */
export function watchLoop(): { end(): Blocked } {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const blocked: number[] = [];
  let last = spent();
  const timer = setInterval(() => {
    const now = spent();
    blocked.push(now - last);
    last = now;
  }, 1);
  return {
    end() {
      clearInterval(timer);
      blocked.push(spent() - last);
      const sorted = blocked.toSorted((one, other) => one - other);
      return { p99Ms: sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 0, mostMs: sorted.at(-1) ?? 0 };
    },
  };
}
