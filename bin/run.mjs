// Starts every command of package.json: chooses a Node.js that is new enough, turns on the compile cache, and builds what
// is stale. This is plain JavaScript, because an old Node must be able to read it.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { importWhole } from './missing-part.mjs';
import { findNode } from './node-version.mjs';
import { runInstead } from './run-instead.mjs';

const node = findNode();
if (node !== process.execPath) await runInstead(node, process.argv.slice(1));

const root = path.resolve(import.meta.dirname, '..');

// Compiled code is cached for this process and those it starts, which saves half of the time of a start. If the folder can't be
// written, everything runs without a cache.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled');
// Not a static import, because Node 20 runs this file and doesn't have it.
(await import('node:module')).enableCompileCache(process.env.NODE_COMPILE_CACHE);

const programs = {
  start: 'src/server/main.ts',
  hangtag: 'src/server/operator/hangtag.ts',
  standin: 'src/marketplace/standin/main.ts',
  chaos: 'tests/chaos/main.ts',
  bench: 'bench/main.ts',
  screens: 'tests/screens.ts',
  'verify:security': 'tests/security/main.ts',
  dev: 'bin/dev.mjs',
  build: 'bin/web/build.mjs',
  types: 'bin/types.mjs',
  // What CI runs, in the same order: types, style, then every test.
  check: 'bin/tests/test.mjs',
  test: 'bin/tests/test.mjs',
  release: 'bin/release.mjs',
};

const [name = '', ...args] = process.argv.slice(2);
const program = programs[name];
if (program === undefined) {
  console.error(`There is no command "${name}". The commands are: ${Object.keys(programs).join(', ')}.`);
  process.exit(64);
}
process.argv.splice(1, process.argv.length, path.join(root, program), ...args);
const parent = process.ppid;
if (['start', 'screens', 'verify:security'].includes(name)) {
  const built = await (await importWhole('./web/build-web.mjs')).buildWhereStale(root);
  if (built !== 0) process.exit(built);
}
// The server stops when npm ends. During the build nothing checked that.
if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) process.exit(0);
// npm's shell dies of a signal without passing it on. The server notices that itself and finishes what it does first.
if (name === 'standin' && process.env.npm_lifecycle_event !== undefined)
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref();
await importWhole(pathToFileURL(path.join(root, program)).href);
