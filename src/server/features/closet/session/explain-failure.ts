/** Explains a marketplace failure to the seller. */
import type { ConnectionReason } from '#domain/closet.ts';
import { Failure, type FailureCode } from '#domain/failure.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';

/** What a failed call means for the connection, in words for the seller. */
export type Explanation = { reason: ConnectionReason; code: FailureCode; message: string; retryAfterMs?: number };

const rejected: Omit<Explanation, 'retryAfterMs'> = {
  reason: 'credentials_rejected',
  code: 'credentials_rejected',
  message:
    'The marketplace did not accept this user name and password. Check both and save them again. It asks for the name of your closet, not your e-mail address.',
};
const expired: typeof rejected = {
  reason: 'session_expired',
  code: 'session_rejected',
  message:
    'Your session at the marketplace has ended. Sign in there in your own browser and paste the session here again.',
};
const codeRequired: typeof rejected = {
  reason: 'code_required',
  code: 'code_required',
  message: 'The marketplace asks for a one-time code. Have the code sent to you, then type it here.',
};
const humanCheck: typeof rejected = {
  reason: 'human_check',
  code: 'human_check_required',
  message:
    'The marketplace asks for a human check. We stopped and did nothing about it. Open the marketplace in your own browser, do the check there, then test the connection again.',
};
const blocked: typeof rejected = {
  reason: 'account_blocked',
  code: 'marketplace_refused',
  message:
    'The marketplace says this account is suspended. We stopped all calls for it. Please ask the marketplace’s support what happened.',
};
const refused: typeof rejected = {
  reason: 'marketplace_refused',
  code: 'marketplace_refused',
  message:
    'The marketplace refused our call, so we stopped. Sign in there in your own browser, see whether it tells you something, then test the connection again.',
};
const unavailable: typeof rejected = {
  reason: 'marketplace_unavailable',
  code: 'marketplace_unavailable',
  message:
    'The marketplace did not answer, or not in full. Nothing of yours was changed. Please try again in a few minutes.',
};
const changed: typeof rejected = {
  reason: 'marketplace_changed',
  code: 'marketplace_changed',
  message:
    'The marketplace answered in a way we do not know, so we stopped. It may have changed. Whoever runs this installation can look into it.',
};

const explanations: Record<MarketFailure['kind'], typeof rejected> = {
  network: unavailable,
  uncertain: unavailable,
  unavailable,
  bad_answer: unavailable,
  rate_limited: unavailable,
  session_expired: expired,
  token_rejected: refused,
  blocked: refused,
  forbidden: refused,
  invalid_credentials: rejected,
  otp_required: codeRequired,
  otp_invalid: {
    reason: 'code_required',
    code: 'code_rejected',
    message: 'That is not the code the marketplace sent. Please check it and type it again.',
  },
  otp_expired: {
    reason: 'code_required',
    code: 'code_expired',
    message: 'That code is too old, or a newer one was sent. Type the newest code, or ask for another.',
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

const minutes = (ms: number): string => {
  const count = Math.max(1, Math.ceil(ms / 60_000));
  return count === 1 ? 'a minute' : `${count} minutes`;
};

/** For every call but a share (wire protocol 14.4). */
export const explainFailure = (failure: MarketFailure): Explanation => {
  const explanation = explanations[failure.kind];
  const wait = failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs };
  if (failure.kind !== 'rate_limited') return { ...explanation, ...wait };
  const pause = failure.retryAfterMs === undefined ? 'a few minutes' : minutes(failure.retryAfterMs);
  return {
    ...explanation,
    ...wait,
    message: `The marketplace asks us to slow down. Nothing of yours was changed. Please try again in ${pause}.`,
  };
};

/** The failure that a call of ours throws for it. */
export const failureOf = (failure: MarketFailure): Failure => {
  const { code, message, retryAfterMs } = explainFailure(failure);
  return new Failure(code, message, retryAfterMs === undefined ? {} : { retryAfterMs });
};

const passing: readonly ConnectionReason[] = ['marketplace_unavailable', 'marketplace_changed'];

/** Connection issues that end when the marketplace answers a read. A human check is not among them: it concerns writes. */
export const endedByAnAnswer: readonly ConnectionReason[] = [...passing, 'session_expired'];

/** Whether only the seller can fix it. Any other issue ends by itself, or is not about this connection. */
export const needsSeller = ({ reason }: Explanation): boolean => !passing.includes(reason);
