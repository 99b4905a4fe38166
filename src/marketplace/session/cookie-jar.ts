// Cookie jar of one account at one host.

import type { Instant } from '#domain/ports/clock.ts';
import type { Cookie } from '#domain/ports/marketplace.ts';

/** More than any real session needs. Keeps a hostile reply from filling the memory. */
const maxCookies = 80;
const maxCookieLength = 8192;
/** An extended expiry below this is not saved, so that a cookie renewed on every reply does not cost a write per share. */
const notableExtensionMs = 3_600_000;

type SetCookie = { name: string; value: string; domain: string; path: string; expires: Instant | undefined };
/** `noted` is the expiry at the last new revision, so that many small extensions add up to a saved one. */
type StoredCookie = SetCookie & { noted: Instant };

/**
 * Cookies of one account at one host. A class with a plain list, because ten thousand of them are in memory at once with a
 * few cookies each.
 */
export class CookieJar {
  readonly #host: string;
  readonly #cookies: StoredCookie[] = [];
  #revision = 0;
  #header: string | null = null;
  #headerUntil: Instant = 0;

  /** `host` is the marketplace's host. Cookies for other sites and for subdomains of it are dropped. */
  constructor(host: string, cookies: readonly Cookie[]) {
    this.#host = host;
    for (const { name, value, domain: given, path, expires } of cookies) {
      const domain = ownDomain(host, given);
      if (domain === null || !isCookieText(name, value)) continue;
      this.#keep({ name, value, domain, path: path?.startsWith('/') ? path : '/', expires });
    }
    this.#revision = 0;
  }

  /** Increases whenever something worth saving has changed. */
  get revision(): number {
    return this.#revision;
  }

  /** The `Cookie` header for a request to `path`, most specific path first; '' if no cookie matches. */
  header(path: string, now: Instant): string {
    if (this.#header !== null && now < this.#headerUntil) return this.#header;
    const cookies = this.#live(now);
    const fitting = cookies.filter((cookie) => fits(cookie.path, path));
    fitting.sort((a, b) => b.path.length - a.path.length);
    const header = fitting.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
    // While all cookies have the root path, as the marketplace's do, one cached header serves every path.
    if (cookies.every((cookie) => cookie.path === '/')) {
      this.#header = header;
      this.#headerUntil = Math.min(...cookies.map((cookie) => cookie.expires ?? Infinity));
    }
    return header;
  }

  /** Stores the `Set-Cookie` lines of a reply to a request for `path`. Invalid lines are ignored. */
  receive(lines: readonly string[], path: string, now: Instant): void {
    for (const line of lines) {
      const cookie = readSetCookie(line, this.#host, path, now);
      if (cookie === null) continue;
      if (cookie.expires === undefined || cookie.expires > now) this.#keep(cookie);
      else this.#drop(this.#cookies.findIndex((one) => isSame(one, cookie)));
    }
  }

  /** Asked before every call, so it makes no list. */
  has(name: string, now: Instant): boolean {
    return this.#cookies.some((cookie) => cookie.name === name && cookie.value !== '' && isLive(cookie, now));
  }

  get(name: string, now: Instant): string | undefined {
    const found = this.#live(now).filter((cookie) => cookie.name === name);
    return found.sort((a, b) => b.path.length - a.path.length)[0]?.value;
  }

  /** Cookies that have not expired. */
  all(now: Instant): Cookie[] {
    return this.#live(now).map(({ name, value, domain, path, expires }) =>
      expires === undefined ? { name, value, domain, path } : { name, value, domain, path, expires },
    );
  }

  #keep(cookie: SetCookie): void {
    const at = this.#cookies.findIndex((one) => isSame(one, cookie));
    const before = this.#cookies[at];
    const expires = cookie.expires ?? Infinity;
    const isNotable =
      before === undefined || before.value !== cookie.value || Math.abs(expires - before.noted) >= notableExtensionMs;
    this.#cookies.splice(at < 0 ? this.#cookies.length : at, 1, {
      ...cookie,
      noted: isNotable ? expires : before.noted,
    });
    this.#header = null;
    if (isNotable) this.#revision += 1;
    if (this.#cookies.length > maxCookies) this.#drop(0);
  }

  #drop(at: number): void {
    if (at < 0) return;
    this.#cookies.splice(at, 1);
    this.#header = null;
    this.#revision += 1;
  }

  #live(now: Instant): StoredCookie[] {
    return this.#cookies.filter((cookie) => isLive(cookie, now));
  }
}

const isLive = ({ expires }: SetCookie, now: Instant): boolean => expires === undefined || expires > now;

function isSame(a: SetCookie, b: SetCookie): boolean {
  return a.name === b.name && a.domain === b.domain && a.path === b.path;
}

/** Parses one `Set-Cookie` line; null if it is malformed or meant for another site. */
function readSetCookie(line: string, host: string, requestPath: string, now: Instant): SetCookie | null {
  if (line.length > maxCookieLength) return null;
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at).trim();
  const value = pair.slice(at + 1).trim();
  if (at < 1 || !isCookieText(name, value)) return null;

  let domain: string | null = host;
  let path = defaultPath(requestPath);
  let expires: Instant | undefined;
  let maxAge: number | undefined;
  for (const attribute of attributes) {
    const cut = attribute.indexOf('=');
    const key = (cut < 0 ? attribute : attribute.slice(0, cut)).trim().toLowerCase();
    const text = cut < 0 ? '' : attribute.slice(cut + 1).trim();
    if (key === 'domain' && text !== '') domain = ownDomain(host, text);
    else if (key === 'path') path = text.startsWith('/') ? text : path;
    else if (key === 'max-age' && /^-?\d+$/.test(text)) maxAge = Number(text);
    else if (key === 'expires') {
      const moment = Date.parse(text);
      if (!Number.isNaN(moment)) expires = moment;
    }
  }
  if (domain === null) return null;
  // Max-Age takes precedence over Expires (RFC 6265). Zero or less deletes the cookie.
  if (maxAge !== undefined) expires = maxAge <= 0 ? 0 : now + maxAge * 1000;
  return { name, value, domain, path, expires };
}

/** The domain a host may set a cookie for: itself or a parent that is not a bare suffix such as `com`. */
function ownDomain(host: string, domain: string | undefined): string | null {
  if (domain === undefined || domain === '') return host;
  const bare = domain.replace(/^\./, '').toLowerCase();
  if (bare === host) return host;
  const isAddress = /^[\d.]+$|^\[/.test(host);
  return !isAddress && bare.includes('.') && host.endsWith(`.${bare}`) ? bare : null;
}

/** Characters allowed in a request header: no control characters, no separators, Latin-1 only. */
function isCookieText(name: string, value: string): boolean {
  return (
    name.length + value.length <= maxCookieLength &&
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) &&
    /^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/.test(value)
  );
}

function defaultPath(requestPath: string): string {
  const path = requestPath.split('?', 1)[0] ?? '/';
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

function fits(cookiePath: string, requestPath: string): boolean {
  const path = requestPath.split('?', 1)[0] ?? '/';
  if (cookiePath === '/' || path === cookiePath) return true;
  return path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);
}
