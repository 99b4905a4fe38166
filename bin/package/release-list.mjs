// Writes release.json: every file of the package and every package that it needs at run time, each with its hash. `hangtag update`
// checks them against it, after it has checked the signature of release.json.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { leastNode } from '../node-version.mjs';
import { signFile } from './sign.mjs';

const own = ['release.json', 'release.json.minisig'];
const systems = ['linux', 'darwin', 'win32'];
const processors = ['x64', 'arm64'];

/** `source`: the built folder that `npm pack` is about to pack. Without `secretKey`, the package stays unsigned. */
export const writeReleaseList = (source, secretKey = null) => {
  for (const name of own) rmSync(path.join(source, name), { force: true });
  const { name, version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const list = {
    name,
    version,
    leastNode,
    files: Object.fromEntries(packedFiles(source).map((file) => [file, sha256(readFileSync(path.join(source, file)))])),
    packages: [...neededPackages(lockIn(source)), ...nodePackages(lockIn(path.join(source, 'tools/node')))],
  };
  const file = path.join(source, 'release.json');
  writeFileSync(file, `${JSON.stringify(list, null, 1)}\n`);
  if (secretKey !== null) signFile(file, secretKey, `release.json of ${name} ${version}`);
};

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const lockIn = (folder) => JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;

const packedFiles = (source) => {
  const shell = process.platform === 'win32';
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], {
    cwd: source,
    maxBuffer: 2 ** 26,
    shell,
    encoding: 'utf8',
  });
  const described = JSON.parse(said);
  return Object.values(described)[0]
    .files.map((file) => file.path)
    .filter((file) => !own.includes(file))
    .sort();
};

const nameOf = (place) => place.split('node_modules/').at(-1);
const isForUs = ({ os, cpu }) =>
  [os ?? systems].flat().some((one) => systems.includes(one)) &&
  [cpu ?? processors].flat().some((one) => processors.includes(one));

/** As npm resolves a name: from the package's own folder upward. */
const find = (lock, from, name) => {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const found = `${place}${place === '' ? '' : '/'}node_modules/${name}`;
    if (found in lock) return found;
    if (place === '') return null;
  }
};

/** Whatever the product reaches on any system that it runs on. */
const neededPackages = (lock) => {
  const reached = new Set(['']);
  for (const place of reached) {
    const { dependencies, optionalDependencies } = lock[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = find(lock, place.startsWith('node_modules/') ? place : '', name);
      if (found !== null && isForUs(lock[found])) reached.add(found);
    }
  }
  reached.delete('');
  return [...reached].sort().map((place) => described(place, nameOf(place), lock[place]));
};

/** Only for a computer whose Node.js the new version can't use. */
const nodePackages = (lock) =>
  Object.entries(lock)
    .filter(([place]) => place !== '')
    .map(([place, entry]) => described('node', nameOf(place), { ...entry, ...platformOf(nameOf(place)) }));

/** Their lock file may name the platform only in the package's name. */
const platformOf = (name) => {
  const [, system, cpu] = /^node-(\w+)-(\w+)$/.exec(name) ?? [];
  return system === undefined ? {} : { os: [system === 'win' ? 'win32' : system], cpu: [cpu] };
};

const described = (place, name, { version, integrity, os, cpu, libc }) => ({
  path: place,
  name,
  version,
  integrity,
  ...(os && { os: [os].flat()[0] }),
  ...(cpu && { cpu: [cpu].flat()[0] }),
  ...(libc && { libc: [libc].flat()[0] }),
});
