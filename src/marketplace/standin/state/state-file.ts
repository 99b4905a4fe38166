// Saves the practice marketplace's state to disk without blocking, and reads it back.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { World } from './model.ts';
import { restoreWorld, snapshotOf } from './snapshot.ts';

const restMs = 500;
/** After a save, it rests this many times as long, so that saving a large state uses at most a tenth of the time. */
const restPerWrite = 9;

/** Why the server could not start, as one sentence for the operator. */
export class StandinRefusal extends Error {}

/** Restores what the file has, if there is one. One that can't be read is renamed, so that nothing is lost. */
export async function restoreFrom(path: string, world: World): Promise<void> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw new StandinRefusal(`The practice marketplace can’t read its state file ${path}.`, { cause });
  });
  if (text === null) return;
  try {
    restoreWorld(world, text);
  } catch (cause) {
    const aside = `${path}.unreadable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    await rename(path, aside);
    throw new StandinRefusal(
      `The practice marketplace's state file is damaged. It was kept as ${aside}. Start again for a new practice marketplace.`,
      { cause },
    );
  }
}

/**
 * Saves the world about half a second after `changed`, and what is left at `close`. It writes a temporary file and renames it, so
 * that a kill at any time leaves either the old or the new file intact.
 */
export function keepState(path: string, world: World) {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isDirty = false;
  let waitMs = restMs;
  const save = async () => {
    isDirty = false;
    const begun = performance.now();
    const beside = `${path}.writing-${process.pid}`;
    await mkdir(dirname(path), { recursive: true });
    // One account after the other, so that saving a large state does not block other calls.
    await writeFile(beside, snapshotOf(world), { mode: 0o600, flush: true });
    await rename(beside, path);
    waitMs = Math.max(restMs, (performance.now() - begun) * restPerWrite);
  };
  const run = () => {
    timer = undefined;
    writing = writing.then(save).catch((error: Error) => {
      isDirty = true;
      process.stderr.write(`The practice marketplace could not write its state: ${error.message}\n`);
    });
  };
  return {
    changed: () => {
      isDirty = true;
      timer ??= setTimeout(run, waitMs);
    },
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      await writing;
      if (isDirty) await save();
    },
  };
}
