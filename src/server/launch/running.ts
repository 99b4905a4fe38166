// Which Hangtag runs on a data folder: its server leaves a note there, and a second start, `hangtag open`, and `hangtag stop` read it.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, parseJson } from '#domain/json.ts';
import { identityLives, pidOf, processIdentity } from '../adapters/database/embedded/processes.ts';
import { makeFolder } from '../adapters/files.ts';
import { Unavailable } from './command.ts';

/** The command beside its server, or a server that something else starts. */
type Runner = 'command' | 'server';

const noteIn = (dataDir: string): string => path.join(dataDir, 'running.json');
/** A server that takes over from the waiting page answers nothing for a moment. */
const tries = 5;
const tryEveryMs = 200;
const answerMs = 2_000;
/** A server cuts off its work after 4.5 s, and its database may take a few more. */
const stopMs = 30_000;

/**
 * Leaves the note, unless another one runs there: the database will refuse this one. Returns what takes it away again. A folder that
 * can't be written has other problems, which the start reports.
 */
export function announce(dataDir: string, address: string, by: Runner = 'command'): () => void {
  const file = noteIn(dataDir);
  if (readNote(dataDir) !== null) return () => {};
  const pipe = process.platform === 'win32' ? `\\\\.\\pipe\\hangtag-${randomUUID()}` : undefined;
  const note = JSON.stringify({ process: processIdentity(process.pid), address, by, pipe } satisfies Note);
  try {
    makeFolder(dataDir);
    writeFileSync(file, note, { mode: 0o600 });
  } catch {
    return () => {};
  }
  const server = pipe === undefined ? null : listenForStop(pipe);
  return () => {
    server?.close();
    try {
      if (readFileSync(file, 'utf8') === note) rmSync(file);
    } catch {
      // It is gone.
    }
  };
}

const stopWord = 'stop';

/** Windows has no signals. Another user can connect there, but write nothing. */
const listenForStop = (pipe: string): Server =>
  createServer((connection) => {
    connection.setEncoding('utf8').on('data', (word) => {
      if (String(word) === stopWord) process.emit('SIGTERM', 'SIGTERM');
    });
    connection.on('error', () => {});
  })
    .on('error', () => {})
    .listen(pipe)
    .unref();

/** Ends the Hangtag that runs on this data folder, and resolves when it has ended. False if none runs. */
export async function stopRunning(dataDir: string): Promise<boolean> {
  const note = readNote(dataDir);
  if (note === null) return false;
  try {
    if (note.pipe === undefined) process.kill(pidOf(note.process), 'SIGTERM');
    else
      connect(note.pipe)
        .on('error', () => {})
        .end(stopWord);
  } catch {
    throw new Unavailable('Hangtag runs as another user of this computer, who has to stop it.');
  }
  for (let waited = 0; identityLives(note.process); waited += tryEveryMs) {
    if (waited >= stopMs) throw new Unavailable('Hangtag hasn’t stopped yet. Try again in a minute.');
    await sleep(tryEveryMs);
  }
  return true;
}

/** The address of the Hangtag that runs on this data folder; null if none does. */
export async function findRunning(dataDir: string): Promise<string | null> {
  for (let left = tries; left > 0; left -= 1) {
    const note = readNote(dataDir);
    if (note === null) return null;
    if (await answers(note.address)) return note.address;
    await sleep(tryEveryMs);
  }
  return null;
}

type Note = { process: string; address: string; by: Runner; pipe?: string | undefined };

/** What another program says that runs on this data folder, whether it answers or not; null if none does. */
export function readNote(dataDir: string): Note | null {
  try {
    const note = parseJson(readFileSync(noteIn(dataDir), 'utf8'));
    if (!isObject(note) || typeof note.process !== 'string' || typeof note.address !== 'string') return null;
    const { process: identity, address, pipe, by } = note;
    if (!identityLives(identity) || identity === processIdentity(process.pid)) return null;
    return {
      process: identity,
      address,
      by: by === 'server' ? 'server' : 'command',
      pipe: typeof pipe === 'string' ? pipe : undefined,
    };
  } catch {
    return null;
  }
}

/** Not `fetch`, which would take 20 MB in a process that stays. */
const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(`${address}/healthz`, { timeout: answerMs }, (reply) => {
      reply.resume();
      resolve(true);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
  });

/** Set for the server that the command starts. */
export const launchedBy = 'HANGTAG_LAUNCHED';

/** What the server tells the command, which answers that the port is free. */
export type FromServer = 'wants port' | 'ready';
export const portIsFree = 'port is free';
/** What the command tells the server where there are no signals. */
export const pleaseStop = 'stop';

export const isLaunched = (env: NodeJS.ProcessEnv): boolean =>
  env[launchedBy] !== undefined && process.send !== undefined;

/** Resolves when this process may listen. */
export async function takePort(): Promise<void> {
  process.send?.('wants port' satisfies FromServer);
  while ((await once(process, 'message'))[0] !== portIsFree);
}

/** Calls `onStop` when the command asks for it. */
export function obeyCommand(onStop: () => void): void {
  process.on('message', (message) => {
    if (message === pleaseStop) onStop();
  });
}

/** Calls `onGone` when the command has ended, however it did. */
export function reportReady(onGone: () => void): void {
  process.once('disconnect', onGone);
  process.send?.('ready' satisfies FromServer);
}
