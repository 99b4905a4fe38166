import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { watchFolderSyncs } from './sync-folder.fixture.ts';
import { syncFolder } from './sync-folder.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-sync-'));
let watch: ReturnType<typeof watchFolderSyncs> | undefined;
afterEach(() => watch?.end());
afterAll(() => rmSync(folder, { recursive: true }));

it('syncs the folder itself', () => {
  watch = watchFolderSyncs([folder]);
  syncFolder(folder);
  expect(watch.synced).toEqual([{ folder, files: [] }]);
});

it.each(['EINVAL', 'ENOTSUP'])('succeeds on file systems that can’t sync folders (%s)', (failsWith) => {
  watch = watchFolderSyncs([folder], { failsWith });
  expect(() => syncFolder(folder)).not.toThrow();
});

it('throws if the disk fails, or if there is no such folder', () => {
  watch = watchFolderSyncs([folder], { failsWith: 'EIO' });
  expect(() => syncFolder(folder)).toThrow('The disk failed');
  expect(() => syncFolder(path.join(folder, 'missing'))).toThrow('ENOENT');
});
