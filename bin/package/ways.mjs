// `npm run release -- --ways`: makes every way to get Hangtag that this machine can make, from the current commit, tries each, and
// prints one table. It installs nothing.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lacksForDebian } from './debian-base.mjs';
import { makeImage } from './image.mjs';
import { makeArchive, makeDebian } from './linux.mjs';
import { makeMacApp } from './mac.mjs';
import { writeReleaseList } from './release-list.mjs';
import { makeTree } from './tree.mjs';
import { makeInstaller } from './windows.mjs';

/** Null, or what is missing and how to get it on Debian. */
const lacks = (...needed) => {
  const missing = needed.filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);
  const names = missing.map(([, name]) => name).join(' ');
  return missing.length === 0 ? null : `needs ${names} (apt-get install ${names})`;
};

const archive = (name, cpu) => ({
  name: () => name,
  lacks: () => lacks(['tar', 'tar']),
  make: ({ tree, to, epoch }) => makeArchive({ tree: tree('linux', cpu), to, epoch }),
  attempt: ({ to }) => {
    const missing = cpu === process.arch ? null : lacksForDebian(cpu);
    return missing === null ? ['try-archive.ts', to, cpu] : `not run: ${missing}`;
  },
});

const debian = (architecture, cpu) => ({
  name: (version) => `hangtag_${version}_${architecture}.deb`,
  aim: 90,
  lacks: () => lacks(['dpkg-deb', 'dpkg']),
  make: ({ tree, source, to, version, epoch }) =>
    makeDebian({ tree: tree('linux', cpu), source, to, version, architecture, epoch }),
  attempt: ({ tree, source, folder, to, epoch }) => {
    const missing = lacksForDebian(architecture);
    if (missing !== null) return `not installed: ${missing}`;
    const before = path.join(folder, 'before.deb');
    const same = { tree: tree('linux', cpu), source, architecture, epoch };
    makeDebian({ ...same, to: before, version: '0.0.1', compression: ['-Znone'] });
    return ['try-debian.ts', before, to, cpu];
  },
});

const image = (architecture, cpu) => ({
  name: () => `Hangtag-image-${architecture}.tar`,
  aim: 145,
  lacks: () => lacksForDebian(architecture),
  make: ({ tree, source, to, version, epoch }) =>
    makeImage({ tree: tree('linux', cpu), source, to, version, architecture, epoch }),
  attempt: ({ to }) => ['try-image.ts', to, architecture],
});

const macApp = (cpu) => ({
  name: () => `Hangtag-mac-${cpu}.zip`,
  aim: 120,
  lacks: () => lacks(['zip', 'zip']),
  make: ({ tree, source, to, version, epoch }) =>
    makeMacApp({ tree: tree('darwin', cpu), source, to, version, cpu, epoch }),
  attempt: ({ to, file, version }) => ['try-mac.ts', to, cpu, file(ways[0].name(version))],
});

const windows = {
  name: () => 'Hangtag-Setup.exe',
  aim: 120,
  lacks: () => lacks(['makensis', 'nsis']),
  make: ({ tree, source, to, version, epoch }) =>
    makeInstaller({ tree: tree('win32', 'x64'), source, to, version, epoch }),
  attempt: async ({ tree, source, folder, file, to, version, epoch }) => {
    if (process.getuid?.() !== 0) return 'not installed: that needs root';
    const missing = lacks(['debootstrap', 'debootstrap']);
    if (missing !== null) return `not installed: that ${missing}`;
    const before = path.join(folder, 'before.exe');
    const files = tree('win32', 'x64');
    await makeInstaller({ tree: files, source, to: before, version: '0.0.1', epoch, compressor: 'zlib' });
    return ['try-windows.ts', before, to, files, file(ways[0].name(version))];
  },
};

/**
 * Every way. `name`: of its file, by version. `aim`: its size in MB; 10 % above is a failure. `lacks`: null where it can be made here, or what is
 * missing. `make` writes the file `to`. `attempt`: the trial in tests/ways with its arguments, or why there can't be one here.
 */
const ways = [
  {
    name: (version) => `hangtag-closet-${version}.tgz`,
    aim: 15,
    lacks: () => null,
    make: ({ packed, to }) => renameSync(packed, to),
    attempt: ({ to }) => ['try-package.ts', to],
  },
  windows,
  archive('Hangtag-linux.tar.gz', 'x64'),
  debian('amd64', 'x64'),
  archive('Hangtag-linux-arm64.tar.gz', 'arm64'),
  debian('arm64', 'arm64'),
  image('amd64', 'x64'),
  image('arm64', 'arm64'),
  macApp('arm64'),
  macApp('x64'),
];

/** The commit in a folder of its own, built and packed: nothing of a clone's earlier builds is in it. */
const buildApart = (root, folder, secretKey) => {
  const source = path.join(folder, 'source');
  mkdirSync(source);
  const files = execFileSync('git', ['archive', '--format=tar', 'HEAD'], { cwd: root, maxBuffer: 2 ** 29 });
  execFileSync('tar', ['-x', '-C', source], { input: files });
  symlinkSync(path.join(root, 'node_modules'), path.join(source, 'node_modules'));
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  execFileSync(process.execPath, ['bin/web/build.mjs'], { cwd: source, env, stdio: ['ignore', 'ignore', 'inherit'] });
  writeReleaseList(source, secretKey);
  execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], {
    cwd: source,
    env,
    stdio: 'ignore',
  });
  return source;
};

/** Runs a trial, which prints one line. */
const tryOut = (root, attempt) => {
  if (typeof attempt === 'string') return { isGood: true, how: attempt };
  const [program, ...args] = attempt;
  // A trial may mount, and nothing stays mounted after it.
  const apart = process.getuid?.() === 0 && lacks(['unshare', 'util-linux']) === null ? ['unshare', '--mount'] : [];
  const [command, ...rest] = [...apart, process.execPath, path.join(root, 'tests/ways', program), ...args];
  const { status, stdout } = spawnSync(command, rest, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { isGood: status === 0, how: stdout.trim().split('\n').at(-1) || `FAILED with ${status}` };
};

const secondsSince = (since) => Math.round((performance.now() - since) / 1000);

/** `to`: a folder in which an earlier run may have left the same commit's files. Resolves to whether all is well. */
export const makeWays = async (root, to, secretKey) => {
  const began = performance.now();
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const epoch = Number(git('log', '-1', '--format=%ct'));
  const commit = git('rev-parse', 'HEAD');
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-ways-'));
  const rows = [];
  mkdirSync(to, { recursive: true });
  try {
    console.log(`Building commit ${commit.slice(0, 12)} …`);
    const source = buildApart(root, folder, secretKey);
    const file = (name) => path.join(to, name);
    const first = file(ways[0].name(version));
    const tree = (os, cpu) => {
      const made = path.join(folder, `${os}-${cpu}`);
      if (!existsSync(made)) makeTree({ packed: first, source, to: made, os, cpu });
      return made;
    };
    const at = { root, folder, source, packed: path.join(folder, path.basename(first)), tree, file, version, epoch };
    for (const way of ways) {
      const since = performance.now();
      const name = way.name(version);
      const own = { ...at, to: file(name) };
      rows.push({ name, ...(await makeWay(way, own)), seconds: secondsSince(since) });
      console.log(lineOf(rows.at(-1)));
    }
    const trials = [['Updates', 'update/try-update.ts', first]];
    if (process.getuid?.() === 0 && process.arch === 'x64')
      trials.push(['Bad days', 'try-bad-days.ts', file('Hangtag-linux.tar.gz'), first]);
    for (const [name, ...attempt] of trials) {
      const since = performance.now();
      rows.push({ name, mb: null, ...tryOut(root, attempt), seconds: secondsSince(since) });
      console.log(lineOf(rows.at(-1)));
    }
    const isSame = compareWithBefore(to, commit, rows);
    console.log(`\n${rows.map(lineOf).join('\n')}\n${secondsSince(began)} seconds in all.`);
    return rows.every(({ isGood }) => isGood) && isSame;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A way that fails leaves the others. */
const makeWay = async (way, at) => {
  rmSync(at.to, { force: true });
  const missing = way.lacks();
  if (missing !== null) return { mb: null, isGood: true, how: `not made: ${missing}` };
  try {
    await way.make(at);
    return judge(way, at.to, tryOut(at.root, await way.attempt(at)));
  } catch (error) {
    return { mb: null, isGood: false, how: `FAILED: ${error.message.split('\n')[0]}` };
  }
};

const judge = ({ aim }, file, { isGood, how }) => {
  const mb = statSync(file).size / 1e6;
  const isSmall = aim === undefined || mb <= aim * 1.1;
  return { mb, isGood: isGood && isSmall, how: isSmall ? how : `${how}. TOO LARGE: the aim is ${aim} MB` };
};

const lineOf = ({ name, mb, seconds, how }) =>
  `${name.padEnd(28)} ${mb === null ? '' : `${mb.toFixed(1)} MB`.padStart(8)}  ${String(seconds).padStart(4)} s  ${how}`;

/** Two builds of a commit make the same bytes. The first leaves its hashes, the second compares. */
const compareWithBefore = (to, commit, rows) => {
  const made = rows.filter(({ mb }) => mb !== null);
  const list = path.join(to, 'ways.json');
  const hashes = Object.fromEntries(
    made.map(({ name }) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(to, name)))
        .digest('hex'),
    ]),
  );
  const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : null;
  const differing = before?.commit === commit ? made.filter(({ name }) => before.hashes[name] !== hashes[name]) : [];
  writeFileSync(list, `${JSON.stringify({ commit, hashes }, null, 2)}\n`);
  writeFileSync(
    path.join(to, 'SHA256SUMS'),
    Object.entries(hashes)
      .map(([name, hash]) => `${hash}  ${name}\n`)
      .join(''),
  );
  if (before?.commit !== commit) console.log('To check that two builds make the same bytes, run it again.');
  else if (differing.length === 0) console.log('Every file has the same bytes as in the build before.');
  else console.log(`Not the same bytes as in the build before: ${differing.map(({ name }) => name).join(', ')}`);
  return differing.length === 0;
};
