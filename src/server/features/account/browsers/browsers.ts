// The face of this room: which browsers an account was used in, by a cookie that each of them keeps.

import type { ClientInfo } from '#contract/route.ts';
import { knownBrowserLifeMs } from '#domain/account.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { hashToken, newToken } from '../../make-token.ts';
import { isRecognized, pruneBrowsers, removeSurplusBrowsers, saveBrowser } from './store.ts';

export { findUnrecognized, forgetBrowsers, removeBrowser, saveRecognized } from './store.ts';

/**
 * Whether the client is a browser of the seller, by its cookie. Its tries are counted apart, so that a stranger who uses up the
 * others doesn't lock the seller out.
 */
export const isSellersBrowser = async (
  db: Queryable,
  account: { id: string } | { email: string },
  { browser }: ClientInfo,
): Promise<boolean> =>
  typeof browser === 'string' && (await isRecognized(db, { ...account, tokenHash: hashToken(browser) }));

const mostBrowsers = 50;

/** `token` is for the browser's cookie: its own, if it had one. */
export type SeenBrowser = { id: string; token: string; isNew: boolean };

export async function noteBrowser(
  tx: Queryable,
  userId: string,
  client: ClientInfo,
  now: Instant,
): Promise<SeenBrowser> {
  const token = client.browser ?? newToken();
  const { address, userAgent } = client;
  const seen = await saveBrowser(tx, { userId, tokenHash: hashToken(token), userAgent, address, now });
  await removeSurplusBrowsers(tx, userId, { most: mostBrowsers, usedId: seen.id });
  return { ...seen, token };
}

export const forgetOldBrowsers = (db: Queryable, now: Instant): Promise<void> =>
  pruneBrowsers(db, now - knownBrowserLifeMs);
