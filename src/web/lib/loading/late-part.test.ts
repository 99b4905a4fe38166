import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLatePart, type ServedBuild } from './late-part.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A part behind a connection that a test switches on and off. */
const scene = ({
  isUp = true,
  build = 'no answer',
  canReload = true,
}: {
  isUp?: boolean;
  build?: ServedBuild;
  canReload?: boolean;
} = {}) => {
  const now = { isUp, build, hasStyles: true };
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
      compareBuilds: async () => now.build,
      reloadFailedStyles: async () => {
        if (!now.hasStyles) throw new Error('A style sheet failed.');
      },
      reload: () => {
        if (canReload) reloads += 1;
        return canReload;
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

it('a failed part is loaded at once on demand, and when the browser is online again', async () => {
  const { part, now, loads, goOnline } = scene({ isUp: false });
  part.want();
  await settle();
  const state = part.state();
  if (state.kind !== 'failed') throw new Error('It should have failed.');
  state.failure.retry();
  expect(part.state()).toMatchObject({ failure: { isRetrying: true } });
  await settle();
  expect(loads()).toBe(2);
  now.isUp = true;
  await goOnline();
  expect(part.state()).toMatchObject({ kind: 'ready' });
  await goOnline();
  expect(loads()).toBe(3);
});

it('a part does not show before its style sheet has loaded', async () => {
  const { part, now, loads } = scene();
  now.hasStyles = false;
  part.want();
  await settle();
  expect(part.state()).toMatchObject({ kind: 'failed' });
  expect(loads()).toBe(0);
  now.hasStyles = true;
  await vi.advanceTimersByTimeAsync(5_000);
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

it('after a new deployment the page reloads, without a failure in between', async () => {
  const { part, reloads } = scene({ isUp: false, build: 'other' });
  part.want();
  await settle();
  expect(reloads()).toBe(1);
  expect(part.state()).toEqual({ kind: 'waiting' });
});

it('if a reload would lose something, the part offers it instead', async () => {
  const { part } = scene({ isUp: false, build: 'other', canReload: false });
  part.want();
  await settle();
  expect(part.state()).toMatchObject({ kind: 'failed', failure: { reason: 'updated' } });
});

it('a part that keeps failing while the server answers is stuck', async () => {
  const { part } = scene({ isUp: false, build: 'same' });
  part.want();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(part.state()).toMatchObject({ failure: { reason: 'unreachable' } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(part.state()).toMatchObject({ failure: { reason: 'stuck' } });
});
