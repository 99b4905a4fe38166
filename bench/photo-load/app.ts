// The whole server under load, in a process that watches its own event loop.

import { createLog } from '#server/adapters/log/log.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { type Spread, watchLoop } from '../engine/loop.ts';

/** The messages to and from this program. */
export type ServerRequest = 'begin' | 'end' | 'stop';
export type ServerMessage =
  | { kind: 'ready'; port: number }
  | { kind: 'seen'; late: Spread; worked: Spread; rssMb: number };

let watch: ReturnType<typeof watchLoop> | null = null;
let mostRss = 0;
setInterval(() => {
  mostRss = Math.max(mostRss, process.memoryUsage.rss());
}, 50);

const app = await createApp(readConfig(process.env), { log: createLog({ level: 'error' }) });
const { port } = await app.server.listen(0, '127.0.0.1');
const send = (message: ServerMessage): void => {
  process.send?.(message);
};
process.on('message', (request: ServerRequest) => {
  if (request === 'stop') void app.close().then(() => process.exit(0));
  else if (request === 'begin') {
    watch = watchLoop();
    mostRss = process.memoryUsage.rss();
  } else if (watch !== null) {
    const seen = watch.end();
    watch = null;
    send({ kind: 'seen', ...seen, rssMb: mostRss / 2 ** 20 });
  }
});
process.on('disconnect', () => process.exit(1));
send({ kind: 'ready', port });
