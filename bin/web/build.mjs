// Builds the web app and the browser extension, makes plain JavaScript of the server, and fills the compile cache for it.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { buildCompanion } from '../companion/build-companion.mjs';
import { makePlainServer } from '../package/plain-server.mjs';
import { fingerprint, stampOf } from './build-web.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Compresses scripts and styles at the highest level, so that the server doesn't have to while someone waits. Names contain a
 * hash, so a file that already has a compressed form can be skipped.
 */
const compress = async (folder) => {
  const names = readdirSync(folder).filter((name, _, all) => /\.(js|css)$/.test(name) && !all.includes(`${name}.br`));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), options));
    }),
  );
};

/**
 * Compiles the server once, so that its first start is as fast and small as every later one. The TypeScript compiler alone would
 * take 12 MB in each of its processes. The cache depends on the flags, so these are the server's flags.
 */
const compileServer = () => {
  if (!process.env.NODE_COMPILE_CACHE) return;
  spawnSync(process.execPath, [...process.execArgv, path.join(root, 'src/server/main.ts'), '--load-only'], {
    cwd: root,
  });
};

/** Builds the browser extension and puts its files beside the pages, which offer them. */
const offerCompanion = async () => {
  await buildCompanion(build);
  const place = path.join(root, 'dist/web/companion');
  mkdirSync(place, { recursive: true });
  for (const file of readdirSync(path.join(root, 'dist/companion')).filter((name) => name.endsWith('.zip')))
    copyFileSync(path.join(root, 'dist/companion', file), path.join(place, file));
};

const { build, transformWithOxc } = await import('vite').catch(() => {
  console.error('The web app is not built and its tools are not installed. Run "npm ci && npm run build" once.');
  process.exit(78);
});
const sources = fingerprint(root);
const usual = { root: path.join(root, 'src/web'), configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' };
await build(usual);
// Keeps what the first build has made.
await build({ ...usual, mode: 'operator' });
await compress(path.join(root, 'dist/web/assets'));
await offerCompanion();
await makePlainServer(root, transformWithOxc);
writeFileSync(stampOf(root), sources);
compileServer();
// Vite leaves threads that would keep the process running.
process.exit(0);
