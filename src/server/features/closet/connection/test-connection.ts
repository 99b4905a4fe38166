// Tests the connection when the seller asks for it.

import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketIdentity, MarketResult, SignInResult } from '#domain/ports/marketplace.ts';
import type { ActivityLog, Linking } from '../linking/linking.ts';
import {
  type AccountUse,
  explainFailure,
  failureOf,
  type LockedCloset,
  type OnSignedIn,
  type Secrets,
  type WithAccountLock,
} from '../session/session.ts';
import { saveConnectionIssue, saveReady, saveTested } from '../state/connection-store.ts';
import { findCloset, saveIdentity } from '../state/store.ts';

type Needs = {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  withLock: WithAccountLock;
  use: AccountUse;
  linking: Linking;
  activity: ActivityLog;
  onSignedIn: OnSignedIn;
};

/**
 * A sentence for the seller. `isCheckOpen`: the marketplace answers, but it has asked for a human check, and only a share shows
 * whether that is done. `isResuming`: the bot waited for this, and goes on.
 */
export type Tested = { message: string; isCheckOpen?: boolean; isResuming?: boolean };

/** Probes the session, and signs in once if there is none or it has ended. */
export async function testConnection(needs: Needs, userId: string): Promise<Tested> {
  const { database, clock, withLock, use } = needs;
  const row = await findCloset(database, userId);
  if (row === null) throw noCredentials();
  if (row.session === null && row.pendingUntil !== null && row.pendingUntil > clock.now()) {
    throw failureOf({ kind: 'otp_required', message: '' }, row);
  }
  return withLock(userId, async (lock) => {
    const closet = await use.openLocked(userId, lock);
    if (closet === null) throw noCredentials();
    const result = await probeOrSignIn(needs, closet);
    await use.keep(closet);
    if (result.kind === 'ok') {
      const message = `You’re signed in to ${marketplaceName(row.practice)} as ${result.value.handle}.`;
      return { message, ...(await saveSuccess(needs, closet, result.value)) };
    }
    const explanation = explainFailure(result, row);
    await lock.transaction(async (tx) => {
      await saveConnectionIssue(tx, { userId, ...explanation });
      await record(needs, tx, { userId, details: explanation.message, hasPassed: false });
    });
    throw failureOf(result, row);
  });
}

const noCredentials = (): Failure =>
  new Failure('no_credentials', 'There’s nothing to test yet. Connect your closet first.');

async function probeOrSignIn(needs: Needs, closet: LockedCloset): Promise<MarketResult<MarketIdentity> | SignInResult> {
  const probed = closet.hasSession ? await probe(closet) : null;
  const isOver = probed === null || probed.kind === 'session_expired' || probed.kind === 'otp_required';
  const answer = (isOver ? await signIn(needs, closet) : null) ?? probed;
  if (answer === null) throw noCredentials();
  return answer;
}

async function probe({ account }: LockedCloset): Promise<MarketResult<MarketIdentity>> {
  const probed = await account.probe();
  return probed.kind === 'session_expired' ? account.bootstrap() : probed;
}

/** Resolves to null if no password is stored. */
async function signIn(
  { database, secrets, use }: Needs,
  { row, account, lock }: LockedCloset,
): Promise<SignInResult | null> {
  const credentials = await secrets.credentials(database, row);
  if (credentials === null) return null;
  const { username, password } = credentials;
  const result = await account.signIn({ username, password });
  if (result.kind === 'otp_required') {
    await use.awaitCode(lock, row, { pending: result.pending, username, password, keepPassword: true });
  }
  return result;
}

async function saveSuccess(
  needs: Needs,
  { row, account, lock, hasSession }: LockedCloset,
  identity: MarketIdentity,
): Promise<Omit<Tested, 'message'>> {
  const { userId, practice } = row;
  const details = `Connected as ${identity.handle}`;
  if (row.marketUserId !== identity.userId) {
    // The first closet, or another one than before.
    const username = row.username ?? identity.handle;
    const credentials = await needs.secrets.credentials(needs.database, row);
    await needs.linking.complete(lock, row, { practice, account, identity, username, credentials });
    await lock.transaction((tx) => record(needs, tx, { userId, details, hasPassed: true }));
    return {};
  }
  const isCheckOpen = row.reason === 'human_check' && row.checkNeedsShare && hasSession;
  await lock.transaction(async (tx) => {
    await saveIdentity(tx, { userId, handle: identity.handle, marketUserId: identity.userId });
    if (!isCheckOpen) await saveReady(tx, userId);
    await record(needs, tx, { userId, details, hasPassed: !isCheckOpen });
  });
  return isCheckOpen ? { isCheckOpen } : { isResuming: await needs.onSignedIn(userId) };
}

async function record(
  { clock, activity }: Needs,
  tx: Queryable,
  { userId, details, hasPassed }: { userId: string; details: string; hasPassed: boolean },
): Promise<void> {
  const now = clock.now();
  await saveTested(tx, { userId, now, hasPassed });
  await activity.record(tx, { userId, action: 'AUTH_TEST', details, at: now });
}
