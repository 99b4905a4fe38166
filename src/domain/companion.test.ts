import { describe, expect, it } from 'vitest';
import { type CompanionSight, findBrowser, mayWork, whyAway } from './companion.ts';

const now = 1_000_000;
const seen = (id: string, agoMs: number | null, more: Partial<CompanionSight> = {}): CompanionSight => ({
  id,
  state: 'ready',
  seenAt: agoMs === null ? null : now - agoMs,
  isWorking: false,
  ...more,
});

describe('a browser does the work', () => {
  it.each([
    ['alone', [seen('a', 0)], true],
    ['again', [seen('a', 0, { isWorking: true }), seen('b', 0)], true],
    ['not while another one works', [seen('a', 0), seen('b', 39_999, { isWorking: true })], false],
    ['once the other one is asleep', [seen('a', 0), seen('b', 40_000, { isWorking: true })], true],
    ['once the seller paused the other one', [seen('a', 0), seen('b', 0, { isWorking: true, state: 'paused' })], true],
    ['not while that is signed out', [seen('a', 0), seen('b', 0, { isWorking: true, state: 'signed_out' })], false],
    ['not while it is paused', [seen('a', 0, { state: 'paused' })], false],
    ['not without permission', [seen('a', 0, { state: 'no_permission' })], false],
    ['not once it was removed', [seen('b', 0)], false],
  ])('%s', (_, all, expected) => {
    expect(mayWork(all, 'a', now)).toBe(expected);
  });
});

describe('a share that is due', () => {
  it.each([
    ['goes through a browser that was just seen', 0, { kind: 'awake' }],
    ['also near the end of its poll', 39_999, { kind: 'awake' }],
    ['waits a little for one that may be gone', 40_000, { kind: 'check_again', at: now + 5_000 }],
    ['and checks at the end of the minute', 58_000, { kind: 'check_again', at: now + 2_000 }],
    ['makes the bot wait after a minute', 60_000, { kind: 'lost' }],
    ['and at once if there never was a browser', null, { kind: 'lost' }],
  ])('%s', (_, agoMs, expected) => {
    expect(findBrowser(agoMs === null ? null : now - agoMs, now)).toEqual(expected);
  });
});

it.each([
  ['none', []],
  ['asleep', [seen('a', 40_000), seen('b', null)]],
  ['asleep', [seen('a', 90_000, { state: 'paused' })]],
  ['paused', [seen('a', 90_000), seen('b', 0, { state: 'paused' })]],
  ['no_permission', [seen('a', 0, { state: 'no_permission' })]],
] as const)('says why no browser carries calls: %s', (expected, all) => {
  expect(whyAway(all, now)).toBe(expected);
});
