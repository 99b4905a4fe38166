// Checks whether the built web app is older than its sources, and builds it in a separate process.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

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

const checkEveryMs = 100;
/** A build takes a quarter of a minute. After this time its process is gone, even if another one has its number by now. */
const mostMs = 5 * 60_000;

/** Runs `build` as soon as no other process builds there. A build that was killed is not waited for. */
export const inTurn = async (folder, build) => {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, '.building');
  while (!take(file)) {
    if (isAtWork(file)) await pause(checkEveryMs);
    else rmSync(file, { force: true });
  }
  try {
    return await build();
  } finally {
    rmSync(file, { force: true });
  }
};

const take = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return false;
  }
};

const isAtWork = (file) => {
  try {
    if (Date.now() - statSync(file).mtimeMs > mostMs) return false;
    const pid = Number(readFileSync(file, 'utf8'));
    // Its process has made the file and not written its number yet.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
};

const isCode = (error, code) => error?.code === code;
