// A signed release: the files of Hangtag's package, and the packages it needs, each with its hash.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Unavailable } from '../unavailable.ts';
import { isSignedBy } from './minisign.ts';
import { isNewer, packageName } from './registry.ts';
import { type PackedFile, readTarball } from './tarball.ts';

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
