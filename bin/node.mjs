// Runs a program with a Node.js that is new enough: node bin/node.mjs PROGRAM … The packages under tools/ use it.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNode } from './node-version.mjs';
import { runInstead } from './run-instead.mjs';

const [program = '', ...args] = process.argv.slice(2);
const node = findNode();
if (node === process.execPath) {
  process.argv.splice(1, process.argv.length, path.resolve(program), ...args);
  await import(pathToFileURL(path.resolve(program)).href);
} else await runInstead(node, [path.resolve(program), ...args]);
