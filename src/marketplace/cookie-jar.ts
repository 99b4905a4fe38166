import type { Instant } from '#domain/ports/clock.ts';
import type { Cookie } from '#domain/ports/marketplace.ts';

/** More than any browser session of the marketplace holds; keeps a hostile answer from growing the jar without end. */
const maxCookies = 80;
const maxCookieLength = 8192;
/** A session cookie that is only prolonged, on every answer, must not cost one sealed write per share. */
const notableProlongationMs = 3_600_000;

/** Cookies of one account at one host. `revision` moves whenever something worth keeping has changed. */
export type CookieJar = {
  readonly revision: number;
  /** The `Cookie` header for a request to `path`, most specific path first; '' where nothing fits. */
  header(path: string, now: Instant): string;
  /** Takes the `Set-Cookie` lines of an answer to a request for `path`. Lines that cannot be kept are ignored. */
  receive(lines: readonly string[], path: string, now: Instant): void;
  get(name: string, now: Instant): string | undefined;
  remove(name: string): void;
  all(now: Instant): Cookie[];
};

type SetCookie = { name: string; value: string; domain: string; path: string; expires: Instant | undefined };
/** `noted` is the expiry at the last move of the revision, so that many small prolongations add up to a notable one. */
type Kept = SetCookie & { noted: Instant };

/** `host` is the marketplace's; cookies of another site, or of a child of it, are dropped. */
export function createCookieJar(host: string, cookies: readonly Cookie[]): CookieJar {
  const kept = new Map<string, Kept>();
  let revision = 0;
  let cached: { header: string; until: Instant } | null = null;

  for (const cookie of cookies) {
    const domain = ownDomain(host, cookie.domain);
    if (domain === null || !isCookieText(cookie.name, cookie.value)) continue;
    const path = cookie.path?.startsWith('/') ? cookie.path : '/';
    keep({ name: cookie.name, value: cookie.value, domain, path, expires: cookie.expires });
  }
  revision = 0;

  function keep(cookie: SetCookie): void {
    const key = `${cookie.name};${cookie.domain};${cookie.path}`;
    const before = kept.get(key);
    const expires = cookie.expires ?? Infinity;
    const isNotable =
      before === undefined ||
      before.value !== cookie.value ||
      Math.abs(expires - before.noted) >= notableProlongationMs;
    kept.set(key, { ...cookie, noted: isNotable ? expires : before.noted });
    if (isNotable) revision += 1;
    if (kept.size > maxCookies) {
      const oldest = kept.keys().next();
      if (!oldest.done) kept.delete(oldest.value);
    }
    cached = null;
  }

  function drop(key: string): void {
    if (!kept.delete(key)) return;
    cached = null;
    revision += 1;
  }

  function live(now: Instant): Kept[] {
    return [...kept.values()].filter((cookie) => cookie.expires === undefined || cookie.expires > now);
  }

  return {
    get revision() {
      return revision;
    },
    header(path, now) {
      if (cached !== null && now < cached.until) return cached.header;
      const cookies = live(now);
      const fitting = cookies.filter((cookie) => fits(cookie.path, path));
      fitting.sort((a, b) => b.path.length - a.path.length);
      const header = fitting.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
      // One header serves every path while all cookies lie on the root, as the marketplace's do.
      if (cookies.every((cookie) => cookie.path === '/')) {
        cached = { header, until: Math.min(...cookies.map((cookie) => cookie.expires ?? Infinity)) };
      }
      return header;
    },
    receive(lines, path, now) {
      for (const line of lines) {
        const cookie = readSetCookie(line, host, path, now);
        if (cookie === null) continue;
        if (cookie.expires !== undefined && cookie.expires <= now) {
          drop(`${cookie.name};${cookie.domain};${cookie.path}`);
        } else keep(cookie);
      }
    },
    get(name, now) {
      const found = live(now).filter((cookie) => cookie.name === name);
      return found.sort((a, b) => b.path.length - a.path.length)[0]?.value;
    },
    remove(name) {
      for (const [key, cookie] of kept) if (cookie.name === name) drop(key);
    },
    all(now) {
      return live(now).map(({ expires, noted: _, ...cookie }) =>
        expires === undefined ? cookie : { ...cookie, expires },
      );
    },
  };
}

/** Reads one `Set-Cookie` line; null where it is malformed or meant for another site. */
export function readSetCookie(line: string, host: string, requestPath: string, now: Instant): SetCookie | null {
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
  // Max-Age is the younger rule and wins; zero or less means "delete".
  if (maxAge !== undefined) expires = maxAge <= 0 ? 0 : now + maxAge * 1000;
  return { name, value, domain, path, expires };
}

/** The domain under which the host may keep a cookie: itself or a parent that is not a bare ending such as `com`. */
function ownDomain(host: string, domain: string | undefined): string | null {
  if (domain === undefined || domain === '') return host;
  const bare = domain.replace(/^\./, '').toLowerCase();
  if (bare === host) return host;
  const isAddress = /^[\d.]+$|^\[/.test(host);
  return !isAddress && bare.includes('.') && host.endsWith(`.${bare}`) ? bare : null;
}

/** Names and values that may stand in a request header: no control characters, no separators, Latin-1 at most. */
export function isCookieText(name: string, value: string): boolean {
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
