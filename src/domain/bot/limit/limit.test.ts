import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laterDay, shareDay } from '../../time.ts';
import { dailyLimit } from '../bot.ts';
import { type LimitInForce, limitInForce, lostShares, mayReserve, roomAgainAt, zoneMove } from './limit.ts';
import { type Backoff, readBackoff, restoreLimit } from './warnings.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const hourMs = 3_600_000;
const zones = Intl.supportedValuesOf('timeZone');

describe('the limit in force', () => {
  const lowered = { reason: 'share_limit', limit: 1200, until: now + 24 * hourMs } as const;
  const gentleUntil = now + hourMs;
  const table: [what: string, backoff: Partial<Backoff>, inForce: LimitInForce, own?: number][] = [
    ['is the seller’s own without backoff', {}, { limit: 4000 }],
    ['is half in gentle days', { gentleUntil }, { limit: 2000, reason: 'gentle', until: gentleUntil }],
    ['is what the warning left', { lowered }, { limit: 1200, reason: 'share_limit', until: lowered.until }],
    ['is the least of both', { lowered, gentleUntil }, { limit: 1000, reason: 'gentle', until: gentleUntil }, 2000],
    ['is never above the seller’s own', { lowered }, { limit: 50 }, 50],
    [
      'is never below the least limit',
      { gentleUntil, lowered: { ...lowered, limit: 3 }, leastLimit: 700 },
      { limit: 700, reason: 'share_limit', until: lowered.until },
    ],
    [
      'is at least 500, also after a warning under an earlier rule',
      { lowered: { ...lowered, limit: 100 } },
      { limit: 500, reason: 'share_limit', until: lowered.until },
    ],
    [
      'is the seller’s own again when both are over',
      { lowered: { ...lowered, until: now }, gentleUntil: now },
      { limit: 4000 },
    ],
  ];
  it.each(table)('%s', (_, backoff, inForce, own = 4000) => {
    expect(limitInForce({ dailyShareLimit: own, backoff: readBackoff(backoff), now })).toEqual(inForce);
  });

  it('is the seller’s own again once they take the lower limit back', () => {
    const backoff = restoreLimit(readBackoff({ lowered, gentleUntil, shareLimits: [now] }));
    expect(limitInForce({ dailyShareLimit: 4000, backoff, now })).toEqual({ limit: 4000 });
    expect(backoff.shareLimits).toEqual([now]);
  });
});

describe('a move to another time zone', () => {
  it('is watched for 48 hours', () => {
    expect(zoneMove(now)).toEqual({ rollingUntil: now + 48 * hourMs });
  });

  it.each([
    { sharedToday: 4, shared24h: null, has: true },
    { sharedToday: 5, shared24h: null, has: false },
    { sharedToday: 0, shared24h: 5, has: false },
    { sharedToday: 4, shared24h: 4, has: true },
    { sharedToday: 5, shared24h: 4, has: false },
  ])('with $sharedToday today and $shared24h in 24 hours has room for a share: $has', ({ has, ...counts }) => {
    expect(mayReserve(5, counts)).toBe(has);
  });

  const full = { limit: 5, sharedToday: 0, dayEndsAt: now + 10 * hourMs, guard: null, now };
  const rollingUntil = now + 30 * hourMs;
  it.each([
    { what: 'now, if nothing was shared', facts: {}, at: null },
    { what: 'with the next day, where today is full', facts: { sharedToday: 5 }, at: 10 },
    { what: 'now, if the 24 hours have room', facts: { guard: { rollingUntil, fullSince: null } }, at: null },
    {
      what: 'when the first of a full 24 hours is a day old',
      facts: { guard: { rollingUntil, fullSince: now - 20 * hourMs } },
      at: 4,
    },
    {
      what: 'when the guard ends, where that is earlier',
      facts: { guard: { rollingUntil: now + hourMs, fullSince: now - 20 * hourMs } },
      at: 1,
    },
    {
      what: 'after both, where day and 24 hours are full',
      facts: { sharedToday: 5, guard: { rollingUntil, fullSince: now - 2 * hourMs } },
      at: 22,
    },
    { what: 'now, a day after', facts: { guard: { rollingUntil, fullSince: now - 24 * hourMs } }, at: null },
  ])('has room again $what', ({ facts, at }) => {
    expect(roomAgainAt({ ...full, ...facts })).toBe(at === null ? null : now + at * hourMs);
  });

  /** A seller who tries to share every few minutes for days, and changes time zones as given. */
  const live = (limit: number, stepMs: number, moves: readonly { afterMs: number; zone: string }[]) => {
    const end = now + moves.reduce((sum, { afterMs }) => sum + afterMs, 0) + 80 * hourMs;
    const reservations: { at: number; day: string; guarded: boolean }[] = [];
    const pending = [...moves];
    let zone = 'UTC';
    let day: string | null = null;
    let rollingUntil: number | null = null;
    let nextMove = now + (pending[0]?.afterMs ?? Number.POSITIVE_INFINITY);
    for (let at = now; at < end; at += stepMs) {
      if (at >= nextMove) {
        zone = pending.shift()?.zone ?? zone;
        rollingUntil = zoneMove(at).rollingUntil;
        nextMove = at + (pending[0]?.afterMs ?? Number.POSITIVE_INFINITY);
      }
      day = laterDay(day, shareDay(at, zone));
      const today = day;
      const reservedToday = reservations.filter((one) => one.day === today).length;
      const reserved24h = reservations.filter((one) => one.at > at - 24 * hourMs).length;
      const guarded = rollingUntil !== null && at < rollingUntil;
      if (mayReserve(limit, { sharedToday: reservedToday, shared24h: guarded ? reserved24h : null }))
        reservations.push({ at, day, guarded });
    }
    return reservations;
  };

  it('gives no second day’s limit, however often and wherever the seller moves', () => {
    const move = fc.record({ afterMs: fc.integer({ min: 0, max: 40 * hourMs }), zone: fc.constantFrom(...zones) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(move, { minLength: 1, maxLength: 4 }), (limit, moves) => {
        const made = live(limit, 20 * 60_000, moves);
        const byDay = Map.groupBy(made, ({ day }) => day);
        for (const [day, onDay] of byDay) if (onDay.length > limit) expect.fail(`${onDay.length} shares on ${day}`);
        for (const last of made.filter(({ guarded }) => guarded)) {
          const window = made.filter(({ at }) => at > last.at - 24 * hourMs && at <= last.at);
          if (window.length > limit) expect.fail(`${window.length} shares in 24 hours`);
        }
        const days = made.map(({ day }) => day);
        expect(days).toEqual([...days].sort());
      }),
      { numRuns: 150 },
    );
  });
});

describe('a restored database', () => {
  const midnight = Date.parse('2026-11-23T00:00:00Z');
  const at = (hours: number) => midnight + hours * hourMs;
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
  ])('may lack of a day: %s', (_, gap, change, lost) => {
    expect(lostShares(gap, { ...ofStart, ...change })).toBe(lost);
  });
});
