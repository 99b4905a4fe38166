import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it, test } from 'vitest';
import { watchFolderSyncs } from './files.fixture.ts';
import { renameFile, syncFolder } from './files.ts';

/** A file that another program holds for the first tries. */
const held = (times: number, code: string) => {
  let tries = 0;
  const waited: number[] = [];
  const rename = () => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error(code), { code });
  };
  return { rename, pause: (ms: number) => void waited.push(ms), tries: () => tries, waited };
};

test.each([
  ['nobody holds', 0, 'EBUSY', 1],
  ['an antivirus reads for a moment', 3, 'EBUSY', 4],
])('a file that %s is renamed', (_, times, code, tries) => {
  const file = held(times, code);
  renameFile('a', 'b', file);
  expect([file.tries(), file.waited.length]).toEqual([tries, tries - 1]);
});

test('one that stays held ends the start in words, after some seconds', () => {
  const file = held(Number.POSITIVE_INFINITY, 'EBUSY');
  expect(() => renameFile('the file', 'b', file)).toThrow(/^Another program, .* holds the file\. /);
  expect(file.waited.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(2_000);
});

test('any other problem is not waited for', () => {
  const file = held(1, 'ENOSPC');
  expect(() => renameFile('a', 'b', file)).toThrow('ENOSPC');
  expect(file.waited).toEqual([]);
});

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-sync-'));
let watch: ReturnType<typeof watchFolderSyncs> | undefined;
afterEach(() => watch?.end());
afterAll(() => rmSync(folder, { recursive: true }));

it('syncs the folder itself, also on file systems that can’t, and throws if the disk fails or there is no such folder', () => {
  watch = watchFolderSyncs([folder]);
  syncFolder(folder);
  expect(watch.synced).toEqual([{ folder, files: [] }]);
  for (const failsWith of ['EINVAL', 'ENOTSUP']) {
    watch.end();
    watch = watchFolderSyncs([folder], { failsWith });
    expect(() => syncFolder(folder)).not.toThrow();
  }
  watch.end();
  watch = watchFolderSyncs([folder], { failsWith: 'EIO' });
  expect(() => syncFolder(folder)).toThrow('The disk failed');
  expect(() => syncFolder(path.join(folder, 'missing'))).toThrow('ENOENT');
});
