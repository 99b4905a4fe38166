// The server under load, in a process that monitors its event loop.

import { createLog } from '#server/adapters/log/log.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';

/** The messages to and from this program: the whole server in a process that monitors its own event loop. */
export type Asked = 'begin' | 'end' | 'stop';
export type Said = { kind: 'ready'; port: number } | { kind: 'seen'; late: Spread; worked: Spread; rssMb: number };
type Spread = { p50: number; p99: number; most: number };

/**
 * A timer of one millisecond runs at every turn of the event loop. How late it is depends on this program and on all others that
 * use the processor. The processor time of this thread since the last turn is what it blocked by itself.
 */
const everyMs = 1;
let watch: { late: number[]; worked: number[]; at: number; cpuUs: number } | null = null;
let mostRss = 0;
const cpuUs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};
setInterval(() => {
  if (watch === null) return;
  const [now, cpu] = [performance.now(), cpuUs()];
  watch.late.push(Math.max(0, now - watch.at - everyMs));
  watch.worked.push((cpu - watch.cpuUs) / 1000);
  watch.at = now;
  watch.cpuUs = cpu;
}, everyMs);
setInterval(() => {
  mostRss = Math.max(mostRss, process.memoryUsage.rss());
}, 50);

const spreadOf = (values: number[]): Spread => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
};

const app = await createApp(readConfig(process.env), { log: createLog({ level: 'error' }) });
const { port } = await app.server.listen(0, '127.0.0.1');
const say = (said: Said): void => {
  process.send?.(said);
};
process.on('message', (asked: Asked) => {
  if (asked === 'stop') void app.close().then(() => process.exit(0));
  else if (asked === 'begin') {
    watch = { late: [], worked: [], at: performance.now(), cpuUs: cpuUs() };
    mostRss = process.memoryUsage.rss();
  } else if (watch !== null) {
    const { late, worked } = watch;
    watch = null;
    say({ kind: 'seen', late: spreadOf(late), worked: spreadOf(worked), rssMb: mostRss / 2 ** 20 });
  }
});
process.on('disconnect', () => process.exit(1));
say({ kind: 'ready', port });
