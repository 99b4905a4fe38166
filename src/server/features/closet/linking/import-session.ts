// Links a closet with the session of the seller's own browser.

import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import { failureOf } from '../session/session.ts';
import { type LinkContext, linkedMarketplace, linkUnderLock, ownMarketplace } from './link-context.ts';

/**
 * `isFromCompanion`: a paired browser sent the session, perhaps without its seller. It serves the closet that is linked. A browser that
 * is signed in with another account never replaces that closet.
 */
export async function importSession(
  context: LinkContext,
  userId: string,
  exported: string,
  { isFromCompanion = false }: { isFromCompanion?: boolean } = {},
): Promise<{ handle: string }> {
  const { database, secrets, linking } = context;
  const { marketplace, practice } = isFromCompanion
    ? await linkedMarketplace(context, userId)
    : ownMarketplace(context);
  const session = marketplace.readExportedSession(exported);
  if (session === null) {
    throw sessionRejected(
      `That text has no ${practice ? 'practice' : 'Poshmark'} session in it. Check that you’re signed in to ${marketplaceName(practice)}, then follow the steps again.`,
      { isFree: true },
    );
  }
  return linkUnderLock(context, { userId, practice }, async (lock, row) => {
    const account = lock.guard(marketplace.account(session));
    const page = await account.bootstrap();
    const who = page.kind === 'ok' ? await account.probe() : page;
    if (who.kind === 'session_expired') {
      throw sessionRejected(
        `That session has expired. Sign in to ${marketplaceName(practice)} again and copy fresh cookies.`,
      );
    }
    if (who.kind !== 'ok') throw failureOf(who, { practice });
    const { handle, userId: marketUserId } = who.value;
    const isOther = row.marketUserId !== null && row.marketUserId !== marketUserId;
    if (isFromCompanion && isOther)
      throw failureOf({ kind: 'other_account', message: '' }, { practice, transport: 'browser' });
    // Keep the password of the same closet, unless the marketplace has refused it.
    const isSame = row.practice === practice && row.marketUserId === marketUserId;
    const credentials =
      isSame && row.reason !== 'credentials_rejected' ? await secrets.credentials(database, row) : null;
    const username = (isSame && row.username) || handle;
    await linking.complete(lock, row, { practice, account, identity: who.value, username, credentials });
    return { handle };
  });
}

const sessionRejected = (message: string, detail: { isFree?: boolean } = {}): Failure =>
  new Failure('session_rejected', message, { ...detail, fields: { session: message } });
