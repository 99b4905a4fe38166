// Reads cookies in JSON: a list as browsers and extensions export it, an archive of requests (HAR), and what Firefox copies.

import { isObject } from '#domain/json.ts';
import type { Cookie } from '#domain/ports/marketplace.ts';
import { cookiesOfHeader, type PastedRequest } from './headers.ts';
import { readExpiry } from './tables.ts';

export const isJsonArchive = (json: unknown): boolean =>
  isObject(json) && (isObject(json.log) || isObject(json.request));

/** Pairs of names and values that are no cookies, and cookies of answers, which a request may have replaced. */
const noCookies = /response|querystring|postdata|params|timings|cache/i;
/** Deeper than any export is. */
const mostLevels = 8;

export function requestsInJson(json: unknown, address: string | null = null, level = 0): PastedRequest[] {
  if (level > mostLevels) return [];
  if (Array.isArray(json)) {
    const header = headersOf(json);
    const cookies = header.length > 0 ? header : json.flatMap(readCookie);
    if (cookies.length > 0) return [{ address, cookies }];
    return json.flatMap((value) => requestsInJson(value, address, level + 1));
  }
  if (!isObject(json)) return [];
  const own = typeof json.url === 'string' ? json.url : address;
  const cookies = cookiesOfMap(json);
  if (cookies.length > 0) return [{ address: own, cookies }];
  // A request's header has what was sent, also where its list of cookies was left out.
  const header = Array.isArray(json.headers) ? headersOf(json.headers) : [];
  if (header.length > 0) return [{ address: own, cookies: header }];
  return Object.entries(json).flatMap(([name, value]) =>
    noCookies.test(name) || (name === 'headers' && Array.isArray(value)) ? [] : requestsInJson(value, own, level + 1),
  );
}

const headersOf = (list: readonly unknown[]): Cookie[] =>
  list.flatMap((entry) =>
    isObject(entry) && typeof entry.name === 'string' && /^cookie$/i.test(entry.name) && typeof entry.value === 'string'
      ? cookiesOfHeader(entry.value)
      : [],
  );

/** `{"jwt": "…", "ui": "…"}`, also with the values one level deeper, or a header by its name. */
function cookiesOfMap(json: Record<string, unknown>): Cookie[] {
  const header = Object.entries(json).find(([name, value]) => /^cookie$/i.test(name) && typeof value === 'string');
  if (header !== undefined) return cookiesOfHeader(String(header[1]));
  if (json.jwt === undefined) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    const text = isObject(value) ? value.value : value;
    return typeof text === 'string' ? [{ name, value: text }] : [];
  });
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
