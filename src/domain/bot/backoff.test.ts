import { describe, expect, it } from 'vitest';
import { calm, dayMs, hourMs, type Kind, now, react, reactionTo, secondMs } from './backoff.fixture.ts';
import { type Operation, reactTo } from './backoff.ts';
import { type Backoff, noBackoff, readBackoff, resetFailures } from './limit/warnings.ts';

/** The reaction to the first failure of each kind, by the operation it ended. The type requires a row for every kind. */
const first: Record<Kind, { share: string; read: string; signIn: string }> = {
  network: { share: 'wait 2s not_sent', read: 'wait 2s', signIn: 'wait 2s' },
  browser_refused: {
    share: 'pause marketplace_changed refused',
    read: 'pause marketplace_changed',
    signIn: 'continue',
  },
  uncertain: { share: 'wait 2s unknown', read: 'wait 2s', signIn: 'wait 2s' },
  unavailable: { share: 'wait 2s unknown', read: 'wait 2s', signIn: 'wait 2s' },
  bad_answer: { share: 'wait 2s unknown', read: 'wait 2s', signIn: 'wait 2s' },
  session_expired: { share: 'retry', read: 'sign_in', signIn: 'pause session_expired' },
  other_account: {
    share: 'pause session_expired refused',
    read: 'pause session_expired',
    signIn: 'pause session_expired',
  },
  token_rejected: {
    share: 'retry',
    read: 'pause marketplace_refused',
    signIn: 'pause marketplace_refused',
  },
  invalid_credentials: {
    share: 'pause credentials_rejected refused',
    read: 'pause credentials_rejected',
    signIn: 'pause credentials_rejected',
  },
  otp_required: {
    share: 'pause code_required refused',
    read: 'pause code_required',
    signIn: 'pause code_required',
  },
  otp_invalid: { share: 'pause code_required refused', read: 'pause code_required', signIn: 'pause code_required' },
  otp_expired: { share: 'pause code_required refused', read: 'pause code_required', signIn: 'pause code_required' },
  human_check: { share: 'pause human_check refused', read: 'pause human_check', signIn: 'pause human_check' },
  rate_limited: {
    share: 'pause rate_limited 900s refused',
    read: 'pause rate_limited 900s',
    signIn: 'pause rate_limited 900s',
  },
  blocked: {
    share: 'pause marketplace_refused refused',
    read: 'pause marketplace_refused',
    signIn: 'pause marketplace_refused',
  },
  forbidden: {
    share: 'pause marketplace_refused refused',
    read: 'pause marketplace_refused',
    signIn: 'pause marketplace_refused',
  },
  account_blocked: {
    share: 'pause account_blocked refused',
    read: 'pause account_blocked',
    signIn: 'pause account_blocked',
  },
  listing_gone: { share: 'continue refused gone', read: 'wait 2s', signIn: 'wait 2s' },
  listing_not_available: { share: 'continue refused not_for_sale', read: 'wait 2s', signIn: 'wait 2s' },
  not_found: { share: 'continue refused gone', read: 'wait 2s', signIn: 'wait 2s' },
  validation: { share: 'continue refused', read: 'wait 2s', signIn: 'wait 2s' },
  write_not_applied: { share: 'wait 2s unknown', read: 'wait 2s', signIn: 'wait 2s' },
  protocol_changed: { share: 'wait 2s unknown', read: 'wait 2s', signIn: 'wait 2s' },
  unknown_failure: { share: 'wait 2s unknown', read: 'wait 2s', signIn: 'wait 2s' },
};

describe('after one failed call', () => {
  it.each(Object.entries(first) as [Kind, (typeof first)[Kind]][])('%s', (kind, expected) => {
    expect({
      share: reactionTo(kind),
      read: reactionTo(kind, { operation: 'bootstrap' }),
      signIn: reactionTo(kind, { operation: 'sign_in' }),
    }).toEqual(expected);
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

describe('a share that never left', () => {
  it('is forgotten, and leads to the same waits and pauses as any outage', () => {
    const steps = Array.from({ length: 5 }, (_, outages) => reactionTo('network', { backoff: { outages } }));
    expect(steps).toEqual([
      'wait 2s not_sent',
      'wait 8s not_sent',
      'wait 30s not_sent',
      'pause marketplace_unavailable 300s not_sent',
      'pause marketplace_unavailable 900s not_sent',
    ]);
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
  it('waits 2, 8, and 30 seconds, then pauses for 5, 15, 60, and 60 minutes', () => {
    let backoff = noBackoff;
    const steps = Array.from({ length: 7 }, () => {
      const step = react('unavailable', { backoff });
      backoff = step.backoff;
      return reactionTo('unavailable', { backoff: { ...backoff, outages: backoff.outages - 1 } });
    });
    expect(steps).toEqual([
      'wait 2s unknown',
      'wait 8s unknown',
      'wait 30s unknown',
      'pause marketplace_unavailable 300s unknown',
      'pause marketplace_unavailable 900s unknown',
      'pause marketplace_unavailable 3600s unknown',
      'pause marketplace_unavailable 3600s unknown',
    ]);
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

describe('a refused token', () => {
  it('counts as refused the second time', () => {
    expect(reactionTo('token_rejected', { facts: { alreadyRetried: true } })).toBe('pause marketplace_refused refused');
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

  it('is the same after a trip through JSON', () => {
    const { backoff } = react('rate_limited', { backoff: { humanChecks: [now - hourMs], gentleUntil: now + 1 } });
    expect(readBackoff(JSON.parse(JSON.stringify(backoff)))).toEqual(backoff);
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
