import { pendingSignInLifeMs } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketResult, SignInResult } from '#domain/ports/marketplace.ts';
import { endedByAnAnswer, explainFailure, needsSeller } from '../connection/explain-failure.ts';
import {
  type ClosetRow,
  endTrouble,
  findCloset,
  saveConnectionIssue,
  saveIdentity,
  savePending,
  saveReady,
  saveSession,
} from '../store.ts';
import type { HoldAccount } from './account-lock.ts';
import { emptySession, type KeptPending, type Marketplaces, marketplaceOf, type Secrets } from './open-closet.ts';

/** A closet as it stands in the database, and its account at the marketplace. */
export type OpenCloset = { row: ClosetRow; account: MarketAccount; hasSession: boolean };

/** Whose closet it is. `marketUserId` names it for good; a handle may change. */
export type LinkedCloset = { marketUserId: string; handle: string; practice: boolean };

export type AccountUse = {
  /** null where nothing is linked. Throws where the installation no longer knows the closet's marketplace. */
  open(userId: string): Promise<OpenCloset | null>;
  /** Writes the jar where it has moved since it was opened or last kept; resolves to the closet's revision. */
  keep(open: OpenCloset): Promise<string>;
  /** One log-in with the stored password. Tells the panel where it fails, and waits for the code where one is asked for. */
  renew(open: OpenCloset): Promise<SignInResult | { kind: 'no_password' }>;
  /** Keeps a sign-in that waits for its code, for ten minutes. */
  awaitCode(row: ClosetRow, pending: KeptPending): Promise<void>;
  withAccount<T>(userId: string, work: (account: MarketAccount) => Promise<T>): Promise<T>;
  withLiveAccount<T>(
    userId: string,
    work: (account: MarketAccount, closet: LinkedCloset) => Promise<MarketResult<T>>,
  ): Promise<MarketResult<T>>;
};

export const notConnected = (): Failure =>
  new Failure('closet_not_connected', 'No closet is linked yet. Link yours in the marketplace panel, then try again.');

export function createAccountUse({
  database,
  clock,
  secrets,
  marketplaces,
  hold,
}: {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  marketplaces: Marketplaces;
  hold: HoldAccount;
}): AccountUse {
  /** How far the jar of each open account has been written. */
  const written = new WeakMap<MarketAccount, number>();

  const open: AccountUse['open'] = async (userId) => {
    const row = await findCloset(database, userId);
    if (row === null || (row.session === null && row.credentials === null)) return null;
    const marketplace = marketplaceOf(marketplaces, row.practice);
    if (marketplace === null) {
      throw new Failure(
        'marketplace_unavailable',
        'This installation is not set up for the marketplace your closet is at. Please tell whoever runs it.',
      );
    }
    const session = await secrets.session(database, row);
    const account = marketplace.account(session ?? emptySession);
    written.set(account, account.revision);
    return { row, account, hasSession: session !== null };
  };

  const keep: AccountUse['keep'] = async ({ row, account }) => {
    const moved = account.revision;
    if (moved === written.get(account)) return row.revision;
    const revision = await database.transaction(async (tx) => {
      const session = await secrets.sealSession(tx, row.userId, account.session());
      return saveSession(tx, { userId: row.userId, session });
    });
    written.set(account, moved);
    row.revision = revision ?? row.revision;
    return row.revision;
  };

  const awaitCode: AccountUse['awaitCode'] = (row, pending) =>
    database.transaction(async (tx) => {
      const sealed = await secrets.sealPending(tx, row.userId, pending);
      await savePending(tx, { userId: row.userId, pending: sealed, until: clock.now() + pendingSignInLifeMs });
    });

  const noteFailure = async (userId: string, failure: MarketFailure): Promise<void> => {
    const trouble = explainFailure(failure);
    if (needsSeller(trouble)) await saveConnectionIssue(database, { userId, ...trouble });
  };

  const renew: AccountUse['renew'] = async (closet) => {
    const { row, account } = closet;
    const credentials = await secrets.credentials(database, row);
    if (credentials === null) return { kind: 'no_password' };
    // A refused password is never sent again by itself.
    if (row.reason === 'credentials_rejected') return { kind: 'invalid_credentials', message: 'refused before' };
    const { username, password } = credentials;
    const result = await account.signIn({ username, password });
    await keep(closet);
    if (result.kind === 'ok') {
      await saveIdentity(database, {
        userId: row.userId,
        handle: result.value.handle,
        marketUserId: result.value.userId,
      });
      await saveReady(database, row.userId);
    } else if (result.kind === 'otp_required') {
      await awaitCode(row, { pending: result.pending, username, password, keepPassword: true });
      await noteFailure(row.userId, { kind: 'otp_required', message: result.message });
    } else await noteFailure(row.userId, result);
    return result;
  };

  const linkedCloset = async ({ row, account }: OpenCloset): Promise<MarketResult<LinkedCloset>> => {
    const { practice, marketUserId, handle } = row;
    if (marketUserId !== null && handle !== null) return { kind: 'ok', value: { marketUserId, handle, practice } };
    const seen = await account.bootstrap();
    if (seen.kind !== 'ok') return seen;
    const identity = { handle: seen.value.handle, marketUserId: seen.value.userId };
    await saveIdentity(database, { userId: row.userId, ...identity });
    return { kind: 'ok', value: { ...identity, practice } };
  };

  const withAccount: AccountUse['withAccount'] = (userId, work) =>
    hold(userId, async () => {
      const closet = await open(userId);
      if (closet === null) throw notConnected();
      try {
        return await work(closet.account);
      } finally {
        await keep(closet);
      }
    });

  const withLiveAccount: AccountUse['withLiveAccount'] = (userId, work) =>
    hold(userId, async () => {
      const closet = await open(userId);
      if (closet === null) throw notConnected();
      const attempt = async (): ReturnType<typeof work> => {
        const linked = await linkedCloset(closet);
        if (linked.kind !== 'ok') return linked;
        const result = await work(closet.account, linked.value);
        if (result.kind === 'ok' && closet.row.state !== 'ready') await endTrouble(database, userId, endedByAnAnswer);
        return result;
      };
      try {
        const first = await attempt();
        if (first.kind !== 'session_expired') {
          if (first.kind !== 'ok') await noteFailure(userId, first);
          return first;
        }
        if ((await closet.account.bootstrap()).kind !== 'ok') {
          const renewed = await renew(closet);
          if (renewed.kind === 'no_password') {
            await noteFailure(userId, first);
            return first;
          }
          if (renewed.kind === 'otp_required') return { kind: 'otp_required', message: renewed.message };
          if (renewed.kind !== 'ok') return renewed;
        }
        const second = await attempt();
        if (second.kind !== 'ok') await noteFailure(userId, second);
        return second;
      } finally {
        await keep(closet);
      }
    });

  return { open, keep, renew, awaitCode, withAccount, withLiveAccount };
}
