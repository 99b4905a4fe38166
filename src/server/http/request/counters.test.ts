import { expect, it } from 'vitest';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { createCounters } from './budgets.ts';

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
