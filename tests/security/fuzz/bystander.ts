// Another seller, who asks for the bot's status all along: what others do must not slow it down.
const everyMs = 100;
const tickMs = 20;

/** Takes the time of calls without what this process itself lost meanwhile, as on a machine that is busy or stalls. */
export function openStopwatch() {
  let latestMs = 0;
  let lateMs = 0;
  let tickAt = performance.now();
  const tick = () => {
    lateMs = Math.max(lateMs, performance.now() - tickAt - tickMs);
    latestMs = Math.max(latestMs, lateMs);
    tickAt = performance.now();
  };
  const ticking = setInterval(tick, tickMs);
  return {
    async timed<T>(work: () => Promise<T>): Promise<{ result: T; tookMs: number }> {
      const startedAt = performance.now();
      lateMs = 0;
      const result = await work();
      tick();
      return { result, tookMs: Math.max(0, performance.now() - startedAt - lateMs) };
    },
    /** Stops, and returns how late this process was at most. */
    stop(): number {
      clearInterval(ticking);
      return Math.round(latestMs);
    },
  };
}

/** Asks until `stop`. A call that fails or takes longer counts, and the next one starts on time after it. */
export function openBystander(askStatus: () => Promise<{ status: number }>) {
  const took: number[] = [];
  let failed = 0;
  let isStopped = false;
  const stopwatch = openStopwatch();
  const asking = (async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      const { result, tookMs } = await stopwatch.timed(() => askStatus().catch(() => ({ status: 0 })));
      took.push(tookMs);
      if (result.status !== 200) failed++;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - startedAt))));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await asking;
      const sorted = took.toSorted((one, other) => one - other);
      const at = (part: number): number => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
      const text = `bystander: ${took.length} status calls, ${failed} failed, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms (this program itself was up to ${stopwatch.stop()} ms late)`;
      return { failed, p99Ms: at(0.99), mostMs: at(1), text };
    },
  };
}
