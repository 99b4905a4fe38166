// Reads XSRF token and identity from a signed-in page.

import { endOfObject, isObject, parseJson } from '#domain/json.ts';
import type { MarketIdentity } from '#domain/ports/marketplace.ts';

/** The XSRF token of a page's meta tag and, if the page state parses, the signed-in identity. Unreadable parts are null. It never throws. */
export function readBootstrapPage(html: string) {
  const state = readState(html);
  const identity = readIdentity(at(at(state, 'userCookies'), 'userInfo')) ?? readIdentity(at(state, 'ui')) ?? null;
  return {
    token: readMetaToken(html),
    identity,
    isSignedOut: at(at(state, 'auth'), 'isUserLoggedIn') === false,
    /** The site's version, in whatever form: `2026.40.00`, `vue3.2026.36.00`. */
    pmVersion: /\bpm_?version\b["']?\s*[:=]\s*["']?([A-Za-z0-9][\w.-]{0,63})(?![\w.-])/i.exec(html)?.[1] ?? null,
  };
}

/** A token is 16 to 128 letters, digits, dashes, and underscores. */
export function isToken(text: string): boolean {
  return /^[0-9A-Za-z_-]{16,128}$/.test(text);
}

/** Decodes the `ui` cookie: form-encoded JSON with `uid` and `dh`; null if it is anything else. */
export function readUiCookie(value: string | undefined): MarketIdentity | null {
  if (value === undefined) return null;
  try {
    return readIdentity(JSON.parse(decodeURIComponent(value.replaceAll('+', ' '))));
  } catch {
    return null;
  }
}

/** `{ uid, dh }`, the form used in the cookie, in page states, and in sign-in replies. */
export function readIdentity(value: unknown): MarketIdentity | null {
  const userId = at(value, 'uid');
  const handle = at(value, 'dh');
  return typeof userId === 'string' && typeof handle === 'string' && userId !== '' && handle !== ''
    ? { userId, handle }
    : null;
}

/** The token of `<meta id="csrftoken" name="csrftoken" content="…">`; `id` or `name`, attributes in any order. */
export function readMetaToken(html: string): string | null {
  for (const [tag] of withoutComments(html).matchAll(/<meta\s[^>]{0,1000}>/gi)) {
    if (!/\s(?:id|name)\s*=\s*["']?csrftoken["'\s/>]/i.test(tag)) continue;
    const token = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag);
    const text = token?.[1] ?? token?.[2] ?? token?.[3] ?? '';
    if (isToken(text)) return text;
  }
  return null;
}

/** Not a regular expression: on a page full of unclosed comments, that would take the square of its length. */
function withoutComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--');
  const after = rest.map((part) => part.slice(part.indexOf('-->') + 1));
  return [first, ...after].join(' ');
}

/** The object after `window.__INITIAL_STATE__=`, found by balancing braces, because a string in it may contain `};`. */
export function readState(html: string): unknown {
  const found = /window\.__INITIAL_STATE__\s*=\s*(?=\{)/.exec(html);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const end = endOfObject(html, start);
  return end === null ? undefined : parseJson(html.slice(start, end));
}

function at(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}
