// Which port a start takes if none was given: the usual one, or the next free one, which the data folder remembers.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { makeFolder } from './data-folder.ts';

const usualPort = 5000;
const mostTried = 100;

/** The port of the last start if it is free. Addresses in bookmarks stay true that way. */
export async function choosePort(dataDir: string, host: string): Promise<number> {
  const file = path.join(dataDir, 'port');
  const remembered = read(file);
  const begin = remembered ?? usualPort;
  for (let port = begin; port < begin + mostTried; port += 1) {
    if (!(await isFree(port, host))) continue;
    if (port !== begin) remember(file, port);
    return port;
  }
  return begin;
}

function read(file: string): number | null {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
  } catch {
    return null;
  }
}

function remember(file: string, port: number): void {
  try {
    makeFolder(path.dirname(file));
    writeFileSync(file, `${port}\n`);
  } catch {
    // A folder that can't be written ends the start, in words.
  }
}

/** False only if somebody has it. Whoever listens next reports any other problem. */
const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
