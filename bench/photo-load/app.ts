// The whole server under load, in a process that watches its own event loop.

import { createLog } from '#server/adapters/log/log.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { type Spread, watchLoop } from '../engine/loop.ts';
import { answerAll } from '../engine/programs.ts';

/** The messages to and from this program. */
export type ServerRequest = { kind: 'open' | 'begin' | 'end' };
export type ServerMessage =
  | { kind: 'ready'; port: number }
  | { kind: 'begun' }
  | { kind: 'seen'; late: Spread; worked: Spread; rssMb: number };

let watch = watchLoop();
let mostRss = 0;
setInterval(() => {
  mostRss = Math.max(mostRss, process.memoryUsage.rss());
}, 50);

const app = await createApp(readConfig(process.env), { log: createLog({ level: 'error' }) });
const { port } = await app.server.listen(0, '127.0.0.1');
answerAll<ServerRequest>(async ({ kind }): Promise<ServerMessage> => {
  if (kind === 'open') return { kind: 'ready', port };
  if (kind === 'end') return { kind: 'seen', ...watch.end(), rssMb: mostRss / 2 ** 20 };
  watch.end();
  watch = watchLoop();
  mostRss = process.memoryUsage.rss();
  return { kind: 'begun' };
});
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
