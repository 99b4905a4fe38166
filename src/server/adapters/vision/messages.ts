// What the server and the photo process send each other, and how that process gives up its rights before the first picture.

import type { Readable, Writable } from 'node:stream';
import type { PhotoToSee, Sighting } from '#domain/ports/pricing/vision.ts';
import type { ImageFault } from './decode.ts';

/** A request to the photo process. Its pictures follow on the process's standard input; these are their sizes in bytes. */
export type PhotoRequest = Pick<PhotoToSee, 'forModel'> & { id: number; image: number; tag?: number };

/** A message of the photo process. When it has loaded, it waits until the server has sealed it. */
export type PhotoMessage = { kind: 'loaded' } | PhotoReply;

/** A reply to one photo. `rss` is the process's memory in bytes after it; 0 if it can't tell. */
export type PhotoReply =
  | { kind: 'seen'; id: number; sighting: Sighting; rss: number }
  | { kind: 'refused'; id: number; which: 'image' | 'tagImage'; fault: ImageFault; rss: number }
  | { kind: 'failed'; id: number; rss: number };

/** In bytes. The pipe takes about as much at once. */
const pieceBytes = 256 * 1024;

/**
 * Sends the pictures, one piece after another. A message over the channel would copy each picture into a buffer that stays until
 * the garbage collector runs: 50 MB and more while 20 photos are read. Pieces go through `piece`, because a picture may be freed
 * while its process is being ended. Rejects if the process is gone.
 */
export async function sendPictures(
  to: Writable,
  pictures: readonly Uint8Array[],
  piece = Buffer.allocUnsafeSlow(pieceBytes),
): Promise<void> {
  for (const picture of pictures) {
    for (let at = 0; at < picture.length; at += piece.length) {
      const part = picture.subarray(at, at + piece.length);
      piece.set(part);
      await new Promise<void>((resolve, reject) => {
        to.write(piece.subarray(0, part.length), (error) => (error ? reject(error) : resolve()));
      });
    }
  }
}

/** Resolves to the next `size` bytes. Call it for one picture after another. */
export async function receivePicture(from: Readable, size: number): Promise<Uint8Array> {
  const picture = Buffer.allocUnsafeSlow(size);
  let has = 0;
  while (has < size) {
    const part: Buffer | null = from.read();
    if (part === null) {
      await new Promise<void>((resolve) => from.once('readable', resolve));
      continue;
    }
    const taken = part.copy(picture, has);
    has += taken;
    if (taken < part.length) from.unshift(part.subarray(taken));
  }
  return picture;
}

/** Debian and systemd never assign this number. Only root can become another user. */
const ownId = 65_522;

/**
 * Call it when everything is loaded. The server then takes away the right to open anything: files, connections, and pipes to other
 * programs. If the program is root's, it becomes a user that owns nothing. Neither can be undone from inside.
 */
export async function seal(): Promise<void> {
  const sealed = new Promise<void>((resolve) => process.once('message', () => resolve()));
  process.send?.({ kind: 'loaded' });
  await sealed;
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(ownId);
    process.setuid?.(ownId);
  } catch {
    // In a container whose root may not change users, this root has few rights to lose.
  }
}

/** How much memory the program uses, if the system says so without opening a file. The server measures it, too. */
export function ownBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}
