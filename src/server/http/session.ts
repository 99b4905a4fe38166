import type { Instant } from '#domain/ports/clock.ts';

/** The session's cookie. Whose it is, the account feature says. */
export type SessionCookie = {
  read(headers: Headers): string | null;
  open(session: { token: string; expiresAt: Instant }, now: Instant): string;
  close(): string;
};

/**
 * On an https address the name begins with `__Host-`: a browser then takes it only with Secure, for this host alone, so that
 * no sibling domain can plant one.
 */
export function sessionCookie({ secure }: { secure: boolean }): SessionCookie {
  const name = secure ? '__Host-hangtag' : 'hangtag';
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read(headers) {
      for (const pair of headers.get('cookie')?.split(';') ?? []) {
        const [key = '', value] = pair.trim().split('=', 2);
        // What we give out has exactly this shape; anything else need not be looked up.
        if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
      }
      return null;
    },
    open: ({ token, expiresAt }, now) =>
      `${name}=${token}${attributes}; Max-Age=${Math.max(0, Math.floor((expiresAt - now) / 1000))}`,
    close: () => `${name}=${attributes}; Max-Age=0`,
  };
}
