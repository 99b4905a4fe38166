// Opens the seller's account at the marketplace, and stores its session after calls.

import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure } from '#domain/ports/marketplace.ts';
import { type ClosetRow, findCloset, saveSession } from '../state/store.ts';
import { type AccountLock, AccountLockLost, type WithAccountLock } from './account-lock.ts';
import { type Browsers, emptySession, type Marketplaces, marketplaceOf, type Secrets } from './secrets.ts';

/** The marketplace has accepted a seller's sign-in. Resolves to true if their bot waited for it, and goes on. */
export type OnSignedIn = (userId: string) => Promise<boolean>;

export type AccountContext = {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  marketplaces: Marketplaces;
  withLock: WithAccountLock;
  browsers: Browsers;
  onSignedIn: OnSignedIn;
  /** The revision of each open account's session when it was last stored. */
  storedRevisions: WeakMap<MarketAccount, number>;
};

/** A closet's row, and its account at the marketplace. */
export type OpenCloset = { row: ClosetRow; account: MarketAccount; hasSession: boolean };

/** Runs in the transaction that shows a failure on the connection panel, so that a bot is paused by the same commit. */
export type OnFailure = (tx: Queryable, failure: MarketFailure) => Promise<void>;

/** A closet under an account lock. Once that is lost, its account refuses calls, and nothing is stored. */
export type LockedCloset = OpenCloset & { lock: AccountLock; onFailure?: OnFailure | undefined };

/** Resolves to null if nothing is linked. Throws if this server no longer has the closet's marketplace. */
export async function openAccount(context: AccountContext, userId: string): Promise<OpenCloset | null> {
  const { database, secrets, marketplaces, browsers, storedRevisions } = context;
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
  const carrier = row.transport === 'browser' ? browsers.carrierOf(userId) : undefined;
  const account = marketplace.account(session ?? emptySession, carrier);
  storedRevisions.set(account, account.revision);
  return { row, account, hasSession: session !== null };
}

export async function openLockedAccount(
  context: AccountContext,
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
export async function keepSession(
  { secrets, storedRevisions }: AccountContext,
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

export const browserAway = (practice: boolean): Failure =>
  new Failure(
    'browser_away',
    `None of your paired browsers is open. Open the browser where you’re signed in to ${marketplaceName(practice)}, then try again.`,
  );
