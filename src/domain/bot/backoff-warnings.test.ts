import { describe, expect, it } from 'vitest';
import { calm, dayMs, hourMs, now, react, reactionTo, secondMs } from './backoff.fixture.ts';
import { isGentle, mayTryAfterCheck, noBackoff, tryAfterCheck } from './backoff.ts';
import { limitInForce } from './limit/limit.ts';

describe('a limit at the marketplace', () => {
  it.each([
    [[], 900],
    [[now - 47 * hourMs], 3600],
    [[now - 40 * hourMs, now - 30 * hourMs], 86_400],
    [[now - 40 * hourMs, now - 30 * hourMs, now - 20 * hourMs], 86_400],
    [[now - 48 * hourMs], 900],
  ])('after warnings at %j pauses for %d s', (rateLimits, seconds) => {
    expect(reactionTo('rate_limited', { backoff: { rateLimits } })).toBe(`pause rate_limited ${seconds}s refused`);
  });

  it('pauses for longer if the marketplace asks for it', () => {
    expect(reactionTo('rate_limited', { said: { retryAfterMs: 3 * hourMs } })).toBe(
      'pause rate_limited 10800s refused',
    );
    expect(reactionTo('rate_limited', { said: { retryAfterMs: 300 * secondMs } })).toBe(
      'pause rate_limited 900s refused',
    );
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

  it('lowers the limit to 80 % of the shares confirmed in 24 hours, at once and for 7 days', () => {
    const { backoff } = react('rate_limited', { facts: { confirmed24h: 501 } });
    const limitAt = (at: number) => limitInForce({ dailyShareLimit: 5000, backoff, now: at });
    expect(limitAt(now)).toEqual({ limit: 400, reason: 'rate_limited' });
    expect(limitAt(now + 7 * dayMs - 1)).toEqual({ limit: 400, reason: 'rate_limited' });
    expect(limitAt(now + 7 * dayMs)).toEqual({ limit: 5000 });
  });

  it('stays in force after a later warning that would allow more', () => {
    const before = react('rate_limited', { facts: { confirmed24h: 200 } }).backoff;
    const { backoff } = react('rate_limited', { backoff: before, facts: { now: now + dayMs, confirmed24h: 500 } });
    expect(backoff.lowered).toMatchObject({ limit: 160, until: now + 8 * dayMs });
  });

  it.each([0, 1, 100, 125])('never lowers the limit below 100 shares a day, even after %d shares', (confirmed24h) => {
    const { backoff } = react('rate_limited', { facts: { confirmed24h } });
    expect(limitInForce({ dailyShareLimit: 5000, backoff, now }).limit).toBe(100);
    expect(limitInForce({ dailyShareLimit: 60, backoff, now })).toEqual({ limit: 60 });
  });

  it.each([
    [[], false],
    [[now - 25 * hourMs], false],
    [[now - 23 * hourMs], true],
  ])('with warnings at %j makes the bot gentle for 7 days: %s', (rateLimits, gentle) => {
    const { backoff } = react('rate_limited', { backoff: { rateLimits } });
    expect(isGentle(backoff, now + 7 * dayMs - 1)).toBe(gentle);
    expect(isGentle(backoff, now + 7 * dayMs)).toBe(false);
  });
});

describe('a human check', () => {
  it('halves the limit for 7 days', () => {
    const { backoff } = react('human_check');
    expect(limitInForce({ dailyShareLimit: 750, backoff, now: now + dayMs })).toEqual({ limit: 375, reason: 'gentle' });
    expect(limitInForce({ dailyShareLimit: 750, backoff, now: now + 7 * dayMs })).toEqual({ limit: 750 });
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

  it('that appears again advises the seller to wait', () => {
    const messageAfter = (count: number): string => {
      const { reaction } = react('human_check', { backoff: { checkTries: { day: calm.day, count } } });
      return reaction.kind === 'pause' ? reaction.message : '';
    };
    expect(messageAfter(0)).toContain('your own browser');
    expect(messageAfter(1)).toContain('Wait 24 hours');
    expect(messageAfter(3)).toContain('tomorrow');
  });
});
