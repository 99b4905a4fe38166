// What every way of linking a closet does (it chooses the marketplace, takes the account lock, and stores the link), and how a link ends.

import type { Transport } from '#domain/companion.ts';
import { Failure } from '#domain/failure.ts';
import type { MarketAccount, MarketFailure, MarketIdentity, Marketplace } from '#domain/ports/marketplace.ts';
import type { AccountLock } from '../session/account-lock.ts';
import { type ClosetContext, marketplaceOf, type StoredCredentials } from '../session/closet-context.ts';
import { explainFailure, failureOf } from '../session/explain-failure.ts';
import { notConnected } from '../session/use-account.ts';
import {
  ensureCloset,
  removeCloset,
  saveConnectionIssue,
  saveLinked,
  saveUnproven,
} from '../state/connection-store.ts';
import { type ClosetRow, findCloset } from '../state/store.ts';

/** `isResuming`: the bot waited for this, and goes on. */
export type Linked = { handle: string; isResuming?: boolean };

/** The real marketplace if this server has one, otherwise the practice marketplace. */
export function ownMarketplace({ marketplaces }: ClosetContext): { marketplace: Marketplace; practice: boolean } {
  const { real, practice } = marketplaces;
  if (real !== null) return { marketplace: real, practice: false };
  if (practice !== null) return { marketplace: practice, practice: true };
  throw new Failure(
    'marketplace_unavailable',
    'This site isn’t connected to any marketplace. Tell your administrator.',
  );
}

/** The marketplace of the closet that is linked, which a paired browser stays with. Without one, this server’s own. */
export async function linkedMarketplace(
  context: ClosetContext,
  userId: string,
): Promise<{ marketplace: Marketplace; practice: boolean }> {
  const row = await findCloset(context.database, userId);
  const isLinked = row !== null && (row.session !== null || row.credentials !== null);
  const marketplace = isLinked ? marketplaceOf(context, row.practice) : null;
  return isLinked && marketplace !== null ? { marketplace, practice: row.practice } : ownMarketplace(context);
}

const quarterHourMs = 15 * 60_000;
const ofOneName = { most: 5, withinMs: quarterHourMs };
/** Sign-ins after registrations, which count toward no call's budget. */
const ofRegistrations = { most: 60, withinMs: quarterHourMs };
const tooManyForName = 'Too many passwords were tried for this closet.';

/** Keeps people from guessing a closet's password through Hangtag, however many accounts and addresses they use. */
export async function countTry({ limit }: ClosetContext, username: string): Promise<void> {
  await limit(`closet.name:${username.trim().toLowerCase()}`, ofOneName, tooManyForName);
}

export async function countRegistration(context: ClosetContext, username: string): Promise<void> {
  await context.limit('closet.registrations', ofRegistrations);
  await countTry(context, username);
}

export async function linkUnderLock<T>(
  { database, clock, withLock }: ClosetContext,
  { userId, practice }: { userId: string; practice: boolean },
  link: (lock: AccountLock, row: ClosetRow) => Promise<T>,
): Promise<T> {
  await ensureCloset(database, { userId, practice, now: clock.now() });
  return withLock(userId, async (lock) => {
    const row = await findCloset(database, userId);
    if (row === null) throw notConnected();
    return link(lock, row);
  });
}

/** Shows the failure on the connection panel, and throws it. */
export async function refuseLink(
  lock: AccountLock,
  { userId, practice }: { userId: string; practice: boolean },
  failure: MarketFailure,
): Promise<never> {
  await lock.transaction((tx) => saveConnectionIssue(tx, { userId, ...explainFailure(failure, { practice }) }));
  throw failureOf(failure, { practice });
}

export const isSameCloset = (row: ClosetRow, link: { practice: boolean; username: string }): boolean => {
  const typed = link.username.toLowerCase();
  return row.practice === link.practice && [row.username, row.handle].some((name) => name?.toLowerCase() === typed);
};

type LockedRow = { lock: AccountLock; row: ClosetRow };

/** Stores a session that works, and queues the first sync. If it is another closet than before, the bot stops first. */
export async function completeLink(
  context: ClosetContext,
  { lock, row }: LockedRow,
  given: {
    practice: boolean;
    account: MarketAccount;
    identity: MarketIdentity;
    username: string;
    credentials: StoredCredentials | null;
    transport?: Transport;
  },
): Promise<Linked> {
  const { practice, account, identity, username, credentials, transport = 'server' } = given;
  const { clock, secrets, queue, activity, onDisconnect, onSignedIn } = context;
  const { userId } = row;
  const former = await formerCredentials(context, row);
  const isAnother = row.marketUserId !== null && (row.marketUserId !== identity.userId || row.practice !== practice);
  if (isAnother) await onDisconnect(userId, 'replaced');
  const now = clock.now();
  await lock.transaction(async (tx) => {
    const owner = { userId, practice };
    await secrets.renewKey(tx, userId);
    await saveLinked(tx, {
      userId,
      practice,
      username,
      handle: identity.handle,
      marketUserId: identity.userId,
      credentials: credentials && (await secrets.sealCredentials(tx, owner, credentials)),
      session: await secrets.sealSession(tx, owner, account.session()),
      transport,
      now,
    });
    const place = practice ? 'Practice closet' : 'Closet';
    await activity.record(tx, {
      userId,
      action: 'CLOSET_CONNECTED',
      details: `${place} ${identity.handle}${transport === 'browser' ? ', through your browser' : ''}`,
      at: now,
    });
    await queue.put('listings.sync', { userId }, { key: userId, tx });
  });
  if (isAnother) {
    // The seller may have started the bot once more for the closet that was linked until now.
    await onDisconnect(userId, 'replaced');
    await closePracticeSeller(context, former, credentials);
  }
  const isResuming = await onSignedIn(userId);
  return { handle: identity.handle, ...(isResuming && { isResuming }) };
}

/** Stores credentials that did not sign in. A session of another closet is erased. */
export async function storeUnproven(
  context: ClosetContext,
  { lock, row }: LockedRow,
  { practice, username, credentials }: { practice: boolean; username: string; credentials: StoredCredentials | null },
): Promise<void> {
  const { clock, secrets, onDisconnect } = context;
  const { userId } = row;
  const former = await formerCredentials(context, row);
  const forgetSession = !isSameCloset(row, { practice, username });
  const replaces = forgetSession && row.session !== null;
  if (replaces) await onDisconnect(userId, 'replaced');
  await lock.transaction(async (tx) => {
    const sealed = credentials && (await secrets.sealCredentials(tx, { ...row, practice }, credentials));
    await saveUnproven(tx, { userId, practice, username, credentials: sealed, forgetSession, now: clock.now() });
  });
  if (replaces) await onDisconnect(userId, 'replaced');
  if (forgetSession) await closePracticeSeller(context, former, credentials);
}

/** null if they can't be opened anymore, which keeps nobody from linking again, or from deleting them. */
const formerCredentials = ({ database, secrets }: ClosetContext, row: ClosetRow): Promise<StoredCredentials | null> =>
  secrets.credentials(database, row).catch(() => null);

/** Closes the practice seller that was made for this closet, unless `next` is the same one. */
export async function closePracticeSeller(
  { practiceAdmin }: ClosetContext,
  former: StoredCredentials | null,
  next: StoredCredentials | null,
): Promise<void> {
  if (!former?.isMadeHere || former.username === next?.username) return;
  // If this fails, an unused practice seller stays behind, which does no harm.
  await practiceAdmin?.close(former.username).catch(() => {});
}

/**
 * Stops the bot first. Then, under the account lock, deletes credentials, session, and the key that sealed them. Listings and history
 * stay. Waiting for the lock may take a minute, in which the seller can start the bot once more, so it is stopped again when no start
 * is possible anymore.
 */
export async function endLink(
  context: ClosetContext,
  userId: string,
  { isRecorded }: { isRecorded: boolean },
): Promise<void> {
  const { database, clock, vault, activity, onDisconnect, withLock } = context;
  await onDisconnect(userId, 'disconnected');
  if ((await findCloset(database, userId)) === null) return;
  await withLock(userId, async (lock) => {
    const row = await findCloset(database, userId);
    if (row === null) return;
    const former = await formerCredentials(context, row);
    await lock.transaction(async (tx) => {
      await removeCloset(tx, userId);
      await vault.forget(tx, userId);
      if (isRecorded && isLinked(row)) {
        await activity.record(tx, {
          userId,
          action: 'CLOSET_DISCONNECTED',
          at: clock.now(),
          ...(row.handle === null ? {} : { details: `Closet ${row.handle}` }),
        });
      }
    });
    await onDisconnect(userId, 'disconnected');
    await closePracticeSeller(context, former, null);
  }).catch((error: unknown) => {
    // Another call has disconnected it already.
    if (!(error instanceof Failure && error.code === 'closet_not_connected')) throw error;
  });
}

function isLinked(row: ClosetRow): boolean {
  return row.credentials !== null || row.session !== null || row.pending !== null;
}
