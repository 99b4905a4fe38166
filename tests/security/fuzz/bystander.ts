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

/** Asks until `stop`. A call that fails or takes longer counts, and the next one starts on time after it. */
export function openBystander(askStatus: () => Promise<{ status: number }>): { stop(): Promise<Seen> } {
  const took: number[] = [];
  let failed = 0;
  let isStopped = false;
  let latestTimerMs = 0;
  let lateMs = 0;
  let tickAt = performance.now();
  const tick = () => {
    lateMs = Math.max(lateMs, performance.now() - tickAt - tickMs);
    latestTimerMs = Math.max(latestTimerMs, lateMs);
    tickAt = performance.now();
  };
  const ticking = setInterval(tick, tickMs);
  const asking = (async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      lateMs = 0;
      const { status } = await askStatus().catch(() => ({ status: 0 }));
      tick();
      // Without what this process itself lost meanwhile, as on a machine that is busy or stalls.
      took.push(Math.max(0, performance.now() - startedAt - lateMs));
      if (status !== 200) failed++;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - startedAt))));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await asking;
      clearInterval(ticking);
      const sorted = took.toSorted((one, other) => one - other);
      const at = (part: number): number => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
      return {
        asked: took.length,
        failed,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        mostMs: at(1),
        latestTimerMs: Math.round(latestTimerMs),
      };
    },
  };
}

export const bystanderText = ({ asked, failed, p50Ms, p99Ms, mostMs, latestTimerMs }: Seen): string =>
  `bystander: ${asked} status calls, ${failed} failed, p50 ${p50Ms} ms, p99 ${p99Ms} ms, slowest ${mostMs} ms (this program itself was up to ${latestTimerMs} ms late)`;
