import { describe, expect, it } from 'vitest';
import { calm, dayMs, hourMs, now, react, reactionTo, secondMs } from './backoff.fixture.ts';
import { type Facts, reactTo } from './backoff.ts';
import { limitInForce } from './limit/limit.ts';
import {
  type Backoff,
  isGentle,
  isSlow,
  mayTryAfterCheck,
  noBackoff,
  resetFailures,
  tryAfterCheck,
} from './limit/warnings.ts';

const shareLimit = { said: { shareLimit: true } };
const slowDown = { said: { shareLimit: false } };
const ago = (hours: number) => now - hours * hourMs;

describe('a request to slow down', () => {
  it.each([
    { before: [], seconds: 900 },
    { before: [ago(48)], seconds: 900 },
    { before: [ago(47)], seconds: 3600 },
    { before: [ago(40), ago(23)], seconds: 86_400 },
    { before: [ago(40), ago(30), ago(23)], seconds: 86_400 },
  ])('after others at $before pauses for $seconds s, and leaves the limit as it is', ({ before, seconds }) => {
    const given = { ...slowDown, backoff: { rateLimits: before } };
    expect(reactionTo('rate_limited', given)).toBe(`pause rate_limited ${seconds}s refused`);
    const { backoff } = react('rate_limited', given);
    expect(limitInForce({ dailyShareLimit: 10_000, backoff, now })).toEqual({ limit: 10_000 });
    expect(isGentle(backoff, now)).toBe(false);
  });

  it('pauses for longer if the marketplace asks for it', () => {
    const asked = (retryAfterMs: number) => reactionTo('rate_limited', { said: { shareLimit: false, retryAfterMs } });
    expect(asked(3 * hourMs)).toBe('pause rate_limited 10800s refused');
    expect(asked(20 * secondMs)).toBe('pause rate_limited 900s refused');
  });

  it('doubles the pauses between shares for 24 hours after its pause', () => {
    const { backoff } = react('rate_limited', slowDown);
    expect(isSlow(backoff, now + 900 * secondMs + dayMs - 1)).toBe(true);
    expect(isSlow(backoff, now + 900 * secondMs + dayMs)).toBe(false);
  });

  it('for the third time in 24 hours counts like a share limit', () => {
    const given = { ...slowDown, backoff: { rateLimits: [ago(23), ago(2)] }, facts: { confirmed24h: 2000 } };
    expect(reactionTo('rate_limited', given)).toBe('pause share_limit 43200s refused');
    const { backoff } = react('rate_limited', given);
    expect(limitInForce({ dailyShareLimit: 10_000, backoff, now })).toMatchObject({
      limit: 1600,
      reason: 'rate_limited',
    });
  });
});

describe('a share limit', () => {
  it.each([
    { what: 'until the next share day begins', facts: {}, seconds: 43_200 },
    { what: 'for at least 6 hours', facts: { dayEndsAt: now + hourMs }, seconds: 21_600 },
    { what: 'for longer if the marketplace asks for it', facts: {}, retryAfterMs: 20 * hourMs, seconds: 72_000 },
  ])('pauses $what', ({ facts, seconds, retryAfterMs }) => {
    const said = { shareLimit: true, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    expect(reactionTo('rate_limited', { facts, said })).toBe(`pause share_limit ${seconds}s refused`);
  });

  it.each([
    [{ shareLimit: true }, 'share', 'share_limit'],
    [{ shareLimit: false, message: 'You have shared too much' }, 'share', 'rate_limited'],
    [{ message: 'You have shared too many listings. Try again later.' }, 'share', 'share_limit'],
    [{ message: 'You have shared too many listings. Try again later.' }, 'probe', 'rate_limited'],
    [{ message: 'Slow down' }, 'share', 'rate_limited'],
  ] as const)('said as %j to a %s is a %s', (said, operation, reason) => {
    expect(react('rate_limited', { said, operation }).reaction).toMatchObject({ reason });
  });

  it.each<{ what: string; facts: Partial<Facts>; backoff?: Partial<Backoff>; own?: number; limit: number }>([
    { what: '80 % of what was confirmed in 24 hours', facts: { confirmed24h: 1001 }, limit: 800 },
    { what: 'at least 500', facts: { confirmed24h: 4 }, limit: 500 },
    { what: 'at least twice the listings', facts: { confirmed24h: 364, activeListings: 800 }, limit: 1600 },
    { what: 'never above the seller’s own', facts: { confirmed24h: 4 }, own: 300, limit: 300 },
    {
      what: 'the limit of an earlier warning if that is lower',
      facts: { confirmed24h: 5000 },
      backoff: { lowered: { reason: 'share_limit', limit: 700, until: now + dayMs } },
      limit: 700,
    },
  ])('lowers the limit for 7 days to $what', ({ facts, backoff = {}, own = 10_000, limit }) => {
    const after = react('rate_limited', { ...shareLimit, facts, backoff }).backoff;
    const at = (moment: number) => limitInForce({ dailyShareLimit: own, backoff: after, now: moment });
    const until = now + 7 * dayMs;
    expect(at(now)).toEqual(limit < own ? { limit, reason: 'share_limit', until } : { limit });
    expect(at(until - 1).limit).toBe(limit);
    expect(at(until)).toEqual({ limit: own });
  });

  it.each([
    { before: [], gentle: false },
    { before: [ago(25)], gentle: false },
    { before: [ago(23)], gentle: true },
  ])('after others at $before makes the bot gentle for 7 days: $gentle', ({ before, gentle }) => {
    const { backoff } = react('rate_limited', { ...shareLimit, backoff: { shareLimits: before } });
    expect(isGentle(backoff, now + 7 * dayMs - 1)).toBe(gentle);
    expect(isGentle(backoff, now + 7 * dayMs)).toBe(false);
  });
});

describe('a human check', () => {
  it('halves the limit for 7 days, but not below 500 or twice the listings', () => {
    const until = now + 7 * dayMs;
    const { backoff } = react('human_check', { facts: { activeListings: 300 } });
    const at = (own: number, moment = now) => limitInForce({ dailyShareLimit: own, backoff, now: moment });
    expect(at(3000)).toEqual({ limit: 1500, reason: 'gentle', until });
    expect(at(1000)).toEqual({ limit: 600, reason: 'gentle', until });
    expect(at(550)).toEqual({ limit: 550 });
    expect(at(3000, until)).toEqual({ limit: 3000 });
    expect(isSlow(backoff, until - 1)).toBe(true);
  });

  it('may be tried three times a day', () => {
    let backoff = noBackoff;
    for (let tries = 0; tries < 3; tries += 1) {
      expect(mayTryAfterCheck(backoff, calm.day)).toBe(true);
      backoff = tryAfterCheck(backoff, calm.day);
    }
    expect(mayTryAfterCheck(backoff, calm.day)).toBe(false);
    expect(mayTryAfterCheck(backoff, '2026-11-24')).toBe(true);
    expect(tryAfterCheck(backoff, '2026-11-24').checkTries).toEqual({ day: '2026-11-24', count: 1 });
  });

  it.each([
    { tries: 0, openChecks: 0, says: 'complete the check there, then resume here.' },
    { tries: 1, openChecks: 1, says: 'The check is still open at Poshmark.' },
    { tries: 1, openChecks: 1, says: '2 more times today.' },
    { tries: 2, openChecks: 0, says: 'asked for another check today. Sharing is paused. Wait 24 hours' },
    { tries: 3, openChecks: 1, says: 'You can resume tomorrow.' },
  ])('after $tries tries, with $openChecks checks since the last share, says: $says', ({ tries, openChecks, says }) => {
    const backoff = { openChecks, checkTries: { day: calm.day, count: tries } };
    const { reaction } = react('human_check', { backoff });
    expect(reaction.kind === 'pause' ? reaction.message : '').toContain(says);
  });

  it('is over once a share succeeds, and not because the seller says so', () => {
    const { backoff } = react('human_check');
    expect(backoff.openChecks).toBe(1);
    expect(resetFailures(backoff).openChecks).toBe(1);
    expect(reactTo({ result: { kind: 'ok' }, operation: 'share', backoff, facts: calm }).backoff.openChecks).toBe(0);
  });
});
