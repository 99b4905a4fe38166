import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLatePart, type ServedBuild } from './late-part.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A part behind a connection that a test switches on and off. The story of loading sees it reloaded, styled, and tried again. */
const scene = ({ isUp = true, build = 'no answer' as ServedBuild } = {}) => {
  const now = { isUp };
  const online = new Set<() => void>();
  let loads = 0;
  let reloads = 0;
  const part = createLatePart(
    async () => {
      loads += 1;
      if (!now.isUp) throw new TypeError('Failed to fetch dynamically imported module');
      return 'the part';
    },
    {
      compareBuilds: async () => build,
      reloadFailedStyles: async () => undefined,
      reload: () => {
        reloads += 1;
        return true;
      },
      onOnline: (listener) => {
        online.add(listener);
        return () => online.delete(listener);
      },
    },
  );
  return {
    part,
    now,
    loads: () => loads,
    reloads: () => reloads,
    goOnline: async () => {
      for (const listener of online) listener();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};
const settle = () => vi.advanceTimersByTimeAsync(0);

it('a part is loaded once, even if several components want it', async () => {
  const { part, loads } = scene();
  part.prefetch();
  part.want();
  part.want();
  await settle();
  part.want();
  expect(part.state()).toEqual({ kind: 'ready', part: 'the part' });
  expect(loads()).toBe(1);
});

it('a failed part shows its failure, and is loaded again after a pause that grows to 30 s', async () => {
  const { part, now, loads } = scene({ isUp: false });
  part.want();
  await settle();
  expect(part.state()).toMatchObject({ kind: 'failed', failure: { reason: 'unreachable', isRetrying: false } });
  const pauses = [5_000, 10_000, 20_000, 30_000, 30_000];
  for (const [index, ms] of pauses.entries()) {
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(loads()).toBe(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(loads()).toBe(index + 2);
  }
  now.isUp = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(part.state()).toMatchObject({ kind: 'ready' });
});

it('a part that no component wants anymore is not retried', async () => {
  const { part, loads, goOnline } = scene({ isUp: false });
  const stop = part.want();
  await settle();
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  await goOnline();
  expect(loads()).toBe(1);
});

it('a failed prefetch shows no failure until the part is wanted', async () => {
  const { part, now, reloads } = scene({ isUp: false, build: 'other' });
  part.prefetch();
  await settle();
  expect(part.state()).toEqual({ kind: 'waiting' });
  expect(reloads()).toBe(0);
  now.isUp = true;
  part.want();
  await settle();
  expect(part.state()).toMatchObject({ kind: 'ready' });
});

it('a part that keeps failing while the server answers is stuck', async () => {
  const { part } = scene({ isUp: false, build: 'same' });
  part.want();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(part.state()).toMatchObject({ failure: { reason: 'unreachable' } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(part.state()).toMatchObject({ failure: { reason: 'stuck' } });
});
