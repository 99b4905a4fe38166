import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limitMemory } from './photo-process.ts';

// A folder in place of the kernel's. The kernel makes the files of a new group, and here the test does.
let root = '';
let ownGroups = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'groups-'));
  ownGroups = path.join(root, 'own');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const group = (place: string, controllers: string) => {
  mkdirSync(path.join(root, place), { recursive: true });
  writeFileSync(path.join(root, place, 'cgroup.subtree_control'), controllers);
};
const make = (place: string) => {
  mkdirSync(place);
  for (const name of ['memory.max', 'cgroup.procs']) writeFileSync(path.join(place, name), '');
};
const limit = (options = {}) => limitMemory(123, 700e6, { root, ownGroups, ...options });

describe('a memory group for the photo process', () => {
  test.each([
    ['version 1 of groups', '4:memory:/user.slice\n'],
    ['no groups at all', ''],
    ['a group that it can’t see', '0::/../elsewhere\n'],
    ['a group that it can’t divide', '0::/closed\n'],
  ])('is left out with %s', (_, content) => {
    writeFileSync(ownGroups, content);
    expect(limit()).toBe(null);
  });

  test.each([
    ['below its own', 'hangtag.service', 'cpu memory pids', '0::/hangtag.service\n', ''],
    ['beside its own, which has processes', 'hangtag.service', 'memory', '0::/hangtag.service/main\n', ''],
    ['in one that it is the first to divide', 'hangtag.service', '', '0::/hangtag.service\n', '+memory'],
  ])('is made %s', (_, place, controllers, own, written) => {
    group(place, controllers);
    writeFileSync(ownGroups, own);
    expect(limit({ make })).toBeTypeOf('function');
    const contentOf = (name: string) => readFileSync(path.join(root, place, 'hangtag-photos-123', name), 'utf8');
    expect([contentOf('memory.max'), contentOf('cgroup.procs')]).toEqual(['700000000', '123']);
    expect(readFileSync(path.join(root, place, 'cgroup.subtree_control'), 'utf8')).toContain(written);
  });

  test('is not left behind if the kernel accepts no limit', () => {
    group('hangtag.service', 'cpu memory pids');
    writeFileSync(ownGroups, '0::/hangtag.service\n');
    // An ordinary folder has no memory.max, as a group without the memory controller.
    expect(limit()).toBe(null);
    expect(() => readFileSync(path.join(root, 'hangtag.service/hangtag-photos-123'))).toThrow('ENOENT');
  });
});
