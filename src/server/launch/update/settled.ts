// Keeps starts and updates apart: a start waits for an update that is under way, and settles one that was cut off.
import { setTimeout as sleep } from 'node:timers/promises';
import { currentRoot, isAlive, nodeOf, noteService, readUpdate } from './program.ts';

const lookEveryMs = 200;

/** Few starts need it. */
const settle = async (dataDir: string): Promise<void> => (await import('./saved-data.ts')).settle(dataDir);

/** The program that a start on this data folder has to run, and its Node.js; null while an update is between two versions. */
export async function settledProgram(
  dataDir: string,
  { isService = false } = {},
): Promise<{ root: string; node: string } | null> {
  if (isService) noteService(dataDir);
  const note = readUpdate(dataDir);
  if (note !== null && !isAlive(note)) await settle(dataDir);
  else if (note !== null && note.step !== 'try' && note.step !== 'ready') return null;
  const root = currentRoot(dataDir);
  return { root, node: nodeOf(root) };
}

/** Resolves when a server may start again: the new version, or after the update has ended. */
export async function untilMayStart(dataDir: string): Promise<void> {
  for (;;) {
    const note = readUpdate(dataDir);
    if (note === null || note.step === 'try') return;
    if (!isAlive(note)) await settle(dataDir);
    else await sleep(lookEveryMs);
  }
}
