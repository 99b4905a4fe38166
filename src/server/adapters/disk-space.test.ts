import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDisk } from './disk-space.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('demos and photos wait below 1 GB, bots below 300 MB, and the operator reads about each change once', async () => {
  let free = 5e9;
  const logged: string[] = [];
  const log = {
    error: (_: object, message: string) => void logged.push(message),
    info: (_: object, message: string) => void logged.push(message),
  };
  const disk = await watchDisk({ folder: '/data', log, freeBytes: async () => free });
  const states: [number, boolean, boolean][] = [
    [5e9, false, false],
    [0.9e9, true, false],
    [0.8e9, true, false],
    [0.2e9, true, true],
    [5e9, false, false],
  ];
  for (const [bytes, isLow, isFull] of states) {
    free = bytes;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([bytes, disk.isLow(), disk.isFull()]).toEqual([bytes, isLow, isFull]);
  }
  expect(logged).toEqual([
    'Disk is almost full, demos and photos are turned off',
    'Disk is full, bots are waiting',
    'Disk has room again',
  ]);
  disk.close();
});

it('if the system doesn’t say, there is room', async () => {
  const log = { error() {}, info() {} };
  const disk = await watchDisk({ folder: '/nowhere/at/all', log });
  expect([disk.isLow(), disk.isFull()]).toEqual([false, false]);
  disk.close();
});
