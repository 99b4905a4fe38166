// The cookies of a client in a test. Apart from the clients of Hangtag, because the practice marketplace has cookies, too.

/** The value of a `cookie` header with the cookies of one reply. */
export function cookiesOf(setCookies: readonly string[]): string {
  const jar = new CookieJar();
  jar.keep(setCookies);
  return jar.header();
}

/** Cookies by name, without paths and expiry, except that a cookie with `Max-Age=0` is deleted. */
export class CookieJar extends Map<string, string> {
  /** The value of a `cookie` header. */
  header(): string {
    return [...this].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Stores the `set-cookie` headers of a reply. */
  keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/;\s*max-age=0\b/i.test(line)) this.delete(pair.slice(0, at));
      else this.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
