// Sees which folders are synced to the disk, for tests.

import fs, { fstatSync, readdirSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Records each sync of one of `folders`, with the files that it had at that moment. The folders need not exist yet. Replaces
 * `fsyncSync` of this thread until `end`. `failsWith`: the code of the error that each sync of a folder ends with.
 */
export function watchFolderSyncs(folders: readonly string[], { failsWith }: { failsWith?: string } = {}) {
  const synced: { folder: string; files: string[] }[] = [];
  const { fsyncSync } = fs;
  fs.fsyncSync = (fd) => {
    const { ino } = fstatSync(fd);
    const folder = folders.find((one) => statSync(one, { throwIfNoEntry: false })?.ino === ino);
    if (folder !== undefined) {
      if (failsWith !== undefined) throw Object.assign(new Error('The disk failed'), { code: failsWith });
      synced.push({ folder, files: readdirSync(folder) });
    }
    fsyncSync(fd);
  };
  syncBuiltinESMExports();
  return {
    synced,
    end: () => {
      fs.fsyncSync = fsyncSync;
      syncBuiltinESMExports();
    },
  };
}
