import { signedInHint } from '#contract/signed-in-hint.ts';
import type { Instant } from '#domain/ports/clock.ts';

/** The session's cookie, and beside it the hint for pages. Whose session it is, the account feature says. */
export type SessionCookie = {
  read(headers: Headers): string | null;
  open(session: { token: string; expiresAt: Instant }, now: Instant): string[];
  close(): string[];
};

/**
 * On an https address the name begins with `__Host-`: a browser then takes it only with Secure, for this host alone, so that
 * no sibling domain can plant one.
 */
export function sessionCookie({ secure }: { secure: boolean }): SessionCookie {
  const name = secure ? '__Host-hangtag' : 'hangtag';
  const shared = `SameSite=Lax${secure ? '; Secure' : ''}`;
  const both = (token: string, hint: string, seconds: number): string[] => [
    `${name}=${token}; Path=/; HttpOnly; ${shared}; Max-Age=${seconds}`,
    `${signedInHint.name}=${hint}; Path=/; ${shared}; Max-Age=${seconds}`,
  ];
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
      both(token, signedInHint.value, Math.max(0, Math.floor((expiresAt - now) / 1000))),
    close: () => both('', '', 0),
  };
}
