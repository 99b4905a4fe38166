// Reads a session that a seller exported from their own browser, or tells what the text is instead.

import type { Instant } from '#domain/ports/clock.ts';
import type { ExportedSession, MarketSession } from '#domain/ports/marketplace.ts';
import { visibleText } from '#domain/text/visible-text.ts';
import { isToken, readUiCookie } from './bootstrap-page.ts';
import { CookieJar } from './cookie-jar.ts';
import { readPasted } from './pasted.ts';

/**
 * Reads what a seller copied from their own signed-in browser, in any of the shapes that a browser's Copy menu has. Keeps only the
 * cookies of `host`, and nothing else of a request.
 */
export function readExportedSession(text: string, host: string, now: Instant): ExportedSession {
  const { looksLike, requests } = readPasted(unquoted(text));
  const own = requests.filter(({ address }) => address === null || isAt(address, host));
  if (requests.length > 0 && own.length === 0) return { kind: 'none', looksLike: 'other_site' };

  const jars = own.map(({ cookies }) => ({ cookies, jar: new CookieJar(host, cookies) }));
  const found = jars.findLast(({ jar }) => jar.get('jwt', now))?.jar;
  if (found !== undefined) return { kind: 'session', session: sessionIn(found, now) };
  if (jars.some(({ jar }) => jar.get('jwt', Number.NEGATIVE_INFINITY))) return { kind: 'none', looksLike: 'expired' };
  if (jars.some(({ jar }) => jar.all(Number.NEGATIVE_INFINITY).length > 0))
    return { kind: 'none', looksLike: 'signed_out' };
  return { kind: 'none', looksLike: jars.some(({ cookies }) => cookies.length > 0) ? 'other_site' : looksLike };
}

function sessionIn(jar: CookieJar, now: Instant): MarketSession {
  const session: MarketSession = { cookies: jar.all(now) };
  const token = jar.get('_csrf', now);
  if (token !== undefined && isToken(token)) session.token = token;
  return { ...session, ...readUiCookie(jar.get('ui', now)) };
}

/** Whether a web address, or a host, is the marketplace's. */
function isAt(address: string, host: string): boolean {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === host || hostname.endsWith(`.${host}`);
}

/** Without the quotes around all of it, and without what nobody sees. */
function unquoted(text: string): string {
  const trimmed = visibleText(text).trim();
  const [, quote = '', inside = ''] = /^(["'`“‘])(.*)["'`”’][;,]?$/s.exec(trimmed) ?? [];
  // A quoted name at the start, as in `"jwt": "…"`, is no quote around the whole.
  const isName = /^[\w-]*["']\s*[:=]/.test(inside);
  return quote === '' || isName ? trimmed : inside.trim();
}
