import { describe, expect, it } from 'vitest';
import { changeEveryMs, nextChangeAt, quickChanges, remembersMs } from './price-change.ts';

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

  it('makes a batch of 100 at an even pace', () => {
    const sent: number[] = [];
    for (let now = 0; sent.length < 100; ) {
      now = Math.max(
        now,
        nextChangeAt(
          sent.filter((at) => at > now - remembersMs),
          everyMs,
        ),
      );
      sent.push(now);
    }
    expect(sent.slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 3_000, 6_000]);
    expect(sent.at(-1)).toBe((100 - quickChanges) * everyMs);
  });

  it('is one and a half times the pause between shares, at most ten seconds, and none without a pause', () => {
    expect([2_000, 60_000, 0].map(changeEveryMs)).toEqual([3_000, 10_000, 0]);
  });
});
