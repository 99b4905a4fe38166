// A disk of its own for the database, small enough to be filled.

import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const chunk = Buffer.alloc(1 << 20, 1);

/** Mounts a disk in memory on a folder, which takes root and Linux. Call the result to unmount it. */
export function mountSmallDisk(folder: string, mb: number): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m,mode=755`, 'tmpfs', folder]);
  return () => execFileSync('umount', [folder]);
}

/** Writes until nothing fits anymore. Call the result to make room again. */
export function fillDisk(folder: string): () => void {
  const ballast = join(folder, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (;;) if (writeSync(file, chunk) < chunk.length) break;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  return () => rmSync(ballast);
}
