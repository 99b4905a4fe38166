// Links a closet with the session of the seller's own browser.

import { type MarketplaceName, marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { PastedText } from '#domain/ports/marketplace.ts';
import type { ClosetContext } from '../session/closet-context.ts';
import { failureOf } from '../session/explain-failure.ts';
import { completeLink, type Linked, linkedMarketplace, linkUnderLock, ownMarketplace } from './complete-link.ts';

/**
 * `isFromCompanion`: a paired browser sent the session, perhaps without its seller. It serves the closet that is linked. A browser that
 * is signed in with another account never replaces that closet.
 */
export async function importSession(
  context: ClosetContext,
  userId: string,
  exported: string,
  { isFromCompanion = false }: { isFromCompanion?: boolean } = {},
): Promise<Linked> {
  const { database, secrets } = context;
  const { marketplace, practice } = isFromCompanion
    ? await linkedMarketplace(context, userId)
    : ownMarketplace(context);
  const read = marketplace.readExportedSession(exported);
  if (read.kind === 'none')
    throw sessionRejected(noSession[read.looksLike](marketplaceName(practice)), { isFree: true });
  const { session } = read;
  return linkUnderLock(context, { userId, practice }, async (lock, row) => {
    const account = lock.guard(marketplace.account(session));
    const page = await account.bootstrap();
    const who = page.kind === 'ok' ? await account.probe() : page;
    if (who.kind === 'session_expired') throw sessionRejected(noSession.expired(marketplaceName(practice)));
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
    return completeLink(context, { lock, row }, { practice, account, identity: who.value, username, credentials });
  });
}

const copyCurl = 'Right-click the first row in Network and choose Copy as cURL.';
/** What a text is that has no session, and what to copy instead. It repeats nothing of the text. */
const noSession: Record<PastedText, (name: MarketplaceName) => string> = {
  other_site: (name) =>
    `That was copied from another site, not from ${name}. Open ${name} in your browser and follow the steps there.`,
  expired: (name) => `That session has expired. Sign in to ${name} again and copy fresh cookies.`,
  signed_out: (name) =>
    `Those are cookies without a session. Sign in to ${name} in that browser and reload the page. Then follow the steps again.`,
  request: () => `That looks like a request without its cookies. ${copyCurl}`,
  response: () => `Those look like the headers of an answer. The session is in the request. ${copyCurl}`,
  fetch: () => `That looks like Copy as fetch, which leaves the cookies out. ${copyCurl}`,
  har: () => `That looks like a HAR file without its cookies. ${copyCurl}`,
  json: () => `That looks like JSON without cookies, or with its end cut off. ${copyCurl}`,
  page: () => `That looks like the source of a web page. The session isn’t in it. ${copyCurl}`,
  address: () => `That looks like a web address. The session isn’t in it. ${copyCurl}`,
  email: () => `That looks like an email address. To sign in with a password, choose Username and password instead.`,
  text: () => `Hangtag couldn’t find any cookies in that text. ${copyCurl}`,
};

const sessionRejected = (message: string, detail: { isFree?: boolean } = {}): Failure =>
  new Failure('session_rejected', message, { ...detail, fields: { session: message } });
