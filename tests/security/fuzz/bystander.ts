// Another seller, who asks for the bot's status all along: what others do must not slow it down.
type Seen = {
  asked: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
  /** How late this process itself was at most. Not part of the other figures. */
  latestTimerMs: number;
};

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
export function openBystander(askStatus: () => Promise<{ status: number }>): { stop(): Promise<Seen> } {
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
      return {
        asked: took.length,
        failed,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        mostMs: at(1),
        latestTimerMs: stopwatch.stop(),
      };
    },
  };
}

export const bystanderText = ({ asked, failed, p50Ms, p99Ms, mostMs, latestTimerMs }: Seen): string =>
  `bystander: ${asked} status calls, ${failed} failed, p50 ${p50Ms} ms, p99 ${p99Ms} ms, slowest ${mostMs} ms (this program itself was up to ${latestTimerMs} ms late)`;
