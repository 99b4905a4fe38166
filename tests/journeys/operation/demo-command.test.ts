// The demo in the terminal, interrupted in the middle of its round.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '#tests/process.ts';

// A terminal sends Ctrl-C to every process of a command, and with an old Node.js one of them passes it on to another.
it('a demo that is interrupted twice leaves no database and no folder behind', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-interrupted-'));
  const demo = runProgram('src/server/operator/hangtag.ts', { TMPDIR: folder }, ['demo', '--pause', '5000']);
  await demo.until('Practice closet');
  demo.kill('SIGINT');
  await demo.until('Stopping');
  demo.kill('SIGINT');
  expect(await demo.ended).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
