// The demo in the terminal, interrupted in the middle of its round.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runProgram } from '#tests/process.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// A terminal sends Ctrl-C to every process of a command, and with an old Node.js one of them passes it on to another.
it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a demo that %s interrupts twice leaves no database and no folder behind', async (signal, code) => {
  folder = mkdtempSync(path.join(tmpdir(), 'hangtag-interrupted-'));
  const demo = runProgram('src/server/operator/hangtag.ts', { TMPDIR: folder }, ['demo', '--pause', '5000']);
  await demo.until('Practice closet');
  demo.kill(signal);
  await demo.until('Stopping');
  demo.kill(signal);
  expect(await demo.ended).toBe(code);
  expect(readdirSync(folder)).toEqual([]);
});
