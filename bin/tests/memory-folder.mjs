// Finds a folder in memory for the temporary files of the tests.
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, rmdirSync, statfsSync } from 'node:fs';
import path from 'node:path';

const mount = '/dev/shm';
/** Several databases and browser profiles at once took less than 1 GB. */
const leastFreeBytes = 3 * 2 ** 30;
/** What is in the folder takes memory from the tests themselves. */
const leastMemoryBytes = 6 * 2 ** 30;

/**
 * Databases and browsers write a lot that nobody keeps. In memory instead of on a disk, `npm test` needs a sixth less processor
 * time. null if there is no such folder, or too little memory for it.
 */
export function memoryFolder() {
  if (process.platform !== 'linux' || process.env.TMPDIR) return null;
  try {
    const [, , kind, options] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .findLast(([, place]) => place === mount) ?? [];
    // PostgreSQL's programs may be copied there and started.
    if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return null;
    const { bavail, bsize } = statfsSync(mount);
    if (bavail * bsize < leastFreeBytes || process.availableMemory() < leastMemoryBytes) return null;
    accessSync(mount, constants.W_OK);
    const folder = path.join(mount, `hangtag-tests-${process.getuid()}`);
    mkdirSync(folder, { recursive: true });
    // PostgreSQL may run as another user than the tests.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return null;
  }
}

/** Gives the memory back, unless another run is still using the folder. */
export function leaveMemoryFolder(folder) {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY') throw error;
  }
}
