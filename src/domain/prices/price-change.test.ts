import { describe, expect, it } from 'vitest';
import type { MarketFailure } from '../ports/marketplace.ts';
import {
  changeEveryMs,
  endOfWrite,
  inFlightMs,
  isLargeChange,
  isPriceChanged,
  judgeWrite,
  nextChangeAt,
  quickChanges,
  remembersMs,
} from './price-change.ts';

describe('a large change', () => {
  it.each([
    [100, 160, false],
    [100, 161, true],
    [100, 40, false],
    [100, 39, true],
    // 60 % of 35 is 21. In floating point, 0.6 * 35 is less.
    [35, 56, false],
    [35, 14, false],
    [35, 13, true],
    [40, 40, false],
    [0, 3, true],
    // A price in cents given by mistake.
    [45, 4500, true],
    [4500, 45, true],
  ])('from $%d to $%d: %s', (from, to, expected) => {
    expect(isLargeChange(from, to)).toBe(expected);
  });
});

describe('a change to $35', () => {
  it.each<[string, number | null, number | null, boolean]>([
    ['still has the price that the seller saw', 40, 40, false],
    ['was lowered since', 40, 30, true],
    ['was raised since', 40, 45, true],
    ['has the wanted price already', 40, 35, false],
    ['has a price that nobody knows', 40, null, false],
    ['was asked for by a client that does not say what it showed', null, 30, false],
  ])('of a listing that %s', (_, expectedPrice, price, expected) => {
    expect(isPriceChanged({ expectedPrice, newPrice: 35 }, price)).toBe(expected);
  });
});

describe('the end of a price write', () => {
  const end = (kind: MarketFailure['kind'], wasSent: boolean) => endOfWrite({ kind, message: '' }, { wasSent });
  it.each<[MarketFailure['kind'], string, string]>([
    ['network', 'retry', 'read'],
    ['unavailable', 'retry', 'read'],
    ['bad_answer', 'retry', 'read'],
    ['uncertain', 'retry', 'read'],
    ['protocol_changed', 'refused', 'read'],
    ['unknown_failure', 'refused', 'read'],
    ['validation', 'refused', 'refused'],
    ['write_not_applied', 'refused', 'refused'],
    ['listing_gone', 'refused', 'refused'],
    ['listing_not_available', 'refused', 'refused'],
    ['human_check', 'stop', 'stop'],
    ['rate_limited', 'stop', 'stop'],
    ['session_expired', 'stop', 'stop'],
    ['forbidden', 'stop', 'stop'],
    ['account_blocked', 'stop', 'stop'],
  ])('by %s is %s before it was sent, and %s after', (kind, before, after) => {
    expect([end(kind, false), end(kind, true)]).toEqual([before, after]);
  });
});

describe('a price that is read after a write from $40 to $35', () => {
  const sentAt = 1_000_000;
  it.each([
    ['the new price', 35, 0, 'arrived'],
    ['the new price, late', 35, 60_000, 'arrived'],
    ['the old price while the write can still arrive', 40, inFlightMs - 1, 'in_flight'],
    ['another price while the write can still arrive', 50, inFlightMs - 1, 'in_flight'],
    ['the old price once the write can no longer arrive', 40, inFlightMs, 'not_arrived'],
    ['another price once the write can no longer arrive', 50, inFlightMs, 'changed_elsewhere'],
  ])('being %s', (_, price, afterMs, verdict) => {
    expect(judgeWrite({ oldPrice: 40, newPrice: 35, sentAt }, { price, now: sentAt + afterMs })).toBe(verdict);
  });

  it('that is still the old one proves at once that a write that was never sent did not arrive', () => {
    expect(judgeWrite({ oldPrice: 40, newPrice: 35, sentAt: null }, { price: 40, now: sentAt })).toBe('not_arrived');
  });
});

const everyMs = 3_000;

describe('the pace of price changes', () => {
  it.each<[string, number[], number]>([
    ['nothing was sent', [], Number.NEGATIVE_INFINITY],
    ['five were sent', [0, 1, 2, 3, 4], Number.NEGATIVE_INFINITY],
    ['six were sent', [0, 1, 2, 3, 4, 5], 3_000],
    ['six were sent, in another order', [5, 3, 0, 1, 4, 2], 3_000],
    ['seven were sent', [0, 0, 0, 0, 0, 0, 3_000], 6_000],
    ['six were sent slowly', [0, 4_000, 8_000, 12_000, 16_000, 20_000], 3_000],
    ['six were sent after a long rest', [-60_000, 0, 0, 0, 0, 0, 0], 3_000],
    ['twice six were sent at once, by two processes', Array(12).fill(0), 21_000],
  ])('%s', (_, sent, next) => {
    expect(nextChangeAt(sent, everyMs)).toBe(next);
  });

  it('stays below the limit of the practice marketplace in every minute, with the bot at full speed', () => {
    const sent: number[] = [];
    for (let now = 0; sent.length < 300; ) {
      const recent = sent.filter((at) => at > now - remembersMs);
      now = Math.max(now, nextChangeAt(recent, everyMs));
      sent.push(now);
    }
    const busiest = Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + 60_000).length));
    expect(busiest).toBeLessThanOrEqual(quickChanges + 20);
    // Read, write, and verify; and a share every two seconds.
    expect(busiest * 3 + 30).toBeLessThanOrEqual(110);
  });

  it('is one and a half times the pause between shares, at most ten seconds, and none without a pause', () => {
    expect([2_000, 60_000, 0].map(changeEveryMs)).toEqual([3_000, 10_000, 0]);
  });
});
