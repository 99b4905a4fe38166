/** Opens the seller's account at the marketplace, keeps its session, and signs in again where the session has ended. */
import { pendingSignInLifeMs } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketResult, SignInResult } from '#domain/ports/marketplace.ts';
import { endConnectionIssue, saveConnectionIssue, saveReady } from '../connection-store.ts';
import { savePending } from '../pending-store.ts';
import { type ClosetRow, findCloset, saveIdentity, saveSession } from '../store.ts';
import { type AccountLock, AccountLockLost, type WithAccountLock } from './account-lock.ts';
import { endedByAnAnswer, explainFailure, needsSeller } from './explain-failure.ts';
import { emptySession, type KeptPending, type Marketplaces, marketplaceOf, type Secrets } from './open-closet.ts';

/** A closet's row, and its account at the marketplace. */
type OpenCloset = { row: ClosetRow; account: MarketAccount; hasSession: boolean };

/** One under an account lock: once that is lost, its account refuses calls, and nothing is written. */
export type LockedCloset = OpenCloset & { lock: AccountLock };

/** Whose closet it is. `marketUserId` never changes; a handle may. */
export type LinkedCloset = {
  marketUserId: string;
  handle: string;
  practice: boolean;
  /** Writes what a call found out. Throws if the account lock is lost. */
  transaction: AccountLock['transaction'];
};

export type AccountUse = {
  /** null: nothing is linked. Throws if the installation no longer has the closet's marketplace. */
  open(userId: string): Promise<OpenCloset | null>;
  openLocked(userId: string, lock: AccountLock): Promise<LockedCloset | null>;
  /** Stores the session if it has changed. After a lost lock it stores nothing. */
  keep(open: LockedCloset): Promise<void>;
  /** One login with the stored password. A failure is shown on the connection panel; a code is waited for. */
  renew(open: LockedCloset): Promise<SignInResult | { kind: 'no_password' }>;
  /** Stores a sign-in that waits for its code, for ten minutes. */
  awaitCode(lock: AccountLock, row: ClosetRow, pending: KeptPending): Promise<void>;
  withAccount<T>(userId: string, work: (account: MarketAccount) => Promise<T>): Promise<T>;
  withLiveAccount<T>(
    userId: string,
    work: (account: MarketAccount, closet: LinkedCloset) => Promise<MarketResult<T>>,
  ): Promise<MarketResult<T>>;
};

export const notConnected = (): Failure =>
  new Failure('closet_not_connected', 'Connect your closet in the marketplace panel, then try again.');

export function createAccountUse({
  database,
  clock,
  secrets,
  marketplaces,
  withLock,
}: {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  marketplaces: Marketplaces;
  withLock: WithAccountLock;
}): AccountUse {
  /** The revision of each open account's session when it was last stored. */
  const written = new WeakMap<MarketAccount, number>();

  const open: AccountUse['open'] = async (userId) => {
    const row = await findCloset(database, userId);
    if (row === null || (row.session === null && row.credentials === null)) return null;
    const marketplace = marketplaceOf(marketplaces, row.practice);
    if (marketplace === null) {
      throw new Failure(
        'marketplace_unavailable',
        'This site can’t reach the marketplace of your closet. Tell your administrator.',
      );
    }
    const session = await secrets.session(database, row);
    const account = marketplace.account(session ?? emptySession);
    written.set(account, account.revision);
    return { row, account, hasSession: session !== null };
  };

  const openLocked: AccountUse['openLocked'] = async (userId, lock) => {
    const closet = await open(userId);
    if (closet === null) return null;
    const account = lock.guard(closet.account);
    written.set(account, account.revision);
    return { ...closet, account, lock };
  };

  const keep: AccountUse['keep'] = async ({ row, account, lock }) => {
    const changed = account.revision;
    if (changed === written.get(account)) return;
    try {
      await lock.transaction(async (tx) => {
        const session = await secrets.sealSession(tx, row.userId, account.session());
        await saveSession(tx, { userId: row.userId, session });
      });
      written.set(account, changed);
    } catch (error) {
      // The lock's new holder stores the session that counts.
      if (!(error instanceof AccountLockLost)) throw error;
    }
  };

  const awaitCode: AccountUse['awaitCode'] = (lock, row, pending) =>
    lock.transaction(async (tx) => {
      const sealed = await secrets.sealPending(tx, row.userId, pending);
      await savePending(tx, { userId: row.userId, pending: sealed, until: clock.now() + pendingSignInLifeMs });
    });

  const noteFailure = async ({ row, lock }: LockedCloset, failure: MarketFailure): Promise<void> => {
    const explanation = explainFailure(failure, row);
    if (!needsSeller(explanation)) return;
    await lock.transaction((tx) => saveConnectionIssue(tx, { userId: row.userId, ...explanation }));
  };

  const renew: AccountUse['renew'] = async (closet) => {
    const { row, account, lock } = closet;
    const credentials = await secrets.credentials(database, row);
    if (credentials === null) return { kind: 'no_password' };
    // A refused password is never sent again without the seller.
    if (row.reason === 'credentials_rejected') return { kind: 'invalid_credentials', message: 'refused before' };
    const { username, password } = credentials;
    const result = await account.signIn({ username, password });
    await keep(closet);
    if (result.kind === 'ok') {
      const { handle, userId: marketUserId } = result.value;
      await lock.transaction(async (tx) => {
        await saveIdentity(tx, { userId: row.userId, handle, marketUserId });
        await saveReady(tx, row.userId);
      });
    } else if (result.kind === 'otp_required') {
      await awaitCode(lock, row, { pending: result.pending, username, password, keepPassword: true });
      await noteFailure(closet, { kind: 'otp_required', message: result.message });
    } else await noteFailure(closet, result);
    return result;
  };

  const linkedCloset = async ({ row, account, lock }: LockedCloset): Promise<MarketResult<LinkedCloset>> => {
    const { practice, marketUserId, handle } = row;
    const { transaction } = lock;
    if (marketUserId !== null && handle !== null) {
      return { kind: 'ok', value: { marketUserId, handle, practice, transaction } };
    }
    const seen = await account.bootstrap();
    if (seen.kind !== 'ok') return seen;
    const identity = { handle: seen.value.handle, marketUserId: seen.value.userId };
    await transaction((tx) => saveIdentity(tx, { userId: row.userId, ...identity }));
    return { kind: 'ok', value: { ...identity, practice, transaction } };
  };

  const withAccount: AccountUse['withAccount'] = (userId, work) =>
    withLock(userId, async (lock) => {
      const closet = await openLocked(userId, lock);
      if (closet === null) throw notConnected();
      try {
        return await work(closet.account);
      } finally {
        await keep(closet);
      }
    });

  const withLiveAccount: AccountUse['withLiveAccount'] = (userId, work) =>
    withLock(userId, async (lock) => {
      const closet = await openLocked(userId, lock);
      if (closet === null) throw notConnected();
      const attempt = async (): ReturnType<typeof work> => {
        const linked = await linkedCloset(closet);
        if (linked.kind !== 'ok') return linked;
        const result = await work(closet.account, linked.value);
        if (result.kind === 'ok' && closet.row.state !== 'ready') {
          await lock.transaction((tx) => endConnectionIssue(tx, userId, endedByAnAnswer));
        }
        return result;
      };
      try {
        const first = await attempt();
        if (first.kind !== 'session_expired') {
          if (first.kind !== 'ok') await noteFailure(closet, first);
          return first;
        }
        if ((await closet.account.bootstrap()).kind !== 'ok') {
          const renewed = await renew(closet);
          if (renewed.kind === 'no_password') {
            await noteFailure(closet, first);
            return first;
          }
          if (renewed.kind === 'otp_required') return { kind: 'otp_required', message: renewed.message };
          if (renewed.kind !== 'ok') return renewed;
        }
        const second = await attempt();
        if (second.kind !== 'ok') await noteFailure(closet, second);
        return second;
      } finally {
        await keep(closet);
      }
    });

  return { open, openLocked, keep, renew, awaitCode, withAccount, withLiveAccount };
}
