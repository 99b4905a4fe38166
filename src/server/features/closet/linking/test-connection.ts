// Tests the connection when the seller asks for it.

import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketIdentity, MarketResult, SignInResult } from '#domain/ports/marketplace.ts';
import type { ClosetContext } from '../session/closet-context.ts';
import { explainFailure, failureOf } from '../session/explain-failure.ts';
import { awaitCode, type LockedCloset, openLockedAccount, saveChangedSession } from '../session/use-account.ts';
import { saveConnectionIssue, saveReady, saveTested } from '../state/connection-store.ts';
import { findCloset, saveIdentity } from '../state/store.ts';
import { completeLink } from './complete-link.ts';

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
  const { row, account } = closet;
  const { database, secrets } = context;
  const credentials = await secrets.credentials(database, row);
  if (credentials === null) return null;
  const { username, password } = credentials;
  const result = await account.signIn({ username, password });
  if (result.kind === 'otp_required') {
    await awaitCode(context, closet, { pending: result.pending, username, password, keepPassword: true });
  }
  return result;
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
