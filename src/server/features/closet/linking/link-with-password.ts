// Links a closet with username and password: at once, by a job after registration, or as a new practice seller.

import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { ClosetContext } from '../session/closet-context.ts';
import { explainFailure, failureOf } from '../session/explain-failure.ts';
import { emptySession, type StoredCredentials } from '../session/secrets.ts';
import { awaitCode, openLockedAccount } from '../session/use-account.ts';
import { saveConnectionIssue } from '../state/connection-store.ts';
import { findCloset, findSealedByWeb } from '../state/store.ts';
import {
  closePracticeSeller,
  completeLink,
  countRegistration,
  countTry,
  isSameCloset,
  type Linked,
  linkUnderLock,
  ownMarketplace,
  refuseLink,
  storeUnproven,
} from './complete-link.ts';
import { linkBrowser } from './link-browser.ts';
import { ensureCloset, replaceCredentials, saveUnproven } from './store.ts';
import { testConnection } from './test-connection.ts';

/** Signs in at once. If that fails it throws, but keeps the credentials if the seller allowed it. */
export async function linkWithPassword(
  context: ClosetContext,
  userId: string,
  { username, password, keepPassword }: { username: string; password: string; keepPassword: boolean },
): Promise<Linked> {
  const { database, secrets } = context;
  const { marketplace, practice } = ownMarketplace(context);
  await countTry(context, username);
  return linkUnderLock(context, { userId, practice }, async (lock, row) => {
    const known = isSameCloset(row, { practice, username }) ? await secrets.session(database, row) : null;
    const account = lock.guard(marketplace.account(known ?? emptySession));
    const result = await account.signIn({ username, password });
    const credentials = keepPassword ? { username, password } : null;
    if (result.kind === 'ok') {
      return completeLink(context, { lock, row }, { practice, account, identity: result.value, username, credentials });
    }
    if (result.kind === 'otp_required') {
      await storeUnproven(context, { lock, row }, { practice, username, credentials });
      const waiting = { pending: result.pending, username, password, keepPassword };
      await awaitCode(context, { lock, row: { ...row, practice } }, waiting);
      return refuseLink(lock, { userId, practice }, { kind: 'otp_required', message: result.message });
    }
    // The password must not be stored, so there is nothing to store, and the previous link stays.
    if (credentials === null) throw failureOf(result, { practice });
    await storeUnproven(context, { lock, row }, { practice, username, credentials });
    return refuseLink(lock, { userId, practice }, result);
  });
}

/** The connection panel shows why. A browser that is away links the closet when it is back. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof Failure)) throw error;
};

/** For registration: stores the credentials, and signs in by a job, so that the marketplace can't fail a registration. */
export async function linkLater(
  { clock, secrets, marketplaces, queue }: ClosetContext,
  tx: Queryable,
  { userId, username, password }: { userId: string; username?: string | undefined; password?: string | undefined },
): Promise<void> {
  if (username === undefined) return;
  const practice = marketplaces.real === null;
  const now = clock.now();
  await ensureCloset(tx, { userId, practice, username, now });
  if (password === undefined) return;
  const credentials = await secrets.sealCredentials(tx, { userId, practice }, { username, password });
  await saveUnproven(tx, { userId, practice, username, credentials, forgetSession: true, now });
  await queue.put('closet.link', { userId }, { key: userId, tx });
}

/** The job `closet.link`. Throws if the sign-in never reached the marketplace, so that the queue tries again. */
export async function linkStored(context: ClosetContext, userId: string): Promise<void> {
  const { database, secrets, withLock } = context;
  const stored = await findCloset(database, userId);
  if (stored === null) return;
  if (stored.transport === 'browser') {
    // Linking again could take the closet of another account that the browser is signed in with.
    const isLinked = stored.session !== null;
    await (isLinked ? testConnection(context, userId) : linkBrowser(context, userId)).catch(ignoreRefusal);
    return;
  }
  await withLock(userId, async (lock) => {
    const closet = await openLockedAccount(context, userId, lock);
    // The closet was linked in the meantime, or the password was refused: a stored password is tried once, and after that only by
    // the seller.
    if (closet === null || closet.hasSession || closet.row.reason === 'credentials_rejected') return;
    const { row, account } = closet;
    const credentials = await secrets.credentials(database, row);
    if (credentials === null) return;
    const { username, password } = credentials;
    const { practice } = row;
    // With a data key of this worker: a web process has sealed it for any worker.
    await storeUnproven(context, { lock, row }, { practice, username, credentials });
    await countRegistration(context, username);
    const result = await account.signIn({ username, password });
    if (result.kind === 'ok') {
      await completeLink(context, { lock, row }, { practice, account, identity: result.value, username, credentials });
      return;
    }
    if (result.kind === 'otp_required') {
      await awaitCode(context, closet, { pending: result.pending, username, password, keepPassword: true });
    }
    await lock.transaction((tx) => saveConnectionIssue(tx, { userId, ...explainFailure(result, row) }));
    if (result.kind === 'network' || result.kind === 'unavailable') throw failureOf(result, row);
  });
}

/** For a new secret key: what web processes have sealed gets data keys, which are what the change of the key wraps again. */
export async function sealTypedAgain(given: Pick<ClosetContext, 'database' | 'secrets'>): Promise<void> {
  const { database, secrets } = given;
  for (const row of await findSealedByWeb(database)) {
    await database.transaction(async (tx) => {
      const credentials = await secrets.credentials(tx, row);
      if (credentials === null) return;
      const sealed = await secrets.sealCredentials(tx, row, credentials);
      await replaceCredentials(tx, { ...row, sealed });
    });
  }
}

/** Links a new seller of the practice marketplace. Throws `practice_off`, `already_connected`. */
export async function linkPractice(context: ClosetContext, userId: string): Promise<Linked> {
  const { marketplaces, practiceAdmin } = context;
  const { practice } = marketplaces;
  if (practice === null || practiceAdmin === null) {
    throw new Failure('practice_off', 'Practice closets are turned off on this site.');
  }
  return linkUnderLock(context, { userId, practice: true }, async (lock, row) => {
    // A username and password that have never signed in are replaced.
    if (row.session !== null || (row.credentials !== null && row.marketUserId !== null)) {
      throw new Failure(
        'already_connected',
        'A closet is already connected. Disconnect it first to use a practice closet.',
      );
    }
    const seller = await practiceAdmin.open().catch((cause: unknown) => {
      const message = 'The practice marketplace isn’t responding. Try again in a moment.';
      throw new Failure('marketplace_unavailable', message, { cause });
    });
    const credentials: StoredCredentials = { ...seller, isMadeHere: true };
    const account = lock.guard(practice.account(emptySession));
    const result = await account.signIn(seller);
    if (result.kind !== 'ok') {
      await closePracticeSeller(context, credentials, null);
      throw failureOf(result, { practice: true });
    }
    const { username } = seller;
    return completeLink(
      context,
      { lock, row },
      { practice: true, account, identity: result.value, username, credentials },
    );
  });
}
