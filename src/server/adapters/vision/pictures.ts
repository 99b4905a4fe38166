// Brings pictures from the server to the photo process, through its standard input.

import type { Readable, Writable } from 'node:stream';

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
