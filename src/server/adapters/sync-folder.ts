// Writes a folder's entries to the disk, so that a new or renamed file keeps its name after a power failure.

import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Folders that we may write to and not read, and file systems that sync no folders. PostgreSQL ignores the same errors. */
const unable = new Set(['EACCES', 'EPERM', 'EISDIR', 'EBADF', 'EINVAL', 'ENOTSUP']);

/**
 * Waits until the entries of `folder` are on the disk, if the platform can do that. Windows can't.
 * @throws if the disk fails.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unable.has(String(error.code)))) throw error;
  }
}
