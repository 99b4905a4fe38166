import fs, { mkdtempSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { syncFolder } from './sync-folder.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-sync-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { fsyncSync } = fs;
const disk = vi.spyOn(fs, 'fsyncSync');
syncBuiltinESMExports();
afterEach(() => disk.mockReset().mockImplementation(fsyncSync));

it('syncs the folder itself', () => {
  const synced: number[] = [];
  disk.mockImplementation((fd) => {
    synced.push(fs.fstatSync(fd).ino);
    fsyncSync(fd);
  });
  syncFolder(folder);
  expect(synced).toEqual([statSync(folder).ino]);
});

it.each(['EINVAL', 'ENOTSUP'])('goes on where the file system syncs no folders (%s)', (code) => {
  disk.mockImplementation(() => {
    throw Object.assign(new Error('fsync'), { code });
  });
  expect(() => syncFolder(folder)).not.toThrow();
  expect(disk).toHaveBeenCalledOnce();
});

it('throws if the disk fails, or if there is no such folder', () => {
  disk.mockImplementation(() => {
    throw Object.assign(new Error('The disk failed'), { code: 'EIO' });
  });
  expect(() => syncFolder(folder)).toThrow('The disk failed');
  expect(() => syncFolder(path.join(folder, 'missing'))).toThrow('ENOENT');
});
