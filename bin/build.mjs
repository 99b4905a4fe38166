// Builds the web app: bundles it, compresses it, and leaves in the compile cache what a start of the server loads.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { fingerprint, stampOf } from './build-web.mjs';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Compresses scripts and styles at the highest level, so that the server doesn't have to while somebody waits. Names contain a
 * hash, so a file that has a compressed form already is left alone.
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
 * Compiles the server once, so that its first start is as quick and as small as every later one: the TypeScript compiler
 * alone would take 12 MB in each of its processes. The flags are the server's: the cache is kept for each set of flags.
 */
const compileServer = () => {
  if (!process.env.NODE_COMPILE_CACHE) return;
  spawnSync(process.execPath, [...process.execArgv, path.join(root, 'src/server/main.ts'), '--load-only'], {
    cwd: root,
  });
};

const { build } = await import('vite').catch(() => {
  console.error('The web app is not built and its tools are not installed. Run "npm ci && npm run build" once.');
  process.exit(78);
});
const sources = fingerprint(root);
await build({ root: path.join(root, 'src/web'), configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
await compress(path.join(root, 'dist/web/assets'));
writeFileSync(stampOf(root), sources);
compileServer();
// Vite keeps threads that would hold the process.
process.exit(0);
