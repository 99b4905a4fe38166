// The door of every command. Plain JavaScript, so that an old Node gets a sentence instead of a syntax error.

import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Hangtag needs Node 24 (or at least 22.18), but this is Node ${process.versions.node}. On Linux and Windows, run "npm ci", which ` +
      'installs Node 24, and use the npm commands, such as "npm start". On a Mac, install Node 24 from https://nodejs.org.',
  );
  process.exit(78);
}

const root = path.resolve(import.meta.dirname, '..');

// What was compiled once is not compiled again, neither here nor in the processes that this one starts: half of a start's
// time. Where the folder cannot be written, everything runs as before.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

const programs = {
  start: 'src/server/main.ts',
  hangtag: 'src/server/operator/hangtag.ts',
  standin: 'src/marketplace/standin/main.ts',
  chaos: 'tests/chaos/main.ts',
  bench: 'bench/main.ts',
  'train-garments': 'training/garments/main.ts',
  screens: 'tests/screens.ts',
  dev: 'bin/dev.mjs',
  types: 'bin/types.mjs',
  check: 'bin/check.mjs',
  test: 'bin/test.mjs',
};

const [name = '', ...args] = process.argv.slice(2);
const program = programs[name];
if (program === undefined) {
  console.error(`There is no command "${name}". The commands are: ${Object.keys(programs).join(', ')}.`);
  process.exit(64);
}
process.argv.splice(1, process.argv.length, path.join(root, program), ...args);
if (name === 'start' || name === 'screens') await (await import('./build-web.mjs')).buildWhereStale(root);
await import(pathToFileURL(path.join(root, program)).href);
