// Loaded into a program of Hangtag before the program itself. The chaos run tells it what its machine goes through: a wall clock
// that is set, a sleep, a blocked event loop, and a full disk.

import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

export type HostEvent =
  /** The wall clock is set. The monotonic clock keeps running. */
  | { kind: 'clock'; stepMs: number }
  /** The machine sleeps: nothing runs and the monotonic clock stops, but the wall clock keeps running. */
  | { kind: 'sleep'; ms: number }
  /** Nothing runs, and all clocks keep running. */
  | { kind: 'block'; ms: number }
  /** The disk has so many bytes left; null for what it really has. */
  | { kind: 'disk'; freeBytes: number | null };

const real = { now: Date.now, monotonic: performance.now.bind(performance), statfs: fs.statfs };
let stepMs = 0;
let sleptMs = 0;
let freeBytes: number | null = null;

Date.now = () => real.now() + Math.round(stepMs);
Object.defineProperty(performance, 'now', { value: () => real.monotonic() - sleptMs });
fs.statfs = (async (folder: string) => {
  const found = await real.statfs(folder);
  return freeBytes === null ? found : { ...found, bavail: freeBytes, bsize: 1 };
}) as typeof fs.statfs;
syncBuiltinESMExports();

const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const on = (event: HostEvent): void => {
  switch (event.kind) {
    case 'clock':
      stepMs += event.stepMs;
      return;
    case 'sleep': {
      const asleepAt = real.monotonic();
      standStill(event.ms);
      sleptMs += real.monotonic() - asleepAt;
      return;
    }
    case 'block':
      standStill(event.ms);
      return;
    case 'disk':
      freeBytes = event.freeBytes;
  }
};

process.on('message', on);
// The run is over, so leave nothing running. A program that listens ends by itself.
process.on('disconnect', () => {
  if (process.listenerCount('disconnect') === 1) process.exit(0);
});
