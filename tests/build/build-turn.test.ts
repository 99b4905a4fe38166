import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
// @ts-expect-error: a plain JavaScript module without types
import { inTurn } from '../../bin/web/build-web.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hangtag-build-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const mark = () => path.join(folder, '.building');

it('two builds at once in one folder come one after the other', async () => {
  const steps: string[] = [];
  const build = (name: string) =>
    inTurn(folder, async () => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
    });
  await Promise.all([build('one'), build('two')]);
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it('a build that fails lets the next one begin', async () => {
  await expect(inTurn(folder, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await inTurn(folder, async () => 'built')).toBe('built');
});

it.each([
  ['whose process is gone', '999999999', new Date()],
  ['that began long ago, even if another process has its number by now', String(process.pid), new Date(0)],
])('a build %s is not waited for', async (_, pid, begunAt) => {
  writeFileSync(mark(), pid);
  utimesSync(mark(), begunAt, begunAt);
  expect(await inTurn(folder, async () => 'built')).toBe('built');
});
