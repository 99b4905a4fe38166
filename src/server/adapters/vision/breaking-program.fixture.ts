// Replaces the photo process in tests. The first byte of the picture chooses what happens to the program.

import { execFileSync } from 'node:child_process';
import dgram from 'node:dgram';
import { closeSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { ImageFault } from './decode.ts';
import { type PhotoMessage, type PhotoRequest, receivePicture, seal } from './messages.ts';

const seen = { shows: 'thing' as const, garments: [], forKids: 0, colors: [], tag: {}, letters: {}, pictures: null };
const send = (message: PhotoMessage): void => {
  process.send?.(message);
};

/** What fills the memory must not be collected. */
const hoard: Buffer[] = [];

/** What an attacker would try who runs code in the process, after closing what can be closed. Names what worked. */
async function attempts(port: number): Promise<string[]> {
  for (const fd of [0, 1, 2]) closeSync(fd);
  const reach = (open: () => net.Socket) =>
    new Promise((resolve, reject) => open().on('connect', resolve).on('error', reject));
  const tried: [string, () => unknown][] = [
    ['read the system', () => readFileSync('/etc/passwd')],
    ['read the data', () => readdirSync(path.join(import.meta.dirname, '../../../../data'))],
    ['read the parent', () => readFileSync(`/proc/${process.ppid}/environ`)],
    ['read itself', () => readFileSync(import.meta.filename)],
    ['write', () => writeFileSync(path.join(os.tmpdir(), 'hangtag-photo-escape'), 'x')],
    ['run', () => execFileSync('true')],
    ['connect', () => reach(() => net.connect(port, '127.0.0.1'))],
    ['connect to a socket', () => reach(() => net.connect('/var/run/docker.sock'))],
    ['fetch', () => fetch(`http://127.0.0.1:${port}`)],
    [
      'listen',
      () =>
        new Promise((resolve, reject) =>
          net
            .createServer()
            .on('error', reject)
            .listen(0, () => resolve(0)),
        ),
    ],
    [
      'send',
      () =>
        new Promise((resolve, reject) =>
          dgram
            .createSocket('udp4')
            .on('error', reject)
            .bind(0, () => resolve(0)),
        ),
    ],
    ['become root', () => process.setuid?.(0)],
    ['signal the server', () => process.kill(process.ppid, 0)],
  ];
  const worked: string[] = [];
  for (const [name, attempt] of tried) {
    try {
      await attempt();
      worked.push(name);
    } catch {
      // As it should be.
    }
  }
  return worked;
}

const { stdin } = process;
await seal();
process.on('message', async ({ id, image: size }: PhotoRequest) => {
  const image = await receivePicture(stdin, size);
  switch (image[0]) {
    case 1:
      process.abort();
      break;
    case 2:
      // Never answers and blocks its event loop. A loop would use a whole core meanwhile.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      break;
    case 3:
      send({ kind: 'failed', id, rss: 1 });
      break;
    case 4:
      send({ kind: 'seen', id, sighting: { ...seen, forKids: process.pid }, rss: 1e12 });
      break;
    case 6:
      send({
        kind: 'seen',
        id,
        sighting: { ...seen, letters: { brand: (await attempts(Buffer.from(image).readUInt16BE(1))).join(', ') } },
        rss: 1,
      });
      break;
    case 7:
      // As the library for pictures does on a processor without SSE4.2.
      process.kill(process.pid, 'SIGILL');
      break;
    case 0x38:
      send({
        kind: 'refused',
        id,
        which: 'image',
        fault: Buffer.from(image).toString('utf8', 1) as ImageFault,
        rss: 1,
      });
      break;
    case 5:
      hoard.push(Buffer.alloc(400e6, 1));
      break;
    default:
      send({ kind: 'seen', id, sighting: { ...seen, forKids: process.pid }, rss: 1 });
  }
});
process.on('disconnect', () => process.exit(0));
