// Checks whether the built web app is older than its sources, and builds it in a separate process.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inTurn } from './build-turn.mjs';

const sources = [
  'src/web',
  'src/contract',
  'src/domain',
  'src/companion',
  'src/marketplace/protocol',
  'src/marketplace/recording',
  'src/marketplace/session',
  'src/marketplace/connector/price-write.ts',
  'bin/companion',
  'bin/web/site-plugin.ts',
  'bin/web/keep-assets-plugin.ts',
  'bin/web/chunks.ts',
  'vite.config.ts',
  'package.json',
];

const filesBelow = (place) => {
  const entries = readdirSync(place, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const full = path.join(place, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });
};

/**
 * A hash of everything that the web build depends on. By content and not by time, because a clone gives all files the same time.
 */
export const fingerprint = (root) => {
  const hash = createHash('sha256');
  for (const source of sources) {
    const place = path.join(root, source);
    const files = /\.\w+$/.test(source) ? [place] : filesBelow(place);
    for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
};

/** Where the build keeps the fingerprint of its sources. */
export const stampOf = (root) => path.join(root, 'dist/web/.built-from');

/**
 * Builds the web app if its build is missing or older than its sources, and answers the builder's exit code: 0 if nothing was to do.
 * Uses a separate process, because the bundler takes 400 MB, which the server would otherwise keep.
 */
export const buildWhereStale = async (root) => {
  // A Docker image contains the build and no sources to compare it with.
  if (!existsSync(path.join(root, 'src/web/main.tsx'))) return 0;
  if (isFresh(root)) return 0;
  // A second start in the same folder waits for the first one's build, and uses it.
  return inTurn(path.join(root, 'dist'), async () => (isFresh(root) ? 0 : buildApart(root)));
};

const isFresh = (root) => {
  const stamp = stampOf(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
};

const buildApart = async (root) => {
  console.log('Building the web app (only after a change) …');
  // The build fills the compile cache for these flags.
  const serverFlags = process.execArgv.filter((flag) => flag.startsWith('--'));
  const build = spawn(process.execPath, [...serverFlags, path.join(root, 'bin/web/build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  });
  const stop = (signal) => {
    build.kill(signal);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const [code] = await once(build, 'exit');
  process.off('SIGTERM', stop);
  process.off('SIGINT', stop);
  return code ?? 1;
};
