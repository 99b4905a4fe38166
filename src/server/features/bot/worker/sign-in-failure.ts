import type { ConnectionReason } from '#domain/closet.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import type { Closet } from '../../closet/closet.ts';

type SignInEnd = Exclude<Awaited<ReturnType<Closet['signInAgain']>>, { kind: 'ok' }>;

const kinds: Record<ConnectionReason, MarketFailure['kind']> = {
  credentials_rejected: 'invalid_credentials',
  session_expired: 'session_expired',
  code_required: 'otp_required',
  human_check: 'human_check',
  account_blocked: 'account_blocked',
  marketplace_refused: 'forbidden',
  marketplace_unavailable: 'unavailable',
  marketplace_changed: 'protocol_changed',
};

/** What a quiet sign-in ended with, in the words of the rules. */
export const failureOfSignIn = (end: SignInEnd): MarketFailure =>
  end.kind === 'no_password'
    ? { kind: 'session_expired', message: 'There is no password to sign in with.' }
    : { kind: kinds[end.reason], message: end.message, retryAfterMs: end.retryAfterMs };
