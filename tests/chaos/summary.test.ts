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
  it.each(['kill-worker', 'no-connections', 'cut-database'])('proves nothing if %s never happened', (fault) => {
    expect(whatIsMissing(leg([fault]), ran({}))).toBe(`${fault} never happened`);
  });

  it('needs each of them', () => {
    const both = leg(['freeze', 'sleep']);
    expect(whatIsMissing(both, ran({ freeze: 3 }))).toBe('sleep never happened');
    expect(whatIsMissing(both, ran({ freeze: 3, sleep: 1 }))).toBeNull();
  });

  it('has to keep what the row of its fault asks for', () => {
    const slow = { ...calm, shares: 2_000 };
    expect(whatIsMissing(leg(['kill-worker']), ran({ 'kill-worker': 9 }, { stormy: slow }))).toMatch('90 %');
    const recovered = ran({ 'no-connections': 2 }, { found: { recoveriesMs: [100, 5_100], most: {} } });
    expect(whatIsMissing(leg(['no-connections']), recovered)).toBe('recovered in more than 5 s');
    const lose = (before: number, after: number) => ran({ 'lost-commits': 90 }, { lostCommits: { before, after } });
    expect(whatIsMissing(leg(['lost-commits']), lose(250, 249))).toBe('only 499 of 500 commits were lost');
    expect(whatIsMissing(leg(['lost-commits']), lose(250, 250))).toBeNull();
    const block = (missedLines: number, given: Parameters<typeof ran>[1] = {}) =>
      ran({ 'blocked-log': 3 }, { missedLines, ...given });
    expect(whatIsMissing(leg(['blocked-log']), block(0))).toBe('no log was ever full');
    expect(whatIsMissing(leg(['blocked-log']), block(1))).toBeNull();
    expect(whatIsMissing(leg(['blocked-log']), block(1, { stormy: { ...calm, shares: 2_800 } }))).toMatch('95 %');
  });
});

it.each([
  ['cut-database', 2_000, 2_001],
  ['dead-database', 10_000, 10_001],
  ['server-errors', 1.1, 1.11],
])('the limit of %s holds at %d and not at %d', (fault, good, bad) => {
  const saw = (most: Record<string, number>) => ran({ [fault]: 1 }, { found: { recoveriesMs: [], most } });
  expect(whatIsMissing(leg([fault]), saw({ [fault]: good }))).toBeNull();
  expect(whatIsMissing(leg([fault]), saw({ [fault]: bad }))).toMatch(`${bad} `);
  expect(whatIsMissing(leg([fault]), saw({}))).toMatch('limit');
});

it('a run of all faults needs 90 % of the shares, whichever faults happened', () => {
  expect(whatIsMissing(leg(null), ran({}))).toBeNull();
  expect(whatIsMissing(leg(null), ran({}, { stormy: { ...calm, shares: 2_600 } }))).toMatch('90 %');
});
