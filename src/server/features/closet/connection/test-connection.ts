import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketIdentity, MarketResult, SignInResult } from '#domain/ports/marketplace.ts';
import type { ActivityLog, Linking } from '../linking/complete-link.ts';
import type { HoldAccount } from '../session/account-lock.ts';
import type { Secrets } from '../session/open-closet.ts';
import type { AccountUse, OpenCloset } from '../session/use-account.ts';
import { findCloset, saveConnectionIssue, saveIdentity, saveReady, saveTested } from '../store.ts';
import { explainFailure, failureOf } from './explain-failure.ts';

/** Proves the connection on the seller's word: probes the session, and signs in once where there is none. */
export function createConnectionTest({
  database,
  clock,
  secrets,
  hold,
  use,
  linking,
  activity,
}: {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  hold: HoldAccount;
  use: AccountUse;
  linking: Linking;
  activity: ActivityLog;
}): (userId: string) => Promise<string> {
  const noCredentials = (): Failure =>
    new Failure('no_credentials', 'There is nothing to test yet. Link your closet first.');

  const probeSession = async ({ account }: OpenCloset): Promise<MarketResult<MarketIdentity>> => {
    const probed = await account.probe();
    return probed.kind === 'session_expired' ? account.bootstrap() : probed;
  };

  const signIn = async ({ row, account }: OpenCloset): Promise<SignInResult | null> => {
    const credentials = await secrets.credentials(database, row);
    if (credentials === null) return null;
    const { username, password } = credentials;
    const result = await account.signIn({ username, password });
    if (result.kind === 'otp_required') {
      await use.awaitCode(row, { pending: result.pending, username, password, keepPassword: true });
    }
    return result;
  };

  const test = async (closet: OpenCloset): Promise<MarketResult<MarketIdentity> | SignInResult> => {
    const probed = closet.hasSession ? await probeSession(closet) : null;
    const isOver = probed === null || probed.kind === 'session_expired' || probed.kind === 'otp_required';
    const result = isOver ? await signIn(closet) : null;
    const told = result ?? probed;
    if (told === null) throw noCredentials();
    return told;
  };

  const tell = async (userId: string, details: string): Promise<void> => {
    await database.transaction(async (tx) => {
      const at = clock.now();
      await saveTested(tx, userId, at);
      await activity.record(tx, { userId, action: 'AUTH_TEST', details, at });
    });
  };

  const succeed = async ({ row, account }: OpenCloset, identity: MarketIdentity): Promise<void> => {
    const { userId, practice } = row;
    const isTheOne = row.marketUserId === identity.userId;
    if (isTheOne) {
      await saveIdentity(database, { userId, handle: identity.handle, marketUserId: identity.userId });
      await saveReady(database, userId);
    } else {
      const username = row.username ?? identity.handle;
      const credentials = await secrets.credentials(database, row);
      await linking.complete(row, { practice, account, identity, username, credentials });
    }
    await tell(userId, `Connected as ${identity.handle}`);
  };

  return async (userId) => {
    const row = await findCloset(database, userId);
    if (row === null) throw noCredentials();
    if (row.session === null && row.pendingUntil !== null && row.pendingUntil > clock.now()) {
      throw failureOf({ kind: 'otp_required', message: '' });
    }
    return hold(userId, async () => {
      const closet = await use.open(userId);
      if (closet === null) throw noCredentials();
      const result = await test(closet);
      await use.keep(closet);
      if (result.kind === 'ok') {
        await succeed(closet, result.value);
        return `Authentication works. You are signed in at the marketplace as ${result.value.handle}.`;
      }
      const trouble = explainFailure(result);
      await saveConnectionIssue(database, { userId, ...trouble });
      await tell(userId, trouble.message);
      throw failureOf(result);
    });
  };
}
