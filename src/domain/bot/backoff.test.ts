import { describe, expect, it } from 'vitest';
import { calm, dayMs, type Kind, now, react, reactionTo, secondMs } from './backoff.fixture.ts';
import { type Operation, reactTo } from './backoff.ts';
import { type Backoff, noBackoff, readBackoff, resetFailures } from './limit/warnings.ts';

/** The reaction to the first failure of each kind of a share, a page, and a sign-in. The type requires a row for every kind. */
const first: Record<Kind, [share: string, read: string, signIn: string]> = {
  network: ['wait 2s not_sent', 'wait 2s', 'wait 2s'],
  browser_refused: ['pause marketplace_changed refused', 'pause marketplace_changed', 'continue'],
  uncertain: ['wait 2s unknown', 'wait 2s', 'wait 2s'],
  unavailable: ['wait 2s unknown', 'wait 2s', 'wait 2s'],
  bad_answer: ['wait 2s unknown', 'wait 2s', 'wait 2s'],
  session_expired: ['retry', 'sign_in', 'pause session_expired'],
  other_account: ['pause session_expired refused', 'pause session_expired', 'pause session_expired'],
  token_rejected: ['retry', 'pause marketplace_refused', 'pause marketplace_refused'],
  invalid_credentials: [
    'pause credentials_rejected refused',
    'pause credentials_rejected',
    'pause credentials_rejected',
  ],
  otp_required: ['pause code_required refused', 'pause code_required', 'pause code_required'],
  otp_invalid: ['pause code_required refused', 'pause code_required', 'pause code_required'],
  otp_expired: ['pause code_required refused', 'pause code_required', 'pause code_required'],
  human_check: ['pause human_check refused', 'pause human_check', 'pause human_check'],
  rate_limited: ['pause rate_limited 900s refused', 'pause rate_limited 900s', 'pause rate_limited 900s'],
  blocked: ['pause marketplace_refused refused', 'pause marketplace_refused', 'pause marketplace_refused'],
  forbidden: ['pause marketplace_refused refused', 'pause marketplace_refused', 'pause marketplace_refused'],
  account_blocked: ['pause account_blocked refused', 'pause account_blocked', 'pause account_blocked'],
  listing_gone: ['continue refused gone', 'wait 2s', 'wait 2s'],
  listing_not_available: ['continue refused not_for_sale', 'wait 2s', 'wait 2s'],
  not_found: ['continue refused gone', 'wait 2s', 'wait 2s'],
  validation: ['continue refused', 'wait 2s', 'wait 2s'],
  write_not_applied: ['wait 2s unknown', 'wait 2s', 'wait 2s'],
  protocol_changed: ['wait 2s unknown', 'wait 2s', 'wait 2s'],
  unknown_failure: ['wait 2s unknown', 'wait 2s', 'wait 2s'],
};

describe('after one failed call', () => {
  it.each(Object.entries(first) as [Kind, string[]][])('%s', (kind, expected) => {
    const operations = ['share', 'bootstrap', 'sign_in'] as const;
    expect(operations.map((operation) => reactionTo(kind, { operation }))).toEqual(expected);
  });

  it('a pause always tells the seller what was seen', () => {
    for (const kind of Object.keys(first) as Kind[]) {
      const { reaction } = react(kind);
      if (reaction.kind === 'pause') expect(reaction.message.length).toBeGreaterThan(60);
    }
  });

  it('nothing that may have reached the marketplace is given back or sent again', () => {
    for (const kind of ['uncertain', 'unavailable', 'bad_answer', 'protocol_changed'] as const)
      for (const alreadyRetried of [false, true])
        expect(react(kind, { facts: { alreadyRetried } }).reaction.outcome).toBe('unknown');
  });
});

describe('a successful call', () => {
  const worn = { refusals: 2, surprises: 2, outages: 5, quietSignIns: 1, gentleUntil: now + dayMs };
  const succeed = (operation: Operation) =>
    reactTo({ result: { kind: 'ok' }, operation, backoff: { ...noBackoff, ...worn }, facts: calm });

  it('that confirmed a share starts all counts over, and keeps the warnings', () => {
    expect(succeed('share')).toEqual({
      backoff: { ...noBackoff, gentleUntil: now + dayMs },
      reaction: { kind: 'continue', outcome: 'shared', listing: 'none' },
    });
  });

  it.each(['bootstrap', 'probe', 'sign_in'] as const)('as a %s proves nothing about sharing', (operation) => {
    expect(succeed(operation)).toEqual({
      backoff: { ...noBackoff, ...worn },
      reaction: { kind: 'continue', outcome: null, listing: 'none' },
    });
  });
});

describe('an outage', () => {
  it.each([
    ['unavailable', 'unknown'],
    ['network', 'not_sent'],
  ] as const)('(%s) waits 2, 8, and 30 seconds, then pauses for 5, 15, 60, and 60 minutes', (kind, outcome) => {
    const steps = Array.from({ length: 7 }, (_, outages) => reactionTo(kind, { backoff: { outages } }));
    const pauses = [300, 900, 3600, 3600].map((seconds) => `pause marketplace_unavailable ${seconds}s ${outcome}`);
    expect(steps).toEqual([...[2, 8, 30].map((seconds) => `wait ${seconds}s ${outcome}`), ...pauses]);
    expect(react(kind, { backoff: { outages: 3 } }).backoff.outages).toBe(4);
  });

  it.each([
    [1, 'wait 2s unknown', 'a shorter wish of the marketplace changes nothing'],
    [20, 'wait 20s unknown', 'a longer one is granted'],
    [600, 'pause marketplace_unavailable 600s unknown', 'a long one is a pause'],
    [1_000_000, 'pause marketplace_unavailable 86400s unknown', 'at most a day'],
  ])('with Retry-After %d leads to %s: %s', (seconds, expected) => {
    expect(reactionTo('unavailable', { said: { retryAfterMs: seconds * secondMs } })).toBe(expected);
  });

  it('waits up to a fifth longer, but at most a minute, and never less', () => {
    expect(reactionTo('unavailable', { facts: { random: () => 0.5 }, backoff: { outages: 3 } })).toBe(
      'pause marketplace_unavailable 330s unknown',
    );
    expect(reactionTo('rate_limited', { facts: { random: () => 0.5 } })).toBe('pause rate_limited 930s refused');
  });

  it.each([
    ['network', 0],
    ['unavailable', 0],
    ['bad_answer', 1],
    ['uncertain', 1],
  ] as const)('during a sign-in (%s) lets it be tried again only if the marketplace never took it', (kind, kept) => {
    expect(react(kind, { operation: 'sign_in', backoff: { quietSignIns: 1 } }).backoff.quietSignIns).toBe(kept);
  });
});

describe('an ended session', () => {
  it.each([
    ['is tried with a fresh page first', 'share', {}, {}, 'retry'],
    ['is tried with a fresh page first by a probe too', 'probe', {}, {}, 'retry'],
    ['is signed in again once, the share still to be made', 'bootstrap', {}, {}, 'sign_in'],
    [
      'is signed in again after the second refusal of a share',
      'share',
      { alreadyRetried: true },
      {},
      'sign_in refused',
    ],
    ['needs the seller without a password', 'bootstrap', { hasPassword: false }, {}, 'pause session_expired'],
    ['needs the seller if a sign-in brought no share', 'bootstrap', {}, { quietSignIns: 1 }, 'pause session_expired'],
    [
      'needs the seller if the share is refused after the sign-in',
      'share',
      { alreadyRetried: true },
      { quietSignIns: 1 },
      'pause session_expired refused',
    ],
  ] as const)('%s', (_, operation, facts, backoff, expected) => {
    expect(reactionTo('session_expired', { operation, facts, backoff })).toBe(expected);
  });

  it('leads to one sign-in each time it ends', () => {
    const signedIn = react('session_expired', { operation: 'bootstrap' }).backoff;
    expect(signedIn.quietSignIns).toBe(1);
    const shared = reactTo({ result: { kind: 'ok' }, operation: 'share', backoff: signedIn, facts: calm }).backoff;
    expect(reactionTo('session_expired', { operation: 'bootstrap', backoff: shared })).toBe('sign_in');
  });
});

describe('three in a row', () => {
  it.each([
    ['validation', { refusals: 1 }, 'continue refused'],
    ['validation', { refusals: 2 }, 'pause marketplace_changed refused'],
    ['protocol_changed', { surprises: 1 }, 'wait 8s unknown'],
    ['protocol_changed', { surprises: 2 }, 'pause marketplace_changed unknown'],
    ['unknown_failure', { surprises: 2 }, 'pause marketplace_changed unknown'],
  ] as const)('%s after %j leads to %s', (kind, backoff, expected) => {
    expect(reactionTo(kind, { backoff })).toBe(expected);
  });

  it('do not count a listing that turned out to be gone', () => {
    expect(react('listing_gone', { backoff: { refusals: 2, surprises: 2, outages: 2 } }).backoff).toEqual(noBackoff);
  });
});

describe('a refused listing', () => {
  it.each([
    ['validation', 'available', 'continue refused'],
    ['validation', 'sold', 'continue refused sold'],
    ['validation', 'not_for_sale', 'continue refused not_for_sale'],
    ['listing_not_available', 'sold', 'continue refused sold'],
    ['listing_not_available', 'unavailable', 'continue refused not_for_sale'],
  ] as const)('(%s) that reads as %s leads to %s', (kind, availability, expected) => {
    expect(reactionTo(kind, { facts: { availability } })).toBe(expected);
  });
});

describe('what is stored', () => {
  it('can be read if all or some of it is missing', () => {
    expect(readBackoff({})).toEqual(noBackoff);
    expect(readBackoff(null)).toEqual(noBackoff);
    expect(readBackoff({ outages: 2 })).toEqual({ ...noBackoff, outages: 2 });
  });

  it('drops what is too old to count', () => {
    const old: Backoff = {
      ...noBackoff,
      rateLimits: [now - 2 * dayMs],
      shareLimits: [now - dayMs],
      slowUntil: now,
      humanChecks: [now - dayMs],
      lowered: { reason: 'share_limit', limit: 900, until: now },
      gentleUntil: now,
    };
    expect(reactTo({ result: { kind: 'ok' }, operation: 'share', backoff: old, facts: calm }).backoff).toEqual(
      noBackoff,
    );
  });

  it('starts its counts over when the seller says the check is done, and keeps its warnings', () => {
    const kept = { rateLimits: [now], gentleUntil: now + dayMs };
    const worn = { ...noBackoff, ...kept, refusals: 3, surprises: 3, outages: 9, quietSignIns: 1 };
    expect(resetFailures(worn)).toEqual({ ...noBackoff, ...kept });
  });
});
