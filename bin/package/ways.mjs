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
import { makeArchive, makeDebian, makeTree } from './linux.mjs';

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const processors = [
  { cpu: 'x64', architecture: 'amd64' },
  { cpu: 'arm64', architecture: 'arm64' },
];
const ownArchitecture = process.arch;

/** In MB. 10 % above is a failure. */
const aims = { tgz: 15, deb: 90 };

/** The commit in a folder of its own, built: nothing of a clone's earlier builds is in it. */
const buildApart = (root, folder) => {
  const source = path.join(folder, 'source');
  mkdirSync(source);
  const archive = execFileSync('git', ['archive', '--format=tar', 'HEAD'], { cwd: root, maxBuffer: 2 ** 29 });
  execFileSync('tar', ['-x', '-C', source], { input: archive });
  symlinkSync(path.join(root, 'node_modules'), path.join(source, 'node_modules'));
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  execFileSync(process.execPath, ['bin/web/build.mjs'], { cwd: source, env, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], {
    cwd: source,
    env,
    stdio: 'ignore',
  });
  return source;
};

/** Runs a trial, which prints one line. Null means that it can't run here, and says why. */
const tryOut = (root, program, args, prefix = []) => {
  const [command, ...rest] = [...prefix, process.execPath, path.join(root, 'tests/ways', program), ...args];
  const { status, stdout } = spawnSync(command, rest, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { isGood: status === 0, how: stdout.trim().split('\n').at(-1) || `FAILED with ${status}` };
};

/** Null where a Debian can be installed apart, and otherwise what is missing for that. */
const lacksForDebian = () => {
  if (process.getuid?.() !== 0) return 'not installed: that needs root';
  if (!has('debootstrap')) return 'not installed: that needs debootstrap (apt-get install debootstrap)';
  return null;
};

/** `to`: a folder in which an earlier run may have left the same commit's files. Resolves to whether all is well. */
export const makeWays = (root, to) => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const epoch = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-ways-'));
  const rows = [];
  const missing = [];
  mkdirSync(to, { recursive: true });
  try {
    console.log(`Building commit ${commit.slice(0, 12)} …`);
    const source = buildApart(root, folder);
    const file = (name) => path.join(to, name);
    const add = (name, { isGood, how }) => {
      const mb = statSync(file(name)).size / 1e6;
      const aim = aims[name.split('.').at(-1)];
      const isSmall = aim === undefined || mb <= aim * 1.1;
      rows.push({
        name,
        mb,
        isGood: isGood && isSmall,
        how: isSmall ? how : `${how}. TOO LARGE: the aim is ${aim} MB`,
      });
      console.log(`${name}  ${mb.toFixed(1)} MB  ${rows.at(-1).how}`);
    };
    const packed = `hangtag-closet-${version}.tgz`;
    renameSync(path.join(folder, packed), file(packed));
    add(packed, tryOut(root, 'try-package.ts', [file(packed)]));

    if (process.platform !== 'linux') missing.push('The ways for Linux are made on Linux.');
    else
      for (const { cpu, architecture } of processors) {
        const tree = path.join(folder, cpu);
        makeTree({ packed: file(packed), source, to: tree, cpu });
        const archive = `Hangtag-linux${cpu === 'x64' ? '' : `-${cpu}`}.tar.gz`;
        makeArchive({ tree, to: file(archive), epoch });
        add(archive, tryOut(root, 'try-archive.ts', [file(archive), cpu]));
        if (!has('dpkg-deb')) {
          missing.push(`${architecture} package for Debian: dpkg-deb is missing (apt-get install dpkg).`);
          continue;
        }
        const debian = `hangtag_${version}_${architecture}.deb`;
        makeDebian({ tree, source, to: file(debian), version, architecture, epoch });
        const lacks = lacksForDebian();
        if (cpu !== ownArchitecture)
          add(debian, tryOut(root, 'try-contents.ts', [file(debian), cpu, file(`hangtag_${version}_amd64.deb`)]));
        else if (lacks !== null) add(debian, { isGood: true, how: lacks });
        else {
          const before = path.join(folder, 'before.deb');
          makeDebian({ tree, source, to: before, version: '0.0.1', architecture, epoch, compression: ['-Znone'] });
          add(debian, tryOut(root, 'try-debian.ts', [before, file(debian)], ['unshare', '--mount']));
        }
        rmSync(tree, { recursive: true });
      }
    const isSame = compareWithBefore(to, commit, rows);
    for (const line of missing) console.log(line);
    return rows.every(({ isGood }) => isGood) && isSame;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Two builds of a commit make the same bytes. The first leaves its hashes, the second compares. */
const compareWithBefore = (to, commit, rows) => {
  const list = path.join(to, 'ways.json');
  const hashes = Object.fromEntries(
    rows.map(({ name }) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(to, name)))
        .digest('hex'),
    ]),
  );
  const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : null;
  const differing = before?.commit === commit ? rows.filter(({ name }) => before.hashes[name] !== hashes[name]) : [];
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
