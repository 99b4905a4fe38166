// Which Hangtag runs on a data folder: its server leaves a note there, and a second start and `hangtag open` read it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, parseJson } from '#domain/json.ts';
import { identityLives, processIdentity } from '../adapters/database/embedded/processes.ts';
import { makeFolder } from './data-folder.ts';

const noteIn = (dataDir: string): string => path.join(dataDir, 'running.json');
/** A server that takes over from the waiting page answers nothing for a moment. */
const tries = 5;
const tryEveryMs = 200;
const answerMs = 2_000;

/**
 * Leaves the note, unless another one runs there: the database will refuse this one. Returns what takes it away again. A folder that
 * can't be written has other problems, which the start reports.
 */
export function announce(dataDir: string, address: string): () => void {
  const file = noteIn(dataDir);
  const note = JSON.stringify({ process: processIdentity(process.pid), address });
  if (readNote(file) !== null) return () => {};
  try {
    makeFolder(dataDir);
    writeFileSync(file, note);
  } catch {
    return () => {};
  }
  return () => {
    try {
      if (readFileSync(file, 'utf8') === note) rmSync(file);
    } catch {
      // It is gone.
    }
  };
}

/** The address of the Hangtag that runs on this data folder; null if none does. */
export async function findRunning(dataDir: string): Promise<string | null> {
  for (let left = tries; left > 0; left -= 1) {
    const address = readNote(noteIn(dataDir));
    if (address === null) return null;
    if (await answers(address)) return address;
    await sleep(tryEveryMs);
  }
  return null;
}

function readNote(file: string): string | null {
  try {
    const note = parseJson(readFileSync(file, 'utf8'));
    if (!isObject(note) || typeof note.process !== 'string' || typeof note.address !== 'string') return null;
    return identityLives(note.process) && note.process !== processIdentity(process.pid) ? note.address : null;
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
