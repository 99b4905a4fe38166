// Finishes a sign-in for which the marketplace asked for a one-time code.
import { codeRequestSpacingMs } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount } from '#domain/ports/marketplace.ts';
import { inWords } from '#domain/text/duration.ts';
import type { AccountLock } from '../session/account-lock.ts';
import { type ClosetContext, marketplaceOf, type StoredSignIn } from '../session/closet-context.ts';
import { explainFailure, failureOf } from '../session/explain-failure.ts';
import { awaitCode, openLockedAccount, renewSession } from '../session/use-account.ts';
import {
  claimCodeRequest,
  clearPending,
  dropStalePending,
  renewPending,
  saveConnectionIssue,
} from '../state/connection-store.ts';
import { type ClosetRow, findCloset } from '../state/store.ts';
import { completeLink, countTry, type Linked } from './complete-link.ts';

/** `isConnected`: the marketplace took the stored password without asking for a code. */
type RequestedCode = { destination?: string; isConnected?: true };

type Waiting = StoredSignIn & { row: ClosetRow; sealed: string; account: MarketAccount };

/** Makes the marketplace send the one-time code, at most once a minute. */
export const requestCode = (context: ClosetContext, userId: string): Promise<RequestedCode> =>
  underLock(context, userId, (lock) => requestUnderLock(context, userId, lock));

export const verifyCode = (context: ClosetContext, userId: string, code: string): Promise<Linked> =>
  underLock(context, userId, (lock) => verifyUnderLock(context, { userId, code, lock }));

async function underLock<T>(
  { database, withLock }: ClosetContext,
  userId: string,
  work: (lock: AccountLock) => Promise<T>,
): Promise<T> {
  if ((await findCloset(database, userId)) === null) throw nothingWaits();
  return withLock(userId, work);
}

async function requestUnderLock(context: ClosetContext, userId: string, lock: AccountLock): Promise<RequestedCode> {
  const { database, clock, secrets } = context;
  const waiting = await openWaiting(context, userId, lock).catch((error: unknown) =>
    signInForCode(context, { userId, lock, error }),
  );
  if (waiting === null) return { isConnected: true };
  const { row, sealed, account, ...signIn } = waiting;
  const now = clock.now();
  if (!(await claimCodeRequest(database, { userId, now, spacingMs: codeRequestSpacingMs }))) {
    const seconds = secondsUntilNext(row, now);
    throw new Failure(
      'too_many_requests',
      `A code was just sent. You can request another ${inWords(seconds * 1000)}. Requesting a new code cancels the old one.`,
      { retryAfterMs: seconds * 1000 },
    );
  }
  const asked = await account.requestCode(signIn.pending);
  if (asked.kind !== 'ok') throw failureOf(asked, row);
  const { session, handle, requestToken, destination } = asked.value;
  await lock.transaction(async (tx) => {
    const next = { ...signIn, pending: { session, handle, ...(requestToken && { requestToken }) } };
    await renewPending(tx, { userId, pending: await secrets.sealPending(tx, row, next), before: sealed });
  });
  return destination === undefined ? {} : { destination };
}

/**
 * No sign-in waits: the marketplace asked for the code in the middle of a session, or the ten minutes are over. Signs in once with
 * the stored password, so that one waits. null if that needed no code. Throws `error` if no password is stored.
 */
async function signInForCode(
  context: ClosetContext,
  { userId, lock, error }: { userId: string; lock: AccountLock; error: unknown },
): Promise<Waiting | null> {
  if (!(error instanceof Failure) || (error.code !== 'no_pending_sign_in' && error.code !== 'code_expired'))
    throw error;
  const closet = await openLockedAccount(context, userId, lock);
  if (closet?.row.reason !== 'code_required' || closet.row.transport !== 'server') throw error;
  await countTry(context, closet.row.username ?? '');
  const result = await renewSession(context, closet);
  if (result.kind === 'no_password') throw error;
  if (result.kind === 'ok') return null;
  if (result.kind === 'otp_required') return openWaiting(context, userId, lock);
  throw failureOf(result, closet.row);
}

async function verifyUnderLock(
  context: ClosetContext,
  { userId, code, lock }: { userId: string; code: string; lock: AccountLock },
): Promise<Linked> {
  const { row, account, pending, username, password, keepPassword } = await openWaiting(context, userId, lock);
  if (pending.requestToken === undefined) {
    const message = 'No code was sent yet. Request one first, then enter it here.';
    throw new Failure('code_rejected', message, { fields: { code: message } });
  }
  const result = await account.verifyCode(pending, { code, credentials: { username, password } });
  if (result.kind === 'ok') {
    const credentials = keepPassword ? { username, password } : null;
    const identity = result.value;
    return completeLink(context, { lock, row }, { practice: row.practice, account, identity, username, credentials });
  }
  // The code was right, but the marketplace asks for another one.
  if (result.kind === 'otp_required') {
    await awaitCode(context, { lock, row }, { pending: result.pending, username, password, keepPassword });
  }
  // The waiting sign-in can no longer succeed with these credentials.
  if (result.kind === 'invalid_credentials' || result.kind === 'account_blocked') {
    await lock.transaction((tx) => clearPending(tx, userId));
  }
  const explanation = explainFailure(result, row);
  await lock.transaction((tx) => saveConnectionIssue(tx, { userId, ...explanation }));
  const isTheCode = result.kind === 'otp_invalid' || result.kind === 'otp_expired';
  const { code: failureCode, message } = explanation;
  throw new Failure(failureCode, message, isTheCode ? { fields: { code: message } } : {});
}

const nothingWaits = (): Failure =>
  new Failure('no_pending_sign_in', 'No sign-in is waiting for a code. Save your username and password to start one.');

async function openWaiting(context: ClosetContext, userId: string, lock: AccountLock): Promise<Waiting> {
  const { database, clock, secrets } = context;
  const row = await findCloset(database, userId);
  if (row === null || row.pending === null || row.pendingUntil === null) throw nothingWaits();
  if (row.pendingUntil <= clock.now()) {
    await dropStalePending(database, clock.now());
    throw new Failure(
      'code_expired',
      'This sign-in waited more than 10 minutes for its code. Save your username and password again.',
    );
  }
  const signIn = await secrets.pending(database, row);
  const marketplace = marketplaceOf(context, row.practice);
  if (signIn === null || marketplace === null) throw nothingWaits();
  return { ...signIn, row, sealed: row.pending, account: lock.guard(marketplace.account(signIn.pending.session)) };
}

const secondsUntilNext = ({ codeRequestedAt }: ClosetRow, now: Instant): number =>
  Math.max(1, Math.ceil(((codeRequestedAt ?? now) + codeRequestSpacingMs - now) / 1000));
