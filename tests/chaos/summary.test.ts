import { describe, expect, it } from 'vitest';
import { whatIsMissing } from './summary.ts';

type Result = Parameters<typeof whatIsMissing>[1];
const calm = { seconds: 60, shares: 3_000, botSeconds: 6_000, mostMb: 200 };
/** A run in which these faults happened, and that had as many shares with faults as without. */
const ran = (
  done: Record<string, number>,
  { stormy = calm, ...given }: Partial<Result> & { stormy?: typeof calm } = {},
) => ({ done, compared: { calm, stormy }, found: { recoveriesMs: [], most: {} }, ...given }) as Result;
const leg = (only: readonly string[] | null) => ({ only });

describe('a run of chosen faults', () => {
  it('needs each of them', () => {
    const both = leg(['freeze', 'sleep']);
    expect(whatIsMissing(both, ran({ freeze: 3 }))).toBe('sleep never happened');
    expect(whatIsMissing(both, ran({ freeze: 3, sleep: 1 }))).toBeNull();
  });

  it('has to keep what the row of its fault asks for', () => {
    const without = (fault: string, given: Parameters<typeof ran>[1]) =>
      whatIsMissing(leg([fault]), ran({ [fault]: 3 }, given));
    expect(without('kill-worker', { stormy: { ...calm, shares: 2_000 } })).toMatch('90 %');
    const found = { recoveriesMs: [100, 5_100], most: {} };
    expect(without('no-connections', { found })).toBe('recovered in more than 5 s');
    expect(without('lost-commits', { lostCommits: { before: 250, after: 249 } })).toMatch('only 499 of 500');
    expect(without('lost-commits', { lostCommits: { before: 250, after: 250 } })).toBeNull();
    expect(without('blocked-log', { missedLines: 0 })).toBe('no log was ever full');
    expect(without('blocked-log', { missedLines: 1 })).toBeNull();
    expect(without('blocked-log', { missedLines: 1, stormy: { ...calm, shares: 2_800 } })).toMatch('95 %');
    const most = (value: number) => ({ found: { recoveriesMs: [], most: { 'cut-database': value } } });
    expect(without('cut-database', most(2_000))).toBeNull();
    expect(without('cut-database', most(2_001))).toMatch('2001 ');
    expect(without('cut-database', {})).toMatch('limit');
  });
});

it('a run of all faults needs 90 % of the shares, whichever faults happened', () => {
  expect(whatIsMissing(leg(null), ran({}))).toBeNull();
  expect(whatIsMissing(leg(null), ran({}, { stormy: { ...calm, shares: 2_600 } }))).toMatch('90 %');
});
