import { expect, it } from 'vitest';
import { dailyLimit } from '../bot.ts';
import { lostShares } from './limit.ts';

const hour = 3_600_000;
const midnight = Date.parse('2026-11-23T00:00:00Z');
const at = (hours: number) => midnight + hours * hour;
/** Backed up at 3 AM and restored at 3:10 AM. */
const restored = { from: at(3), until: at(3) + 600_000 };
const ofStart = { startedAt: at(1), dayStartsAt: midnight, now: at(4), meanPauseMs: 2_000 };
/** 602 s at 0.8 s, and two more. */
const most = 755;

it.each([
  ['none, if nothing was restored', null, {}, 0],
  ['all that ten minutes have time for', restored, {}, most],
  ['the same for a bot that was never started', restored, { startedAt: null }, most],
  ['none, if it was started since', restored, { startedAt: restored.until }, 0],
  ['none of the next day', restored, { dayStartsAt: at(24), now: at(25) }, 0],
  ['only those since midnight', { from: at(-5), until: at(0) + 8_000 }, { startedAt: null }, 15],
  ['all of a day that begins later, after a move of the time zone', restored, { dayStartsAt: at(14) }, most],
  ['at most the highest limit', { from: at(-48), until: at(23) }, { now: at(23) }, dailyLimit.most],
  ['a few, if the clocks disagree', { from: at(3), until: at(3) - 1_000 }, {}, 4],
  ['the highest limit, without a pause between shares', restored, { meanPauseMs: 0 }, dailyLimit.most],
])('a restored database may lack of a day: %s', (_, gap, change, lost) => {
  expect(lostShares(gap, { ...ofStart, ...change })).toBe(lost);
});
