// Signs in again with the stored password, and shows on the connection panel what went wrong.

import { pendingSignInLifeMs } from '#domain/closet.ts';
import type { MarketFailure, SignInResult } from '#domain/ports/marketplace.ts';
import { endSignInIssue, saveConnectionIssue } from '../state/connection-store.ts';
import { savePending } from '../state/pending-store.ts';
import { type ClosetRow, saveIdentity } from '../state/store.ts';
import type { AccountLock } from './account-lock.ts';
import { explainFailure, needsSeller } from './explain-failure.ts';
import { type AccountContext, keepSession, type LockedCloset } from './open-account.ts';
import type { KeptPending } from './secrets.ts';

/**
 * Signs in once with the stored password. Shows a failure on the connection panel. If a code is required, the sign-in waits for
 * it.
 */
export async function renewSession(
  context: AccountContext,
  closet: LockedCloset,
): Promise<SignInResult | { kind: 'no_password' }> {
  const { row, account, lock } = closet;
  const credentials = await context.secrets.credentials(context.database, row);
  if (credentials === null) return { kind: 'no_password' };
  // A refused password is never sent again unless the seller asks for it.
  if (row.reason === 'credentials_rejected') {
    const refused = { kind: 'invalid_credentials', message: 'refused before' } as const;
    await noteFailure(closet, refused);
    return refused;
  }
  const { username, password } = credentials;
  const result = await account.signIn({ username, password });
  await keepSession(context, closet);
  if (result.kind === 'ok') {
    const { handle, userId: marketUserId } = result.value;
    await lock.transaction(async (tx) => {
      await saveIdentity(tx, { userId: row.userId, handle, marketUserId });
      await endSignInIssue(tx, row.userId);
    });
    await context.onSignedIn(row.userId);
  } else if (result.kind === 'otp_required') {
    await awaitCode(context, {
      lock,
      row,
      pending: { pending: result.pending, username, password, keepPassword: true },
    });
    await noteFailure(closet, { kind: 'otp_required', message: result.message });
  } else await noteFailure(closet, result);
  return result;
}

/** Stores a sign-in that waits for its code, for ten minutes. */
export function awaitCode(
  { secrets, clock }: Pick<AccountContext, 'secrets' | 'clock'>,
  { lock, row, pending }: { lock: AccountLock; row: ClosetRow; pending: KeptPending },
): Promise<void> {
  return lock.transaction(async (tx) => {
    const sealed = await secrets.sealPending(tx, row, pending);
    await savePending(tx, { userId: row.userId, pending: sealed, until: clock.now() + pendingSignInLifeMs });
  });
}

/** Shows a failure that only the seller can fix on the connection panel, and tells whoever made the call. */
export async function noteFailure({ row, lock, onFailure }: LockedCloset, failure: MarketFailure): Promise<void> {
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
