/** Links a closet by the session of the seller's own browser. */
import { Failure } from '#domain/failure.ts';
import { failureOf } from '../session/session.ts';
import { type LinkContext, linkUnderLock, ownMarketplace } from './link-context.ts';

export async function importSession(
  context: LinkContext,
  userId: string,
  exported: string,
): Promise<{ handle: string }> {
  const { database, secrets, linking } = context;
  const { marketplace, practice } = ownMarketplace(context);
  const session = marketplace.readExportedSession(exported);
  if (session === null) {
    throw sessionRejected(
      'There is no signed-in session in this text. Copy the cookies while you are signed in at the marketplace; one of them is called jwt.',
    );
  }
  return linkUnderLock(context, { userId, practice }, async (lock, row) => {
    const account = lock.guard(marketplace.account(session));
    const page = await account.bootstrap();
    const who = page.kind === 'ok' ? await account.probe() : page;
    if (who.kind === 'session_expired') {
      throw sessionRejected(
        'The marketplace does not accept this session any more. Sign in there again, then copy the cookies anew.',
      );
    }
    if (who.kind !== 'ok') throw failureOf(who);
    const { handle, userId: marketUserId } = who.value;
    // Keep the password of the same closet, unless the marketplace has refused it.
    const isSame = row.practice === practice && row.marketUserId === marketUserId;
    const credentials =
      isSame && row.reason !== 'credentials_rejected' ? await secrets.credentials(database, row) : null;
    const username = (isSame && row.username) || handle;
    await linking.complete(lock, row, { practice, account, identity: who.value, username, credentials });
    return { handle };
  });
}

const sessionRejected = (message: string): Failure =>
  new Failure('session_rejected', message, { fields: { session: message } });
