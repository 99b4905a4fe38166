// Reads a package as npm publishes it, in memory, so that nothing is written before it was checked.
import { gunzipSync } from 'node:zlib';

export type PackedFile = { content: Buffer; isProgram: boolean };

const blockBytes = 512;
const mostBytes = 2 ** 30;

/** Files by their path without the package's own folder. Throws for anything but files and folders in it. */
export function readTarball(packed: Buffer): Map<string, PackedFile> {
  const tar = gunzipSync(packed, { maxOutputLength: mostBytes });
  const files = new Map<string, PackedFile>();
  let longName: string | null = null;
  let at = 0;
  while (at + blockBytes <= tar.length && tar[at] !== 0) {
    const head = tar.subarray(at, at + blockBytes);
    const text = (from: number, length: number): string =>
      head.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    const content = tar.subarray(at + blockBytes, at + blockBytes + size);
    if (!Number.isInteger(size) || content.length !== size) throw new Error('The package is cut off');
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes;
    const kind = text(156, 1) || '0';
    if (kind === 'x' || kind === 'g') {
      longName = /^\d+ path=(.*)$/m.exec(content.toString())?.[1] ?? longName;
      continue;
    }
    if (kind === 'L') {
      longName = content.toString().replace(/\0.*$/s, '');
      continue;
    }
    const begin = text(257, 5) === 'ustar' ? text(345, 155) : '';
    const name: string = longName ?? (begin === '' ? text(0, 100) : `${begin}/${text(0, 100)}`);
    longName = null;
    if (kind === '5') continue;
    const parts = name.split('/').slice(1);
    const isInside = parts.length > 0 && parts.every((part) => part !== '' && part !== '..' && !/[\\:]/.test(part));
    if (kind !== '0' || !isInside) throw new Error(`The package holds something that is no file of it: ${name}`);
    files.set(parts.join('/'), { content, isProgram: (Number.parseInt(text(100, 8), 8) & 0o111) !== 0 });
  }
  return files;
}
