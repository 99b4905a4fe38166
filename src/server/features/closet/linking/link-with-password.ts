// Links a closet with username and password: at once, by a job after registration, or as a new practice seller.

import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketIdentity, MarketResult, SignInResult } from '#domain/ports/marketplace.ts';
import { type ClosetContext, emptySession, type StoredCredentials } from '../session/closet-context.ts';
import { explainFailure, failureOf } from '../session/explain-failure.ts';
import {
  awaitCode,
  type LockedCloset,
  openLockedAccount,
  saveChangedSession,
  signInWith,
} from '../session/use-account.ts';
import {
  ensureCloset,
  replaceCredentials,
  saveConnectionIssue,
  saveReady,
  saveTested,
  saveUnproven,
} from '../state/connection-store.ts';
import { findCloset, findSealedByWeb, saveIdentity } from '../state/store.ts';
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
    const { username } = credentials;
    const { practice } = row;
    // With a data key of this worker: a web process has sealed it for any worker.
    await storeUnproven(context, { lock, row }, { practice, username, credentials });
    await countRegistration(context, username);
    const result = await signInWith(context, closet, credentials);
    if (result.kind === 'ok') {
      await completeLink(context, { lock, row }, { practice, account, identity: result.value, username, credentials });
      return;
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

/**
 * A sentence for the seller. `isCheckOpen`: the marketplace answers, but it has asked for a human check, and only a share shows
 * whether that is done. `isResuming`: the bot waited for this, and goes on.
 */
type Tested = { message: string; isCheckOpen?: boolean; isResuming?: boolean };

/** Probes the session, and signs in once if there is none or it has ended. */
export async function testConnection(context: ClosetContext, userId: string): Promise<Tested> {
  const { database, clock, withLock } = context;
  const row = await findCloset(database, userId);
  if (row === null) throw noCredentials();
  if (row.session === null && row.pendingUntil !== null && row.pendingUntil > clock.now()) {
    throw failureOf({ kind: 'otp_required', message: '' }, row);
  }
  return withLock(userId, async (lock) => {
    const closet = await openLockedAccount(context, userId, lock);
    if (closet === null) throw noCredentials();
    const result = await probeOrSignIn(context, closet);
    await saveChangedSession(context, closet);
    if (result.kind === 'ok') {
      const message = `You’re signed in to ${marketplaceName(row.practice)} as ${result.value.handle}.`;
      return { message, ...(await saveSuccess(context, closet, result.value)) };
    }
    const explanation = explainFailure(result, row);
    await lock.transaction(async (tx) => {
      await saveConnectionIssue(tx, { userId, ...explanation });
      await record(context, tx, { userId, details: explanation.message, hasPassed: false });
    });
    throw failureOf(result, row);
  });
}

const noCredentials = (): Failure =>
  new Failure('no_credentials', 'There’s nothing to test yet. Connect your closet first.');

async function probeOrSignIn(
  context: ClosetContext,
  closet: LockedCloset,
): Promise<MarketResult<MarketIdentity> | SignInResult> {
  const probed = closet.hasSession ? await probe(closet) : null;
  const isOver = probed === null || probed.kind === 'session_expired' || probed.kind === 'otp_required';
  const answer = (isOver ? await signIn(context, closet) : null) ?? probed;
  if (answer === null) throw noCredentials();
  return answer;
}

async function probe({ account }: LockedCloset): Promise<MarketResult<MarketIdentity>> {
  const probed = await account.probe();
  return probed.kind === 'session_expired' ? account.bootstrap() : probed;
}

/** Resolves to null if no password is stored. */
async function signIn(context: ClosetContext, closet: LockedCloset): Promise<SignInResult | null> {
  const credentials = await context.secrets.credentials(context.database, closet.row);
  return credentials && signInWith(context, closet, credentials);
}

async function saveSuccess(
  context: ClosetContext,
  { row, account, lock, hasSession }: LockedCloset,
  identity: MarketIdentity,
): Promise<Omit<Tested, 'message'>> {
  const { userId, practice } = row;
  const details = `Connected as ${identity.handle}`;
  if (row.marketUserId !== identity.userId) {
    // The first closet, or another one than before.
    const username = row.username ?? identity.handle;
    const credentials = await context.secrets.credentials(context.database, row);
    await completeLink(context, { lock, row }, { practice, account, identity, username, credentials });
    await lock.transaction((tx) => record(context, tx, { userId, details, hasPassed: true }));
    return {};
  }
  const isCheckOpen = row.reason === 'human_check' && row.checkNeedsShare && hasSession;
  await lock.transaction(async (tx) => {
    await saveIdentity(tx, { userId, handle: identity.handle, marketUserId: identity.userId });
    if (!isCheckOpen) await saveReady(tx, userId);
    await record(context, tx, { userId, details, hasPassed: !isCheckOpen });
  });
  return isCheckOpen ? { isCheckOpen } : { isResuming: await context.onSignedIn(userId) };
}

async function record(
  { clock, activity }: ClosetContext,
  tx: Queryable,
  { userId, details, hasPassed }: { userId: string; details: string; hasPassed: boolean },
): Promise<void> {
  const now = clock.now();
  await saveTested(tx, { userId, now, hasPassed });
  await activity.record(tx, { userId, action: 'AUTH_TEST', details, at: now });
}
