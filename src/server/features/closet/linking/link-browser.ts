// Links a closet with the session of the seller's own browser.

import { type MarketplaceName, marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { MarketFailure, PastedText } from '#domain/ports/marketplace.ts';
import { type ClosetContext, emptySession } from '../session/closet-context.ts';
import { explainFailure, failureOf } from '../session/explain-failure.ts';
import { browserAway } from '../session/use-account.ts';
import { ensureCloset, expectBrowser, saveConnectionIssue } from '../state/connection-store.ts';
import { findCloset } from '../state/store.ts';
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

/** Throws `browser_away` while no paired browser is awake. A closet that is linked already stays linked if this fails. */
export async function linkBrowser(context: ClosetContext, userId: string): Promise<Linked> {
  const { database, browsers } = context;
  const { marketplace, practice } = await linkedMarketplace(context, userId);
  if (!(await browsers.isAwake(userId))) throw browserAway(practice);
  return linkUnderLock(context, { userId, practice }, async (lock, row) => {
    const account = lock.guard(marketplace.account(emptySession, browsers.carrierOf(userId)));
    const page = await account.bootstrap();
    const who = page.kind === 'ok' ? await account.probe() : page;
    if (who.kind !== 'ok') {
      const seen = { practice, transport: 'browser' as const };
      const failure = browserFailure(who, practice);
      // A closet that is shared by the server stays linked.
      if (row.session === null)
        await lock.transaction((tx) =>
          saveConnectionIssue(tx, { userId, ...explainFailure(who, seen), message: failure.message }),
        );
      throw failure;
    }
    const { handle } = who.value;
    const link = { practice, account, identity: who.value, username: handle, credentials: null };
    const present = (await findCloset(database, userId)) ?? row;
    return completeLink(context, { lock, row: present }, { ...link, transport: 'browser' });
  });
}

/** A browser was paired: if nothing is linked yet, the closet is linked as soon as the browser is ready. */
export async function awaitBrowser(context: ClosetContext, userId: string): Promise<void> {
  const { database, clock } = context;
  const { practice } = ownMarketplace(context);
  await ensureCloset(database, { userId, practice, now: clock.now() });
  await expectBrowser(database, userId);
}

/**
 * A paired browser can make calls from now on, or its seller has signed in there again or passed a check: a closet that isn't linked
 * yet is linked, and a connection with an issue is tested. `isResuming`: the bot tests it.
 */
export async function onBrowserReady(
  { database, queue }: ClosetContext,
  userId: string,
  { isResuming }: { isResuming: boolean },
): Promise<void> {
  const row = await findCloset(database, userId);
  if (row?.transport !== 'browser') return;
  const hasIssue = row.state === 'connection_issue' && !isResuming;
  if (row.session === null || hasIssue)
    await database.transaction((tx) => queue.put('closet.link', { userId }, { key: userId, tx }));
}

function browserFailure(found: MarketFailure, practice: boolean): Failure {
  if (found.kind === 'session_expired')
    return new Failure(
      'session_rejected',
      `Your paired browser isn’t signed in to ${marketplaceName(practice)}. Sign in there, then try again.`,
    );
  // `network` proves that nothing was sent, because no browser took the call.
  return found.kind === 'network' ? browserAway(practice) : failureOf(found, { practice, transport: 'browser' });
}
