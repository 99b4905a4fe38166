// Watches the free space of the disk that holds the data.
import { statfs } from 'node:fs/promises';
import { oneAtATime } from '#domain/ports/clock.ts';

export const lowBytes = 1e9;
export const fullBytes = 300e6;
const checkEveryMs = 10_000;

type Log = { error(fields: object, message: string): void; info(fields: object, message: string): void };

/** If the system doesn't say, there is room. */
export async function watchDisk(needs: { folder: string; log: Log; freeBytes?: (folder: string) => Promise<number> }) {
  const { folder, log, freeBytes = freeBytesOf } = needs;
  let free = Number.POSITIVE_INFINITY;
  let last: 'roomy' | 'low' | 'full' = 'roomy';
  const check = async (): Promise<void> => {
    free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
    const now = free < fullBytes ? 'full' : free < lowBytes ? 'low' : 'roomy';
    if (now === last) return;
    last = now;
    if (now === 'roomy') log.info({ folder, freeBytes: free }, 'Disk has room again');
    else if (now === 'low')
      log.error({ folder, freeBytes: free }, 'Disk is almost full, demos and photos are turned off');
    else log.error({ folder, freeBytes: free }, 'Disk is full, bots are waiting');
  };
  await check();
  // A folder on a network may not answer, and each question would keep one of the few threads for files.
  const timer = setInterval(oneAtATime(check), checkEveryMs).unref();
  return {
    /** Below 1 GB: new guests and photos have to wait. */
    isLow: () => free < lowBytes,
    /** Below 300 MB: bots have to wait too, while there is room for what they must still write. */
    isFull: () => free < fullBytes,
    /** Infinity if the system doesn't say. */
    freeBytes: () => free,
    close: () => clearInterval(timer),
  };
}

/** Infinity if the system doesn't say. */
export const freeBytesOf = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );
