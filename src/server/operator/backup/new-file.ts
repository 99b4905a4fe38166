// Makes a file that is there complete or not at all, whenever the program or the machine is cut off.

import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { renameFile } from '../../adapters/rename-file.ts';
import { syncFolder } from '../../adapters/sync-folder.ts';

/**
 * Makes a new file that only its owner may read, and waits until it and its name are on the disk. Until then it has another name,
 * `FILE.….unfinished`, under which a killed program leaves it. Rejects with `EEXIST` if there is a file of this name.
 */
export async function makeNewFile(file: string, write: (made: FileHandle) => Promise<void>): Promise<void> {
  refuseExisting(file);
  const draft = `${file}.${randomBytes(4).toString('hex')}.unfinished`;
  const made = await open(draft, 'wx', 0o600);
  try {
    await write(made);
    await made.sync();
    await made.close();
    giveName(draft, file);
    syncFolder(dirname(file));
  } catch (error) {
    await made.close().catch(() => {});
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A link never replaces a file that has come in the meantime. Some file systems have no links. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
    rmSync(draft);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    refuseExisting(file);
    renameFile(draft, file);
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw Object.assign(new Error(`EEXIST: ${file} exists already`), { code: 'EEXIST' });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
