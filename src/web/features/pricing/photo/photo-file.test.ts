import { describe, expect, it } from 'vitest';
import { faultOfFile } from './photo-file.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const webp = new TextEncoder().encode('RIFF\0\0\0\0WEBPVP8 ');
const pdf = new TextEncoder().encode('%PDF-1.7');
const megabyte = 1024 * 1024;

describe('a chosen file', () => {
  const rows: { name: string; type: string; size: number; bytes: Uint8Array; fault: string | null }[] = [
    { name: 'coat.jpg', type: 'image/jpeg', size: megabyte, bytes: jpeg, fault: null },
    { name: 'coat.png', type: 'image/png', size: 1024, bytes: png, fault: null },
    { name: 'coat.webp', type: '', size: megabyte, bytes: webp, fault: null },
    { name: 'image', type: 'image/jpeg', size: megabyte, bytes: jpeg, fault: null },
    { name: 'COAT.JPEG', type: '', size: 8 * megabyte, bytes: jpeg, fault: null },
    { name: 'coat.png', type: 'image/png', size: megabyte, bytes: jpeg, fault: null },
    {
      name: 'notes.pdf',
      type: 'application/pdf',
      size: megabyte,
      bytes: pdf,
      fault: 'Please select a JPEG, PNG, or WebP image file. Current file: notes.pdf',
    },
    {
      name: 'notes.jpg',
      type: 'image/jpeg',
      size: megabyte,
      bytes: pdf,
      fault: 'Please select a JPEG, PNG, or WebP image file. Current file: notes.jpg',
    },
    {
      name: 'clip.gif',
      type: 'image/gif',
      size: 9 * megabyte,
      bytes: pdf,
      fault: 'Please select a JPEG, PNG, or WebP image file. Current file: clip.gif',
    },
    {
      name: 'large.jpg',
      type: 'image/jpeg',
      size: 8 * megabyte + 1,
      bytes: jpeg,
      fault: 'Please select an image smaller than 8MB',
    },
    {
      name: 'small.jpg',
      type: 'image/jpeg',
      size: 900,
      bytes: jpeg,
      fault: 'Image file appears to be corrupted or too small',
    },
  ];
  for (const { name, type, size, bytes, fault } of rows) {
    it(`${name} of ${size} bytes ${fault === null ? 'is accepted' : `is refused: ${fault}`}`, () => {
      expect(faultOfFile({ name, type, size }, bytes)).toBe(fault);
    });
  }
});
