import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const sources = [
  'src/web',
  'src/contract',
  'src/domain',
  'bin/site-plugin.ts',
  'bin/keep-assets-plugin.ts',
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

/** A hash of everything that the web build is made of. Content, not times: a fresh clone gives all files one time. */
const fingerprint = (root) => {
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

/** Builds the web app where its build is missing or older than its sources; elsewhere it does nothing. */
export const buildWhereStale = async (root) => {
  const stamp = path.join(root, 'dist/web/.built-from');
  // An image that ships only the build has no sources to compare with.
  if (!existsSync(path.join(root, 'src/web/main.tsx'))) return;
  const now = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  console.log('Building the web app (only after a change) …');
  const { build } = await import('vite').catch(() => {
    console.error('The web app is not built and its tools are not installed. Run "npm ci && npm run build" once.');
    process.exit(78);
  });
  await build({ root: path.join(root, 'src/web'), configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  await shrink(path.join(root, 'dist/web/assets'));
  writeFileSync(stamp, now);
};

/** Compresses scripts and styles as far as it goes, once: the server would have to do it while somebody waits. Names hold a hash: what has a compressed form already is left alone. */
const shrink = async (folder) => {
  const names = readdirSync(folder).filter((name, _, all) => /\.(js|css)$/.test(name) && !all.includes(`${name}.br`));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), options));
    }),
  );
};
