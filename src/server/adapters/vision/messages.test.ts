import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { receivePicture, sendPictures } from './messages.ts';

const pictureOf = (size: number, seed: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + seed) % 251);

it.each([
  { sizes: [1_000_000], piece: 64 * 1024 },
  { sizes: [65_536, 1], piece: 65_536 },
  { sizes: [10, 0, 300_000], piece: 7_000 },
  // Several pictures in one piece of what is received.
  { sizes: [3, 5, 9], piece: 100 },
])('pictures of $sizes bytes arrive as they were sent, in pieces of $piece', async ({ sizes, piece }) => {
  const pipe = new PassThrough();
  const pictures = sizes.map(pictureOf);
  const sent = sendPictures(pipe, pictures, Buffer.alloc(piece));
  for (const picture of pictures) expect(Buffer.compare(await receivePicture(pipe, picture.length), picture)).toBe(0);
  await sent;
});

it('a picture that is freed on its way is sent no further, and its memory is not read again', async () => {
  const pipe = new PassThrough({ highWaterMark: 1 });
  const picture = pictureOf(50_000, 0);
  const sent = sendPictures(pipe, [picture], Buffer.alloc(10_000));
  (picture.buffer as ArrayBuffer).transfer(0);
  const first = await receivePicture(pipe, 10_000);
  expect(Buffer.compare(first, pictureOf(10_000, 0))).toBe(0);
  await sent;
  expect(pipe.readableLength).toBe(0);
});

it('sending to a process that has ended is an error', async () => {
  const pipe = new PassThrough();
  pipe.on('error', () => {});
  pipe.destroy(new Error('gone'));
  await expect(sendPictures(pipe, [pictureOf(10, 0)])).rejects.toThrow();
});
