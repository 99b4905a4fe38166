// Makes the folder of a new version, whole or not at all: a file's hash is checked before it is written, and what is the same as in the
// running version is copied from there.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isObject, parseJson } from '#domain/json.ts';
import { syncFolder, syncTree } from '../../adapters/files.ts';
import { Unavailable } from '../command.ts';
import { draftIn, folderOf, ownRoot, programsIn } from './program.ts';
import { fetchPackage } from './registry.ts';
import { hasIntegrity, type Needed, neededHere, type PackedFile, type Release, readTarball } from './release.ts';

export async function makeProgramFolder(release: Release, dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const to = folderOf(dataDir, release.version);
  const parent = path.dirname(to);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const draft = draftIn(dataDir);
  for (const place of [to, draft]) rmSync(place, { recursive: true, force: true });
  try {
    writeFiles(draft, release.content);
    for (const needed of neededHere(release)) await addPackage(draft, needed, env);
    keepFetchedNode(draft, dataDir);
    await syncTree(draft);
    renameSync(draft, to);
    syncFolder(parent);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function writeFiles(folder: string, files: Map<string, PackedFile>): void {
  for (const [name, { content, isProgram }] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: isProgram ? 0o755 : 0o644 });
  }
}

async function addPackage(draft: string, needed: Needed, env: NodeJS.ProcessEnv): Promise<void> {
  const to = path.join(draft, needed.path);
  const present = presentPackage(needed);
  if (present !== null) {
    // Packages inside of it are on the list themselves.
    const filter = (file: string): boolean => path.relative(present, file).split(path.sep)[0] !== 'node_modules';
    cpSync(present, to, { recursive: true, verbatimSymlinks: true, filter });
    return;
  }
  const { name, version } = needed;
  const packed = await fetchPackage(env, name, version);
  if (!hasIntegrity(packed, needed.integrity))
    throw new Unavailable(
      `${name} ${version} arrived different from what Hangtag’s release names, so Hangtag doesn’t use it. Nothing was changed.`,
    );
  writeFiles(to, needed.path === 'node' ? nodeOnly(readTarball(packed)) : readTarball(packed));
}

/** The installed program’s own may be too old for the versions after an update that has brought a newer one. */
function keepFetchedNode(draft: string, dataDir: string): void {
  const present = path.join(ownRoot, 'node');
  const next = path.join(draft, 'node');
  if (path.dirname(path.resolve(ownRoot)) !== path.resolve(programsIn(dataDir)) || !existsSync(present)) return;
  if (!existsSync(next)) cpSync(present, next, { recursive: true, verbatimSymlinks: true });
}

/** As in the other trees: `node/bin/node`, and `node/node.exe` on Windows. */
const nodeOnly = (files: Map<string, PackedFile>): Map<string, PackedFile> =>
  new Map(
    [...files]
      .filter(([name]) => ['bin/node', 'bin/node.exe', 'LICENSE'].includes(name))
      .map(([name, file]) => [name === 'bin/node.exe' ? 'node.exe' : name, file]),
  );

/** Where the running version has the same package: in its own folder, or where npm has put it beside. */
function presentPackage({ path: place, name, version }: Needed): string | null {
  const places = [ownRoot, path.join(ownRoot, '../..')].map((root) => path.join(root, place));
  return places.find((folder) => isPackage(folder, name, version)) ?? null;
}

function isPackage(folder: string, name: string, version: string): boolean {
  try {
    const found = parseJson(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return isObject(found) && found.name === name && found.version === version;
  } catch {
    return false;
  }
}
