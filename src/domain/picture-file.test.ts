import { expect, it } from 'vitest';
import { faultOfPhotoFile, pictureTypeOf } from './picture-file.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const webp = new TextEncoder().encode('RIFF\0\0\0\0WEBPVP8 ');
const text = (words: string) => new TextEncoder().encode(words);
const megabyte = 1024 * 1024;

it.each<[string, Uint8Array, number, ReturnType<typeof faultOfPhotoFile>]>([
  ['a JPEG', jpeg, megabyte, null],
  ['a PNG of the least size', png, 1024, null],
  ['a WebP of the largest size', webp, 8 * megabyte, null],
  ['a PDF', text('%PDF-1.7'), megabyte, 'type'],
  ['a page of HTML', text('<!doctype html>'), megabyte, 'type'],
  ['a TIFF', text('II*\0'), megabyte, 'type'],
  ['a large GIF', text('GIF89a'), 9 * megabyte, 'type'],
  ['a RIFF file of sound', text('RIFF\0\0\0\0WAVEfmt '), megabyte, 'type'],
  ['a JPEG that is too large', jpeg, 8 * megabyte + 1, 'large'],
  ['a JPEG that is too small', jpeg, 1023, 'small'],
  ['nothing', text(''), 0, 'small'],
])('%s: its fault as a file', (_, first, size, fault) => {
  expect(faultOfPhotoFile(size, first)).toBe(fault);
});

it.each([
  [jpeg, 'image/jpeg'],
  [png, 'image/png'],
  [webp, 'image/webp'],
  [text('<svg xmlns='), null],
])('the type of a picture is read from its first bytes: %o is %s', (first, type) => {
  expect(pictureTypeOf(first)).toBe(type);
});
