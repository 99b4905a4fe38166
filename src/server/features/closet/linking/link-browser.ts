// Links a closet through the seller's paired browser, which keeps its cookies.

import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import type { ClosetContext } from '../session/closet-context.ts';
import { explainFailure, failureOf } from '../session/explain-failure.ts';
import { emptySession } from '../session/secrets.ts';
import { browserAway } from '../session/use-account.ts';
import { saveConnectionIssue } from '../state/connection-store.ts';
import { findCloset } from '../state/store.ts';
import { completeLink, type Linked, linkedMarketplace, linkUnderLock, ownMarketplace } from './complete-link.ts';
import { ensureCloset, expectBrowser } from './store.ts';

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
