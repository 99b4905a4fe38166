// Opens the seller's account at the marketplace, runs work on it under its lock, and signs in again if the session has ended. Bots use
// their accounts without the lock, which no share is reserved under.

import { marketplaceName, pendingSignInLifeMs } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type {
  MarketAccount,
  MarketFailure,
  MarketResult,
  MarketSession,
  SignInResult,
} from '#domain/ports/marketplace.ts';
import { endConnectionIssue, endSignInIssue, saveConnectionIssue, savePending } from '../state/connection-store.ts';
import { type ClosetRow, findCloset, saveIdentity, saveSession } from '../state/store.ts';
import { type AccountLock, AccountLockLost } from './account-lock.ts';
import {
  type ClosetContext,
  emptySession,
  marketplaceOf,
  type OnFailure,
  type StoredCredentials,
  type StoredSignIn,
} from './closet-context.ts';
import { endedByAnAnswer, explainFailure, needsSeller } from './explain-failure.ts';

type OpenCloset = { row: ClosetRow; account: MarketAccount; hasSession: boolean };

/** A closet under an account lock. Once that is lost, its account refuses calls, and nothing is stored. */
export type LockedCloset = OpenCloset & { lock: AccountLock; onFailure?: OnFailure | undefined };

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

/** Runs `work` under the account lock, and stores the session afterward. */
export const withAccount = <T>(
  context: ClosetContext,
  userId: string,
  work: (account: MarketAccount) => Promise<T>,
): Promise<T> => withCloset(context, userId, ({ account }) => work(account));

/**
 * The same for work that may be repeated: if the session has ended, it is renewed once, and the work is repeated. `signsIn: false`:
 * nobody signs in for this.
 */
export const withLiveAccount = <T>(
  context: ClosetContext,
  userId: string,
  {
    work,
    signsIn = true,
    onFailure,
  }: { work: LiveWork<T>; signsIn?: boolean | undefined; onFailure?: OnFailure | undefined },
): Promise<MarketResult<T>> =>
  withCloset(context, userId, async (opened) => {
    const closet = { ...opened, onFailure };
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
  });

function withCloset<T>(context: ClosetContext, userId: string, work: (closet: LockedCloset) => Promise<T>): Promise<T> {
  return context.withLock(userId, async (lock) => {
    const closet = await openLockedAccount(context, userId, lock);
    if (closet === null) throw notConnected();
    try {
      return await work(closet);
    } finally {
      await saveChangedSession(context, closet);
    }
  });
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

/** Resolves to null if nothing is linked. Throws if this server no longer has the closet's marketplace. */
async function openAccount(context: ClosetContext, userId: string): Promise<OpenCloset | null> {
  const { database, secrets, browsers, storedRevisions } = context;
  const row = await findCloset(database, userId);
  if (row === null || (row.session === null && row.credentials === null)) return null;
  const marketplace = marketplaceOf(context, row.practice);
  if (marketplace === null) {
    throw new Failure(
      'marketplace_unavailable',
      'This site can’t reach the marketplace of your closet. Tell your administrator.',
    );
  }
  const session = await secrets.session(database, row);
  const carrier = row.transport === 'browser' ? browsers.carrierOf(userId) : undefined;
  const account = marketplace.account(session ?? emptySession, carrier);
  storedRevisions.set(account, account.revision);
  return { row, account, hasSession: session !== null };
}

export async function openLockedAccount(
  context: ClosetContext,
  userId: string,
  lock: AccountLock,
): Promise<LockedCloset | null> {
  const closet = await openAccount(context, userId);
  if (closet === null) return null;
  const { transport, practice } = closet.row;
  if (transport === 'browser' && !(await context.browsers.isAwake(userId))) throw browserAway(practice);
  const account = lock.guard(closet.account);
  context.storedRevisions.set(account, account.revision);
  return { ...closet, account, lock };
}

/** Stores the session if it has changed, unless the lock was lost. */
export async function saveChangedSession(
  { secrets, storedRevisions }: ClosetContext,
  { row, account, lock }: LockedCloset,
): Promise<void> {
  const changed = account.revision;
  if (changed === storedRevisions.get(account)) return;
  try {
    await lock.transaction(async (tx) => {
      const session = await secrets.sealSession(tx, row, account.session());
      await saveSession(tx, { userId: row.userId, session });
    });
    storedRevisions.set(account, changed);
  } catch (error) {
    // The lock's new holder stores the session that counts.
    if (!(error instanceof AccountLockLost)) throw error;
  }
}

/**
 * Signs in once with the stored password. Shows a failure on the connection panel. If a code is required, the sign-in waits for
 * it.
 */
export async function renewSession(
  context: ClosetContext,
  closet: LockedCloset,
): Promise<SignInResult | { kind: 'no_password' }> {
  const { row, lock } = closet;
  const credentials = await context.secrets.credentials(context.database, row);
  if (credentials === null) return { kind: 'no_password' };
  // A refused password is never sent again unless the seller asks for it.
  if (row.reason === 'credentials_rejected') {
    const refused = { kind: 'invalid_credentials', message: 'refused before' } as const;
    await noteFailure(closet, refused);
    return refused;
  }
  const result = await signInWith(context, closet, credentials);
  await saveChangedSession(context, closet);
  if (result.kind === 'ok') {
    const { handle, userId: marketUserId } = result.value;
    await lock.transaction(async (tx) => {
      await saveIdentity(tx, { userId: row.userId, handle, marketUserId });
      await endSignInIssue(tx, row.userId);
    });
    await context.onSignedIn(row.userId);
  } else if (result.kind === 'otp_required')
    await noteFailure(closet, { kind: 'otp_required', message: result.message });
  else await noteFailure(closet, result);
  return result;
}

/** Signs in with stored credentials. If a code is required, the sign-in waits for it. */
export async function signInWith(
  context: ClosetContext,
  closet: LockedCloset,
  { username, password }: StoredCredentials,
): Promise<SignInResult> {
  const result = await closet.account.signIn({ username, password });
  if (result.kind === 'otp_required')
    await awaitCode(context, closet, { pending: result.pending, username, password, keepPassword: true });
  return result;
}

/** Stores a sign-in that waits for its code, for ten minutes. */
export function awaitCode(
  { secrets, clock }: ClosetContext,
  { lock, row }: { lock: AccountLock; row: ClosetRow },
  signIn: StoredSignIn,
): Promise<void> {
  return lock.transaction(async (tx) => {
    const pending = await secrets.sealPending(tx, row, signIn);
    await savePending(tx, { userId: row.userId, pending, until: clock.now() + pendingSignInLifeMs });
  });
}

/** Shows a failure that only the seller can fix on the connection panel, and tells whoever made the call. */
async function noteFailure({ row, lock, onFailure }: LockedCloset, failure: MarketFailure): Promise<void> {
  const explanation = explainFailure(failure, row);
  const isShown = needsSeller(explanation);
  if (!isShown && onFailure === undefined) return;
  await lock.transaction(
    async (tx) => {
      if (isShown) await saveConnectionIssue(tx, { userId: row.userId, ...explanation, isByWrite: true });
    },
    async (tx) => onFailure?.(tx, failure),
  );
}

export const notConnected = (): Failure =>
  new Failure('closet_not_connected', 'Connect your closet in the marketplace panel, then try again.');

export const browserAway = (practice: boolean): Failure =>
  new Failure(
    'browser_away',
    `None of your paired browsers is open. Open the browser where you’re signed in to ${marketplaceName(practice)}, then try again.`,
  );

/** What a worker keeps of a closet while it shares. `revision` increases in the database whenever another session is stored. */
export type BotAccount = {
  account: MarketAccount;
  hasPassword: boolean;
  practice: boolean;
  handle: string | null;
  revision: string;
};

type SignedInAgain =
  | { kind: 'ok'; bot: BotAccount }
  | { kind: 'no_password' }
  | { kind: 'failed'; failure: MarketFailure };

/** `locked`: another call uses the account or changes its row, so nothing is stored now. `overtaken`: that call has stored another session. */
type SavedFromBot = { kind: 'saved'; revision: string } | { kind: 'locked' } | { kind: 'overtaken' };

/** Takes no account lock, because the ledger reserves no share while another call holds it. */
export async function openForBot(context: ClosetContext, userId: string): Promise<BotAccount | null> {
  const closet = await openAccount(context, userId);
  if (closet === null) return null;
  const { row, account } = closet;
  const { practice, handle, revision } = row;
  return { account, hasPassword: row.credentials !== null, practice, handle, revision };
}

/** Every round of every bot ends up here, so a worker stores many sessions in one transaction. */
export async function saveFromBot(
  { secrets }: ClosetContext,
  db: Queryable,
  { userId, session, revision }: { userId: string; session: MarketSession; revision: string },
): Promise<SavedFromBot> {
  const row = await findCloset(db, userId);
  // A bot shares with a session that a worker stored. Without it, nothing proves whose data key this is.
  if (row?.revision !== revision || row.session === null) return { kind: 'overtaken' };
  const sealed = await secrets.sealSession(db, row, session);
  const saved = await saveSession(db, { userId, session: sealed, revision });
  return saved === null ? { kind: 'locked' } : { kind: 'saved', revision: saved };
}

export const signInAgain = (context: ClosetContext, userId: string, bot: BotAccount): Promise<SignedInAgain> =>
  context.withLock(userId, async (lock): Promise<SignedInAgain> => {
    const closet = await openLockedAccount(context, userId, lock);
    if (closet === null) return { kind: 'no_password' };
    if (closet.row.revision === bot.revision) {
      const result = await renewSession(context, closet);
      if (result.kind === 'no_password') return result;
      if (result.kind !== 'ok') return { kind: 'failed', failure: result };
    }
    // If the revision has increased, another call has signed in already: one sign-in per expired session.
    const renewed = await openForBot(context, userId);
    return renewed === null ? { kind: 'no_password' } : { kind: 'ok', bot: renewed };
  });
