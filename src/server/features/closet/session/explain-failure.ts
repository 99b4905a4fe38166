// Explains a marketplace failure to the seller.

import { type ConnectionReason, type MarketplaceName, marketplaceName, startWith } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import { Failure, type FailureCode } from '#domain/failure.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { inWords } from '#domain/text/duration.ts';

/** What a failed call means for the connection, in a message for the seller. */
type Explanation = { reason: ConnectionReason; code: FailureCode; message: string; retryAfterMs?: number };

/** `inBrowser` replaces the message for a closet that is linked through the seller's browser. */
type Meaning = {
  reason: ConnectionReason;
  code: FailureCode;
  message: (marketplace: MarketplaceName) => string;
  inBrowser?: (marketplace: MarketplaceName) => string;
};
type Explained = { practice: boolean; transport?: Transport };

const rejected: Meaning = {
  reason: 'credentials_rejected',
  code: 'credentials_rejected',
  message: (name) =>
    `${startWith(name)} rejected this username and password. Check both and save them again. Use your closet name, not your email.`,
  inBrowser: (name) =>
    `${startWith(name)} rejected your sign-in. Sign in to ${name} in the browser that shares for you.`,
};
const expired: Meaning = {
  reason: 'session_expired',
  code: 'session_rejected',
  message: (name) =>
    `Your session expired. Sign in to ${name} in your own browser, then connect your closet again here.`,
  inBrowser: (name) =>
    `${startWith(name)} signed you out in your browser. Sign in to ${name} in the browser that shares for you, and Hangtag reconnects on its own.`,
};
const otherAccount: Meaning = {
  reason: expired.reason,
  code: expired.code,
  message: (name) =>
    `Your browser is signed in to ${name} with another account. Sign in there with the account of this closet, or disconnect this closet to connect the other one.`,
};
const codeRequired: Meaning = {
  reason: 'code_required',
  code: 'code_required',
  message: (name) => `${startWith(name)} needs a one-time code. Request it, then enter it here.`,
  inBrowser: (name) =>
    `${startWith(name)} needs a one-time code. Sign in to ${name} in the browser that shares for you, and enter the code there.`,
};
const humanCheck: Meaning = {
  reason: 'human_check',
  code: 'human_check_required',
  message: (name) =>
    `${startWith(name)} wants to verify you’re human. Open ${name} in your own browser, complete the check there, then test the connection again.`,
  inBrowser: (name) =>
    `${startWith(name)} wants to verify you’re human. Complete the check in the browser that shares for you, then try again.`,
};
const blocked: Meaning = {
  reason: 'account_blocked',
  code: 'marketplace_refused',
  message: (name) =>
    `${startWith(name)} says your account is suspended. Hangtag sends nothing more. Contact ${name} support to find out why.`,
};
const refused: Meaning = {
  reason: 'marketplace_refused',
  code: 'marketplace_refused',
  message: (name) =>
    `${startWith(name)} refused Hangtag’s request. Sign in to ${name} in your own browser, check for any message there, then test the connection again.`,
  inBrowser: (name) =>
    `${startWith(name)} refused Hangtag’s request. Open ${name} in the browser that shares for you, check for any message there, then test the connection again.`,
};
const unavailable: Meaning = {
  reason: 'marketplace_unavailable',
  code: 'marketplace_unavailable',
  message: (name) => `${startWith(name)} isn’t responding. Nothing was changed. Try again in a few minutes.`,
  inBrowser: (name) =>
    `Your browser can’t get an answer from ${name}. Nothing was changed. Try again in a few minutes.`,
};
const changed: Meaning = {
  reason: 'marketplace_changed',
  code: 'marketplace_changed',
  message: (name) =>
    `Hangtag doesn’t recognize the answer from ${name}, which may have changed. Your administrator can look into it.`,
};

const refusedByBrowser: Meaning = {
  ...changed,
  message: () =>
    'The companion in your browser refused this request, because it isn’t on its list. Nothing was sent. Install the companion from your Hangtag again. If that doesn’t help, tell your administrator.',
};

const explanations: Record<MarketFailure['kind'], Meaning> = {
  network: unavailable,
  browser_refused: refusedByBrowser,
  uncertain: unavailable,
  unavailable,
  bad_answer: unavailable,
  rate_limited: unavailable,
  session_expired: expired,
  other_account: otherAccount,
  token_rejected: refused,
  blocked: refused,
  forbidden: refused,
  invalid_credentials: rejected,
  otp_required: codeRequired,
  otp_invalid: {
    reason: 'code_required',
    code: 'code_rejected',
    message: (name) => `That’s not the code that ${name} sent. Check it and enter it again.`,
  },
  otp_expired: {
    reason: 'code_required',
    code: 'code_expired',
    message: () => 'That code has expired, or a newer one replaced it. Enter the newest code, or request another.',
  },
  human_check: humanCheck,
  account_blocked: blocked,
  listing_gone: changed,
  listing_not_available: changed,
  not_found: changed,
  validation: changed,
  write_not_applied: changed,
  protocol_changed: changed,
  unknown_failure: changed,
};

/** For every call except a share. */
export const explainFailure = (failure: MarketFailure, { practice, transport }: Explained): Explanation => {
  const { message, inBrowser = message, ...meaning } = explanations[failure.kind];
  const name = marketplaceName(practice);
  const explanation = { ...meaning, message: (transport === 'browser' ? inBrowser : message)(name) };
  const wait = failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs };
  // Nobody knows this refusal. The marketplace's own words may help the seller.
  if (failure.kind === 'unknown_failure')
    return { ...explanation, ...wait, message: `${startWith(name)} refused this. Its answer: ${failure.message}` };
  if (failure.kind !== 'rate_limited') return { ...explanation, ...wait };
  const when = failure.retryAfterMs === undefined ? 'in a few minutes' : inWords(failure.retryAfterMs);
  return {
    ...explanation,
    ...wait,
    message: `${startWith(name)} asked Hangtag to slow down. Nothing was changed. Try again ${when}.`,
  };
};

/** The failure that a call of ours throws for it. */
export const failureOf = (failure: MarketFailure, closet: Explained): Failure => {
  const { code, message, retryAfterMs } = explainFailure(failure, closet);
  return new Failure(code, message, retryAfterMs === undefined ? {} : { retryAfterMs });
};

const passing: readonly ConnectionReason[] = ['marketplace_unavailable', 'marketplace_changed'];

/** Connection issues that end when the marketplace answers a read. A human check is not among them: it concerns writes. */
export const endedByAnAnswer: readonly ConnectionReason[] = [...passing, 'session_expired'];

/** Whether only the seller can fix it. Any other issue ends on its own, or is not about this connection. */
export const needsSeller = ({ reason }: Explanation): boolean => !passing.includes(reason);
