import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { watchFolderSyncs } from '../../adapters/files.fixture.ts';
import { readBackupLines, readManifest, writeBackupLines } from './backup-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* brokenOff() {
  yield 'users 1 [{}]\n';
  throw new Error('The database went away.');
}

it.each([null, { password: 'correct horse battery', workFactor: 1 }])(
  'leaves no file when it breaks off',
  async (lock) => {
    const file = path.join(folder, 'half.gz');
    await expect(writeBackupLines(file, brokenOff(), lock)).rejects.toThrow('The database went away.');
    expect(existsSync(file)).toBe(false);
  },
);

it('opens with a password that was written with another device', async () => {
  const file = path.join(mkdtempSync(path.join(folder, 'letters-')), 'whole.gz');
  await writeBackupLines(file, whole(), { password: 'le café du coin', workFactor: 1 });
  const lines: string[] = [];
  for await (const line of await readBackupLines(file, 'le cafe\u0301 du\u00a0coin')) lines.push(line);
  expect(lines).toEqual(['users 1 [{}]']);
});

async function* whole() {
  yield 'users 1 [{}]\n';
}

it.each([null, { password: 'correct horse battery', workFactor: 1 }])(
  'has its name only when it is complete, so that a program that is killed leaves no backup that is none',
  async (lock) => {
    const own = mkdtempSync(path.join(folder, 'killed-'));
    const file = path.join(own, 'whole.gz');
    const seen: string[][] = [];
    async function* watched() {
      yield 'users 1 [{}]\n';
      seen.push(readdirSync(own));
    }
    await writeBackupLines(file, watched(), lock);
    expect(seen).toEqual([[expect.stringMatching(/^whole\.gz\..+\.unfinished$/)]]);
    expect(readdirSync(own)).toEqual(['whole.gz']);
  },
);

it('is done once its folder has the file on the disk, too', async () => {
  const own = mkdtempSync(path.join(folder, 'done-'));
  const watch = watchFolderSyncs([own]);
  await writeBackupLines(path.join(own, 'whole.gz'), whole(), null).finally(watch.end);
  expect(watch.synced).toEqual([{ folder: own, files: ['whole.gz'] }]);
});

it('leaves a file of the same name as it is', async () => {
  const file = path.join(folder, 'earlier.gz');
  writeFileSync(file, 'earlier');
  await expect(writeBackupLines(file, brokenOff(), null)).rejects.toThrow();
  expect(readFileSync(file, 'utf8')).toBe('earlier');
});

it.each(['PNG', 'null', '{"format":"another"}'])('that begins with %s is called no backup', (line) => {
  expect(() => readManifest(line)).toThrow('This file is not a Hangtag backup. Nothing was restored.');
});

it('that isn’t there can’t be read', async () => {
  await expect(readBackupLines(path.join(folder, 'none'), undefined)).rejects.toThrow("Hangtag can't read the file");
});
