// Runs work on the seller's account at the marketplace under its lock, and signs in again if the session has ended.

import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketResult, SignInResult } from '#domain/ports/marketplace.ts';
import { endConnectionIssue } from '../state/connection-store.ts';
import { type ClosetRow, saveIdentity } from '../state/store.ts';
import type { AccountLock } from './account-lock.ts';
import { endedByAnAnswer } from './explain-failure.ts';
import {
  type AccountContext,
  keepSession,
  type LockedCloset,
  type OnFailure,
  type OpenCloset,
  openAccount,
  openLockedAccount,
} from './open-account.ts';
import { awaitCode, noteFailure, renewSession } from './renew-session.ts';
import type { KeptPending } from './secrets.ts';

/** Whose closet it is. `marketUserId` never changes; a handle may. */
export type LinkedCloset = {
  marketUserId: string;
  handle: string;
  practice: boolean;
  /** When it was last read; null if it never was. */
  lastSyncedAt: Instant | null;
  /** Stores what a call found out. Throws if the account lock is lost. */
  transaction: AccountLock['transaction'];
};

type LiveWork<T> = (account: MarketAccount, closet: LinkedCloset) => Promise<MarketResult<T>>;

export type AccountUse = {
  /** Resolves to null if nothing is linked. Throws if this server no longer has the closet's marketplace. */
  open(userId: string): Promise<OpenCloset | null>;
  openLocked(userId: string, lock: AccountLock): Promise<LockedCloset | null>;
  /** Stores the session if it has changed, unless the lock was lost. */
  keep(open: LockedCloset): Promise<void>;
  /**
   * Signs in once with the stored password. Shows a failure on the connection panel. If a code is required, the sign-in waits for
   * it.
   */
  renew(open: LockedCloset): Promise<SignInResult | { kind: 'no_password' }>;
  /** Stores a sign-in that waits for its code, for ten minutes. */
  awaitCode(lock: AccountLock, row: ClosetRow, pending: KeptPending): Promise<void>;
  withAccount<T>(userId: string, work: (account: MarketAccount) => Promise<T>): Promise<T>;
  /** `signsIn: false`: if the session has ended, nobody signs in for this. */
  withLiveAccount<T>(
    userId: string,
    work: LiveWork<T>,
    options?: { signsIn?: boolean; onFailure?: OnFailure },
  ): Promise<MarketResult<T>>;
};

export const notConnected = (): Failure =>
  new Failure('closet_not_connected', 'Connect your closet in the marketplace panel, then try again.');

export function createAccountUse(needs: Omit<AccountContext, 'storedRevisions'>): AccountUse {
  const context: AccountContext = { ...needs, storedRevisions: new WeakMap() };
  return {
    open: (userId) => openAccount(context, userId),
    openLocked: (userId, lock) => openLockedAccount(context, userId, lock),
    keep: (closet) => keepSession(context, closet),
    renew: (closet) => renewSession(context, closet),
    awaitCode: (lock, row, pending) => awaitCode(context, { lock, row, pending }),
    withAccount: (userId, work) => withCloset(context, userId, ({ account }) => work(account)),
    withLiveAccount: (userId, work, { signsIn = true, onFailure } = {}) =>
      withCloset(context, userId, (closet) => workLive(context, { ...closet, onFailure }, { work, signsIn })),
  };
}

/** Runs `work` on the closet under the account lock, and stores the session afterward. */
function withCloset<T>(
  context: AccountContext,
  userId: string,
  work: (closet: LockedCloset) => Promise<T>,
): Promise<T> {
  return context.withLock(userId, async (lock) => {
    const closet = await openLockedAccount(context, userId, lock);
    if (closet === null) throw notConnected();
    try {
      return await work(closet);
    } finally {
      await keepSession(context, closet);
    }
  });
}

/** If the session has ended, it is renewed once, and the work is repeated. */
async function workLive<T>(
  context: AccountContext,
  closet: LockedCloset,
  { work, signsIn }: { work: LiveWork<T>; signsIn: boolean },
): Promise<MarketResult<T>> {
  const first = await attempt(closet, work);
  if (first.kind !== 'session_expired') {
    if (first.kind !== 'ok') await noteFailure(closet, first);
    return first;
  }
  if ((await closet.account.bootstrap()).kind !== 'ok') {
    // The next call that the seller or the bot makes signs in.
    if (!signsIn && closet.row.credentials !== null) return first;
    const renewed = await renewSession(context, closet);
    if (renewed.kind === 'no_password') {
      await noteFailure(closet, first);
      return first;
    }
    if (renewed.kind === 'otp_required') return { kind: 'otp_required', message: renewed.message };
    if (renewed.kind !== 'ok') return renewed;
  }
  const second = await attempt(closet, work);
  if (second.kind !== 'ok') await noteFailure(closet, second);
  return second;
}

async function attempt<T>(closet: LockedCloset, work: LiveWork<T>): Promise<MarketResult<T>> {
  const { row, account, lock } = closet;
  const linked = await linkedCloset(closet);
  if (linked.kind !== 'ok') return linked;
  const result = await work(account, linked.value);
  if (result.kind === 'ok' && row.state !== 'ready') {
    await lock.transaction((tx) => endConnectionIssue(tx, row.userId, endedByAnAnswer));
  }
  return result;
}

/** Asks the marketplace whose closet it is if that is not known yet. */
async function linkedCloset({ row, account, lock }: LockedCloset): Promise<MarketResult<LinkedCloset>> {
  const { userId, practice, lastSyncedAt, marketUserId, handle } = row;
  const { transaction } = lock;
  if (marketUserId !== null && handle !== null) {
    return { kind: 'ok', value: { marketUserId, handle, practice, lastSyncedAt, transaction } };
  }
  const seen = await account.bootstrap();
  if (seen.kind !== 'ok') return seen;
  const identity = { handle: seen.value.handle, marketUserId: seen.value.userId };
  await transaction((tx) => saveIdentity(tx, { userId, ...identity }));
  return { kind: 'ok', value: { ...identity, practice, lastSyncedAt, transaction } };
}
