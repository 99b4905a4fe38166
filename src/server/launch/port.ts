// Which port a start takes if none was given: the usual one, or the next free one, which the data folder remembers.
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { makeFolder } from '../adapters/files.ts';

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

/** False only if somebody has it, or the system keeps it. Whoever listens next reports any other problem. */
const isFree = async (port: number, host: string): Promise<boolean> =>
  !(await isAnswered(port)) &&
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'EADDRINUSE' && !(code === 'EACCES' && port > 1023)),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

/**
 * Whether somebody answers at `localhost`, whatever that means to a browser. On a Mac, AirPlay has port 5000 and lets others listen
 * beside it. Windows is not asked: there a port that nobody has takes two seconds to say so.
 */
const isAnswered = async (port: number): Promise<boolean> => {
  if (process.platform === 'win32') return false;
  const answered = ['127.0.0.1', '::1'].map(
    (host) =>
      new Promise<boolean>((resolve) => {
        const caller = connect({ port, host }, () => resolve(true)).once('error', () => resolve(false));
        caller.once('connect', () => caller.destroy());
      }),
  );
  return (await Promise.all(answered)).includes(true);
};
