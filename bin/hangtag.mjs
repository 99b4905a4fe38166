#!/usr/bin/env node
// The command `hangtag`: in a clone it runs the sources, in the published package the plain JavaScript made from them. This is plain
// JavaScript, because an old Node must be able to read it.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importWhole } from './missing-part.mjs';
import { findNode, makeFolder } from './node-version.mjs';
import { runInstead } from './run-instead.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Where programs of this system keep the data of one user. */
const ownPlace = () => {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return path.join(LOCALAPPDATA || path.join(homedir(), 'AppData/Local'), 'Hangtag');
  if (process.platform === 'darwin') return path.join(homedir(), 'Library/Application Support/Hangtag');
  return path.join(XDG_DATA_HOME || path.join(homedir(), '.local/share'), 'hangtag');
};

/** Where compiled code is kept. Node's own way to make the folder would try forever in /proc. */
const compileCache = () => {
  const folder = path.resolve(process.env.DATA_DIR, 'compiled');
  try {
    makeFolder(folder);
    return folder;
  } catch {
    return undefined;
  }
};

const runPackage = async () => {
  process.env.DATA_DIR ||= ownPlace();
  const node = findNode(path.join(process.env.DATA_DIR, 'node'));
  if (node !== process.execPath) await runInstead(node, process.argv.slice(1));
  const program = path.join(root, 'dist/server/operator/hangtag.js');
  if (!existsSync(program)) {
    console.error('This package was made without its program. In the clone, run npm run build, then npm pack.');
    process.exit(78);
  }
  // A service starts what is installed, which updates leave where it is.
  process.env.HANGTAG_INSTALLED ??= `${process.execPath}\n${fileURLToPath(import.meta.url)}`;
  const cache = process.env.NODE_COMPILE_CACHE ?? compileCache();
  if (cache !== undefined) {
    process.env.NODE_COMPILE_CACHE = cache;
    // Not a static import, because Node 20 runs this file and doesn't have it.
    (await import('node:module')).enableCompileCache(cache);
  }
  const settled = path.join(root, 'dist/server/launch/update/settled.js');
  const { settledProgram } = await importWhole(pathToFileURL(settled).href);
  const isService = process.argv.includes('--service');
  const current = await settledProgram(process.env.DATA_DIR, { isService }).catch((error) => {
    console.error(error.message);
    process.exit(75);
  });
  if (current === null) {
    console.error('Hangtag is being updated. Try again in a minute.');
    process.exit(75);
  }
  const next = path.resolve(current.root) === root ? program : path.join(current.root, 'bin/hangtag.mjs');
  process.argv.splice(1, 1, next);
  if (next !== program && current.node !== process.execPath) await runInstead(current.node, process.argv.slice(1));
  await importWhole(pathToFileURL(next).href);
};

if (existsSync(path.join(root, 'src/server/main.ts'))) {
  process.argv.splice(2, 0, 'hangtag');
  await import('./run.mjs');
} else await runPackage();
