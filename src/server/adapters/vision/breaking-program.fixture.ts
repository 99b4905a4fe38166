import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Asked, Said } from './messages.ts';

/** Replaces the photo program in tests. The first byte of the picture chooses what happens to the program. */
const seen = { shows: 'thing' as const, garments: [], forKids: 0, colors: [], tag: {}, letters: {}, pictures: null };
const say = (said: Said): void => {
  process.send?.(said);
};

/** What fills the memory must not be collected. */
const hoard: Buffer[] = [];

/** What an attacker would try who took the process over. Names what worked. */
function attempts(): string[] {
  const tried: [string, () => unknown][] = [
    ['read', () => readFileSync('/etc/hostname')],
    ['write', () => writeFileSync(path.join(os.tmpdir(), 'hangtag-photo-escape'), 'x')],
    ['run', () => execFileSync('true')],
  ];
  return tried.flatMap(([name, attempt]) => {
    try {
      attempt();
      return [name];
    } catch {
      return [];
    }
  });
}

process.on('message', ({ id, image }: Asked) => {
  switch (image[0]) {
    case 1:
      process.abort();
      break;
    case 2:
      // Never answers and blocks its event loop.
      for (;;);
    case 3:
      say({ kind: 'failed', id, rss: 1 });
      break;
    case 4:
      say({ kind: 'seen', id, sighting: { ...seen, forKids: process.pid }, rss: 1e12 });
      break;
    case 6:
      say({ kind: 'seen', id, sighting: { ...seen, letters: { brand: attempts().join(' ') } }, rss: 1 });
      break;
    case 5:
      hoard.push(Buffer.alloc(400e6, 1));
      break;
    default:
      say({ kind: 'seen', id, sighting: { ...seen, forKids: process.pid }, rss: 1 });
  }
});
process.on('disconnect', () => process.exit(0));
say({ kind: 'ready' });
