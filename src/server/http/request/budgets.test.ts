import { expect, it, vi } from 'vitest';
import type { Concurrency } from '#contract/cost.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { createCounters, createFairQueue } from './budgets.ts';

const roomy: Concurrency = { atOnce: 1, ofAccount: 9, waiting: 9, waitingOfAccount: 9 };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Enters in that order, and records who got in when. */
const openQueue = (bounds: Concurrency) => {
  const queue = createFairQueue(bounds);
  const inside: { name: string; leave: () => void }[] = [];
  const entered: string[] = [];
  return {
    entered,
    enter: async (name: string) => {
      const leave = await queue.enter(name.charAt(0));
      entered.push(name);
      inside.push({ name, leave });
    },
    leave: async () => {
      inside.shift()?.leave();
      await settle();
    },
  };
};

it('at most `atOnce` are inside, and each that leaves lets the next one in', async () => {
  const { enter, leave, entered } = openQueue({ ...roomy, atOnce: 2 });
  for (const name of ['a1', 'b1', 'c1', 'd1']) void enter(name);
  await settle();
  expect(entered).toEqual(['a1', 'b1']);
  await leave();
  expect(entered).toEqual(['a1', 'b1', 'c1']);
  await leave();
  await leave();
  await leave();
  void enter('e1');
  void enter('f1');
  void enter('g1');
  await settle();
  expect(entered).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1']);
});

it('a person with many requests takes turns with a person with one', async () => {
  const { enter, leave, entered } = openQueue(roomy);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void enter(name);
  for (let turn = 0; turn < 5; turn++) await leave();
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

it('those who take long keep nobody waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { enter, leave, entered } = openQueue({ ...roomy, longestMs: 20_000 });
  for (const name of ['a1', 'b1', 'c1']) void enter(name);
  await settle();
  vi.advanceTimersByTime(20_000);
  await settle();
  expect(entered).toEqual(['a1', 'b1']);
  // Its place is another's by now.
  await leave();
  expect(entered).toEqual(['a1', 'b1']);
  await leave();
  expect(entered).toEqual(['a1', 'b1', 'c1']);
  vi.useRealTimers();
});

it('a full queue and a person with too many are refused, and let in later', async () => {
  const { enter, leave, entered } = openQueue({ atOnce: 1, ofAccount: 1, waiting: 2, waitingOfAccount: 1 });
  void enter('a1');
  void enter('a2');
  await expect(enter('a3')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 5_000 });
  void enter('b1');
  await expect(enter('c1')).rejects.toMatchObject({ code: 'busy', retryAfterMs: 5_000 });
  await leave();
  void enter('c2');
  await leave();
  await leave();
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c2']);
});

it('a person who may not have two requests still waits for others, but not for their own', async () => {
  const { enter, leave, entered } = openQueue({ atOnce: 2, ofAccount: 1, waiting: 2, waitingOfAccount: 0 });
  for (const name of ['a1', 'b1', 'c1', 'd1']) void enter(name);
  for (const name of ['a2', 'c2'])
    await expect(enter(name)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 5_000 });
  await expect(enter('e1')).rejects.toMatchObject({ code: 'busy', retryAfterMs: 5_000 });
  await leave();
  await leave();
  expect(entered).toEqual(['a1', 'b1', 'c1', 'd1']);
});

it('leaving twice lets only one in', async () => {
  const queue = createFairQueue(roomy);
  const leave = await queue.enter('a');
  const inside: string[] = [];
  void queue.enter('b').then(() => inside.push('b'));
  void queue.enter('c').then(() => inside.push('c'));
  leave();
  leave();
  await settle();
  expect(inside).toEqual(['b']);
});

it('one person takes only a limited number of places, and free ones go to others', async () => {
  const { enter, leave, entered } = openQueue({ atOnce: 3, ofAccount: 2, waiting: 9, waitingOfAccount: 9 });
  for (const name of ['a1', 'a2', 'a3', 'b1']) void enter(name);
  await settle();
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  await leave();
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
});

const minute = 60_000;
const rate = { most: 3, withinMs: minute };

it('counts apart by key, and says how long a caller beyond the rate has to wait', async () => {
  const clock = manualClock(10 * minute);
  const counters = createCounters({ clock });
  expect([1, 2, 3].map(() => counters.take('a', rate))).toEqual([0, 0, 0]);
  expect(counters.take('b', rate)).toBe(0);
  const waitMs = counters.take('a', rate);
  expect(waitMs).toBeGreaterThan(0);
  await clock.advance(waitMs - 1);
  expect(counters.take('a', rate)).toBeGreaterThan(0);
  expect(counters.take('a', rate)).toBeLessThan(10);
  await clock.advance(10);
  expect(counters.take('a', rate)).toBe(0);
});

it('slides: a burst at the end of a minute counts in the next one', async () => {
  const clock = manualClock(10 * minute - 1000);
  const counters = createCounters({ clock });
  for (let n = 0; n < 3; n++) counters.take('a', rate);
  await clock.advance(1000);
  expect(counters.take('a', rate)).toBeGreaterThan(minute / 4);
  await clock.advance(2 * minute);
  expect(counters.take('a', rate)).toBe(0);
});

it('holds no more callers than its memory allows: those beyond share one count', () => {
  const counters = createCounters({ clock: manualClock(0) });
  for (let n = 0; n < 100_000; n++) counters.take(`caller ${n}`, rate);
  expect([1, 2, 3].map((n) => counters.take(`late ${n}`, rate))).toEqual([0, 0, 0]);
  expect(counters.take('late 4', rate)).toBeGreaterThan(0);
  expect(counters.take('caller 7', rate)).toBe(0);
});
