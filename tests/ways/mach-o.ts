// Reads a program or library for Macs: which processor it is for, which macOS it needs, and whether its signature fits its bytes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

type MachO = { cpu: string; minimum: string; signature: 'fits' | 'wrong' | 'none' };

const cpus = new Map([
  [0x0100000c, 'arm64'],
  [0x01000007, 'x64'],
]);
const [codeSignature, buildVersion] = [0x1d, 0x32];
const [embeddedSignature, codeDirectory, sha256Type] = [0xfade0cc0, 0xfade0c02, 2];

/** null if it is none. One for several processors has none here. */
export function readMachO(file: string): MachO | null {
  const bytes = readFileSync(file);
  if (bytes.length < 32) return null;
  if (bytes.readUInt32BE(0) === 0xcafebabe) return { cpu: 'several', minimum: '', signature: 'none' };
  if (bytes.readUInt32LE(0) !== 0xfeedfacf) return null;
  const found: MachO = { cpu: cpus.get(bytes.readUInt32LE(4)) ?? 'unknown', minimum: '', signature: 'none' };
  let at = 32;
  for (let left = bytes.readUInt32LE(16); left > 0; left -= 1) {
    const command = bytes.readUInt32LE(at);
    if (command === buildVersion) {
      const version = bytes.readUInt32LE(at + 12);
      found.minimum = `${version >> 16}.${(version >> 8) & 255}`;
    }
    if (command === codeSignature) {
      const offset = bytes.readUInt32LE(at + 8);
      const signature = bytes.subarray(offset, offset + bytes.readUInt32LE(at + 12));
      found.signature = fits(bytes, signature) ? 'fits' : 'wrong';
    }
    at += bytes.readUInt32LE(at + 4);
  }
  return found;
}

/** Every page of the file has the hash that its SHA-256 code directory names. A Mac ends a program with another page. */
function fits(file: Buffer, signature: Buffer): boolean {
  if (signature.readUInt32BE(0) !== embeddedSignature) return false;
  for (let index = signature.readUInt32BE(8); index > 0; index -= 1) {
    const directory = signature.subarray(signature.readUInt32BE(8 + 8 * index));
    if (directory.readUInt32BE(0) !== codeDirectory || directory[37] !== sha256Type) continue;
    const [hashes, count, end] = [16, 28, 32].map((place) => directory.readUInt32BE(place)) as [number, number, number];
    const page = 2 ** (directory[39] ?? 0);
    for (let slot = 0; slot < count; slot += 1) {
      const hash = createHash('sha256').update(file.subarray(slot * page, Math.min(end, (slot + 1) * page)));
      if (!hash.digest().equals(directory.subarray(hashes + 32 * slot, hashes + 32 * slot + 32))) return false;
    }
    return count === Math.ceil(end / page);
  }
  return false;
}
