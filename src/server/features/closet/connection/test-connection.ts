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
};

/** Probes the session, and signs in once if there is none or it has ended. Resolves to a sentence for the seller. */
export async function testConnection(needs: Needs, userId: string): Promise<string> {
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
      await saveSuccess(needs, closet, result.value);
      return `You’re signed in to ${marketplaceName(row.practice)} as ${result.value.handle}.`;
    }
    const explanation = explainFailure(result, row);
    await lock.transaction(async (tx) => {
      await saveConnectionIssue(tx, { userId, ...explanation });
      await record(needs, tx, userId, explanation.message);
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
  { row, account, lock }: LockedCloset,
  identity: MarketIdentity,
): Promise<void> {
  const { userId, practice } = row;
  if (row.marketUserId === identity.userId) {
    await lock.transaction(async (tx) => {
      await saveIdentity(tx, { userId, handle: identity.handle, marketUserId: identity.userId });
      await saveReady(tx, userId);
    });
  } else {
    // The first closet, or another one than before.
    const username = row.username ?? identity.handle;
    const credentials = await needs.secrets.credentials(needs.database, row);
    await needs.linking.complete(lock, row, { practice, account, identity, username, credentials });
  }
  await lock.transaction((tx) => record(needs, tx, userId, `Connected as ${identity.handle}`));
}

async function record({ clock, activity }: Needs, tx: Queryable, userId: string, details: string): Promise<void> {
  const at = clock.now();
  await saveTested(tx, userId, at);
  await activity.record(tx, { userId, action: 'AUTH_TEST', details, at });
}
