// A signed release: the files of Hangtag's package, and the packages it needs, each with its hash.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { Unavailable } from '../command.ts';
import { isNewer, packageName } from './registry.ts';

const neededSchema = z.object({
  /** Where it goes in the program's folder: `node_modules/pg`, or `node`. */
  path: z.string().regex(/^(node|(\/?node_modules\/(@[\w.-]+\/)?[\w-][\w.-]*)+)$/),
  name: z.string(),
  version: z.string(),
  integrity: z.string().startsWith('sha512-'),
  os: z.string().optional(),
  cpu: z.string().optional(),
  libc: z.string().optional(),
});
export type Needed = z.infer<typeof neededSchema>;

/** `bin/package/release-list.mjs` writes it. Older versions read it: new fields are fine, missing ones are not. */
const listSchema = z.object({
  name: z.literal(packageName),
  version: z.string(),
  leastNode: z.string(),
  files: z.record(z.string(), z.string()),
  packages: z.array(neededSchema),
});

export type Release = z.infer<typeof listSchema> & { content: Map<string, PackedFile> };

const listName = 'release.json';
const signatureName = 'release.json.minisig';
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const unusable = (what: string): Unavailable =>
  new Unavailable(`The downloaded package ${what}, so Hangtag doesn’t use it. Nothing was changed.`);

/** Throws `Unavailable` with one sentence unless every byte of it is what the holder of the key has signed, as a newer version. */
export function readRelease(packed: Buffer, { publicKey, present }: { publicKey: string; present: string }): Release {
  const content = read(packed);
  const list = content.get(listName)?.content;
  const signature = content.get(signatureName)?.content.toString();
  if (list === undefined || signature === undefined || !isSignedBy(publicKey, list, signature))
    throw unusable('isn’t signed with the key of Hangtag’s releases');
  const release = listSchema.safeParse(JSON.parse(list.toString()));
  if (!release.success) throw unusable('is for a Hangtag newer than this one can update to');
  if (!isNewer(release.data.version, present))
    throw unusable(`holds version ${release.data.version}, which isn’t newer than ${present}`);
  for (const name of [listName, signatureName]) content.delete(name);
  const { files } = release.data;
  const names = new Set([...content.keys(), ...Object.keys(files)]);
  const wrong = [...names].find((name) => {
    const found = content.get(name);
    return found === undefined || !Object.hasOwn(files, name) || sha256(found.content) !== files[name];
  });
  if (wrong !== undefined) throw unusable(`isn’t what was signed (${wrong})`);
  return { ...release.data, content };
}

function read(packed: Buffer): Map<string, PackedFile> {
  try {
    return readTarball(packed);
  } catch {
    throw unusable('is damaged or cut off');
  }
}

/** What this computer needs of the packages. */
export function neededHere({ packages, leastNode }: Release): Needed[] {
  const own = ownLibc();
  return packages.filter(
    ({ path, os, cpu, libc }) =>
      (os ?? process.platform) === process.platform &&
      (cpu ?? process.arch) === process.arch &&
      (libc ?? own) === own &&
      (path !== 'node' || isNewer(leastNode, process.versions.node)),
  );
}

/** Only Linux has a choice of them, and a report is slow. */
function ownLibc(): string | null {
  if (process.platform !== 'linux') return null;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

export const hasIntegrity = (packed: Buffer, integrity: string): boolean =>
  `sha512-${createHash('sha512').update(packed).digest('base64')}` === integrity;

/** The lines of the changelog for the versions after `from`, up to `to`. */
export function changesBetween(changelog: string, from: string, to: string): string {
  const [, ...sections] = changelog.split(/^(?=## \[)/m);
  return sections
    .filter((section) => {
      const version = /^## \[(.*?)\]/.exec(section)?.[1] ?? '';
      return isNewer(version, from) && !isNewer(version, to);
    })
    .map((section) => section.trim())
    .join('\n\n');
}

/** What DER has before the 32 bytes of an Ed25519 key. */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex');
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const bytesOf = (text = '', length: number): Buffer | null => {
  const bytes = base64.test(text) ? Buffer.from(text, 'base64') : null;
  return bytes?.length === length ? bytes : null;
};

/** `signature`: the text of a `.minisig` file. False as well if it isn't one. */
export function isSignedBy(publicKey: string, content: Buffer, signature: string): boolean {
  const [, first, trusted = '', second] = signature.split(/\r?\n/);
  const key = bytesOf(publicKey, 42);
  const signed = bytesOf(first, 74);
  const whole = bytesOf(second, 64);
  const comment = /^trusted comment: (.*)$/.exec(trusted)?.[1];
  if (key === null || signed === null || whole === null || comment === undefined) return false;
  // "ED": what is signed is the BLAKE2b of the content. The id of the key comes next.
  if (key.toString('latin1', 0, 2) !== 'Ed' || signed.toString('latin1', 0, 2) !== 'ED') return false;
  if (!key.subarray(2, 10).equals(signed.subarray(2, 10))) return false;
  const own = createPublicKey({ key: Buffer.concat([keyHead, key.subarray(10)]), format: 'der', type: 'spki' });
  const hash = createHash('blake2b512').update(content).digest();
  const bare = signed.subarray(10);
  return verify(null, hash, own, bare) && verify(null, Buffer.concat([bare, Buffer.from(comment)]), own, whole);
}

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
