// Reads a session that a seller exported from their own browser.

import { isObject, parseJson } from '#domain/json.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Cookie, MarketSession } from '#domain/ports/marketplace.ts';
import { isToken, readUiCookie } from './bootstrap-page.ts';
import { CookieJar } from './cookie-jar.ts';

/**
 * Reads what a seller copied from their own signed-in browser: a request as browsers copy it (as a cURL command or as its headers),
 * a `Cookie` header alone, or a JSON list of cookies as browsers and extensions export it (bare, or under `cookies`). Keeps only the
 * cookies of `host`, and nothing else of the request. Returns null if there is no session in it.
 */
export function readExportedSession(text: string, host: string, now: Instant): MarketSession | null {
  const trimmed = text.trim();
  const given = /^[[{]/.test(trimmed) ? readList(trimmed) : readHeader(cookieHeaderOf(trimmed, host));
  const jar = new CookieJar(host, given);
  if (!jar.get('jwt', now)) return null;

  const session: MarketSession = { cookies: jar.all(now) };
  const token = jar.get('_csrf', now);
  if (token !== undefined && isToken(token)) session.token = token;
  return { ...session, ...readUiCookie(jar.get('ui', now)) };
}

/** The `Cookie` header of a copied request; the text itself if it is no request. Empty if the request went to another site. */
function cookieHeaderOf(text: string, host: string): string {
  if (/^curl(\.exe)?\s/i.test(text)) {
    const words = shellWords(text);
    if (!words.some((word) => isAddressOf(word, host))) return '';
    const header = words.find((word) => /^cookie:/i.test(word));
    const at = words.findIndex((word) => word === '-b' || word === '--cookie');
    return header ?? (at === -1 ? '' : (words[at + 1] ?? ''));
  }
  return text.split(/\r?\n/).find((line) => /^cookie\s*:/i.test(line.trim())) ?? text;
}

/** Whether it is a web address at the marketplace. */
const isAddressOf = (word: string, host: string): boolean => {
  if (!/^https?:\/\//.test(word) || !URL.canParse(word)) return false;
  const { hostname } = new URL(word);
  return hostname === host || hostname.endsWith(`.${host}`);
};

/** The words of a command that a browser wrote for a Unix shell or for the command prompt of Windows. */
function shellWords(text: string): string[] {
  const command = /\^"/.test(text) ? text.replace(/\^(\r?\n|.)/g, '$1') : text;
  const words = command.matchAll(/\$'((?:\\.|[^'\\])*)'|'([^']*)'|"((?:\\.|[^"\\])*)"|([^\s'"]+)/gs);
  return [...words].map(([, escaped, single, double, bare]) =>
    escaped === undefined ? (single ?? double?.replace(/\\(.)/gs, '$1') ?? bare ?? '') : unescaped(escaped),
  );
}

/** Browsers write letters outside ASCII, and `!`, as `\u0021` inside `$'…'`. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, four?: string, two?: string, one = '') =>
    four === undefined && two === undefined ? one : String.fromCharCode(Number.parseInt(four ?? two ?? '', 16)),
  );

function readHeader(text: string): Cookie[] {
  const cookies: Cookie[] = [];
  for (const pair of text.replace(/^cookie\s*:/i, '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) cookies.push({ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() });
  }
  return cookies;
}

function readList(text: string): Cookie[] {
  const parsed = parseJson(text);
  const list = isObject(parsed) ? parsed.cookies : parsed;
  return Array.isArray(list) ? list.flatMap(readCookie) : [];
}

function readCookie(entry: unknown): Cookie[] {
  if (!isObject(entry)) return [];
  const { name, value, domain, path, expires, expirationDate } = entry;
  if (typeof name !== 'string' || typeof value !== 'string') return [];
  const cookie: Cookie = { name, value };
  if (typeof domain === 'string') cookie.domain = domain;
  if (typeof path === 'string') cookie.path = path;
  const end = readExpiry(expires ?? expirationDate);
  if (end !== undefined) cookie.expires = end;
  return [cookie];
}

/** Exports use Unix seconds, milliseconds, or a date. -1 and 0 mean a session cookie. */
function readExpiry(value: unknown): Instant | undefined {
  if (typeof value === 'string' && !/^-?[\d.]+$/.test(value)) {
    const moment = Date.parse(value);
    return Number.isNaN(moment) ? undefined : moment;
  }
  const seconds = Number(value);
  if (value === null || value === '' || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return Math.round(seconds > 100_000_000_000 ? seconds : seconds * 1000);
}
