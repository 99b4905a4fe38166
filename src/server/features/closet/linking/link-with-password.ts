// Links a closet with username and password: at once, or by a job after registration.

import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { emptySession, explainFailure, failureOf } from '../session/session.ts';
import { saveConnectionIssue } from '../state/connection-store.ts';
import { findCloset, findSealedByWeb } from '../state/store.ts';
import { isSameCloset, type Linked } from './complete-link.ts';
import { linkBrowser } from './link-browser.ts';
import {
  countRegistration,
  countTry,
  type LinkContext,
  linkUnderLock,
  ownMarketplace,
  refuseLink,
} from './link-context.ts';
import { ensureCloset, replaceCredentials, saveUnproven } from './store.ts';

export async function linkWithPassword(
  context: LinkContext,
  userId: string,
  { username, password, keepPassword }: { username: string; password: string; keepPassword: boolean },
): Promise<Linked> {
  const { database, secrets, use, linking } = context;
  const { marketplace, practice } = ownMarketplace(context);
  await countTry(context, username);
  return linkUnderLock(context, { userId, practice }, async (lock, row) => {
    const known = isSameCloset(row, { practice, username }) ? await secrets.session(database, row) : null;
    const account = lock.guard(marketplace.account(known ?? emptySession));
    const result = await account.signIn({ username, password });
    const credentials = keepPassword ? { username, password } : null;
    if (result.kind === 'ok') {
      return linking.complete(lock, row, { practice, account, identity: result.value, username, credentials });
    }
    if (result.kind === 'otp_required') {
      await linking.keepUnproven(lock, row, { practice, username, credentials });
      await use.awaitCode(lock, { ...row, practice }, { pending: result.pending, username, password, keepPassword });
      return refuseLink(lock, { userId, practice }, { kind: 'otp_required', message: result.message });
    }
    // The password must not be stored, so there is nothing to store, and the previous link stays.
    if (credentials === null) throw failureOf(result, { practice });
    await linking.keepUnproven(lock, row, { practice, username, credentials });
    return refuseLink(lock, { userId, practice }, result);
  });
}

/** The connection panel shows why. A browser that is away links the closet when it is back. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof Failure)) throw error;
};

/** For registration: stores the credentials, and queues the job that signs in with them. */
export async function linkLater(
  { clock, secrets, marketplaces, queue }: LinkContext,
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

/** The job. Throws if the sign-in never reached the marketplace, so that the queue tries again. */
export async function linkStored(context: LinkContext, userId: string): Promise<void> {
  const { database, secrets, withLock, use, linking } = context;
  const stored = await findCloset(database, userId);
  if (stored === null) return;
  if (stored.transport === 'browser') {
    // Linking again could take the closet of another account that the browser is signed in with.
    const isLinked = stored.session !== null;
    await (isLinked ? context.testAuth(userId) : linkBrowser(context, userId)).catch(ignoreRefusal);
    return;
  }
  await withLock(userId, async (lock) => {
    const closet = await use.openLocked(userId, lock);
    // The closet was linked in the meantime, or the password was refused: a stored password is tried once, and after that only by
    // the seller.
    if (closet === null || closet.hasSession || closet.row.reason === 'credentials_rejected') return;
    const { row, account } = closet;
    const credentials = await secrets.credentials(database, row);
    if (credentials === null) return;
    const { username, password } = credentials;
    const { practice } = row;
    // With a data key of this worker: a web process has sealed it for any worker.
    await linking.keepUnproven(lock, row, { practice, username, credentials });
    await countRegistration(context, username);
    const result = await account.signIn({ username, password });
    if (result.kind === 'ok') {
      await linking.complete(lock, row, { practice, account, identity: result.value, username, credentials });
      return;
    }
    if (result.kind === 'otp_required') {
      await use.awaitCode(lock, row, { pending: result.pending, username, password, keepPassword: true });
    }
    await lock.transaction((tx) => saveConnectionIssue(tx, { userId, ...explainFailure(result, row) }));
    if (result.kind === 'network' || result.kind === 'unavailable') throw failureOf(result, row);
  });
}

/** For a new secret key: what web processes have sealed gets data keys, which are what the change of the key wraps again. */
export async function sealTypedAgain({ database, secrets }: Pick<LinkContext, 'database' | 'secrets'>): Promise<void> {
  for (const row of await findSealedByWeb(database)) {
    await database.transaction(async (tx) => {
      const credentials = await secrets.credentials(tx, row);
      if (credentials === null) return;
      const sealed = await secrets.sealCredentials(tx, row, credentials);
      await replaceCredentials(tx, { ...row, sealed });
    });
  }
}
