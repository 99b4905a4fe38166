// The cookies of a session, of the signed-in hint beside it, and of the known browser. Also finds the user of a request.
import { signedInHint } from '#contract/pages.ts';
import type { OpenedSession } from '#contract/route.ts';
import { knownBrowserLifeMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';

/** The address that a request came to counts: its https address is no plain one's sibling. */
type IsSecure = (headers: Headers) => boolean;

/**
 * On an https address the name begins with `__Host-`: a browser then takes it only with Secure, for this host alone, so that
 * no sibling domain can plant one.
 */
function sessionCookie({ secure }: { secure: boolean }) {
  const name = secure ? '__Host-hangtag' : 'hangtag';
  /** Stays after sign-out, because it doesn't reveal who uses the browser. */
  const browserName = `${name}-browser`;
  const shared = `SameSite=Lax${secure ? '; Secure' : ''}`;
  const both = (token: string, hint: string, seconds: number): string[] => [
    `${name}=${token}; Path=/; HttpOnly; ${shared}; Max-Age=${seconds}`,
    `${signedInHint.name}=${hint}; Path=/; ${shared}; Max-Age=${seconds}`,
  ];
  const keepBrowser = (token: string): string =>
    `${browserName}=${token}; Path=/; HttpOnly; ${shared}; Max-Age=${knownBrowserLifeMs / 1000}`;
  return {
    /** The session's token; null if the request has none. */
    read: (headers: Headers): string | null => tokenIn(headers, name),
    /** The token by which this browser is known; null if it was never signed in. */
    readBrowser: (headers: Headers): string | null => tokenIn(headers, browserName),
    hasHint: (headers: Headers): boolean =>
      cookiesOf(headers).some(([key, value]) => key === signedInHint.name && value === signedInHint.value),
    /** The cookies to set when a session opens. */
    open: ({ token, expiresAt, browser }: OpenedSession, now: Instant): string[] => [
      ...both(token, signedInHint.value, Math.max(0, Math.floor((expiresAt - now) / 1000))),
      ...(browser === undefined ? [] : [keepBrowser(browser)]),
    ],
    close: (): string[] => both('', '', 0),
    /** Only the hint, until the browser closes: if just the hint was lost, nobody knows when the session ends. */
    hintAgain: (): string => `${signedInHint.name}=${signedInHint.value}; Path=/; ${shared}`,
  };
}

const tokenIn = (headers: Headers, wanted: string): string | null => {
  for (const [key, value] of cookiesOf(headers)) {
    // Our tokens have exactly this form. Anything else is not looked up.
    if (key === wanted && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
};

const cookiesOf = (headers: Headers): (readonly [string, string | undefined])[] =>
  (headers.get('cookie')?.split(';') ?? []).map((pair) => {
    const [key = '', value] = pair.trim().split('=', 2);
    return [key, value] as const;
  });

/** The cookie of the operator page. Only requests of that page itself carry it. */
export function operatorCookie({ secure }: { secure: boolean }) {
  const name = secure ? '__Host-hangtag-operator' : 'hangtag-operator';
  const set = (token: string, seconds: number): string[] => [
    `${name}=${token}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}; Max-Age=${seconds}`,
  ];
  return {
    read: (headers: Headers): string | null => tokenIn(headers, name),
    open: ({ token, expiresAt }: OpenedSession, now: Instant): string[] =>
      set(token, Math.max(0, Math.floor((expiresAt - now) / 1000))),
    close: (): string[] => set('', 0),
  };
}
export type OperatorCookie = ReturnType<typeof operatorCookie>;

export type Sessions<U> = {
  cookieFor(headers: Headers): ReturnType<typeof sessionCookie>;
  userOrNullOf(request: Request): Promise<U | null>;
  /** Throws `unauthenticated` if nobody is signed in. */
  userOf(request: Request): Promise<U>;
};

/** `whoIs` resolves a token to its user. It comes from the account feature. */
export function readSessions<U>(given: {
  isSecure: IsSecure;
  whoIs: (token: string) => Promise<U | null>;
}): Sessions<U> {
  const { isSecure, whoIs } = given;
  const [plain, safe] = [sessionCookie({ secure: false }), sessionCookie({ secure: true })];
  const cookieFor = (headers: Headers) => (isSecure(headers) ? safe : plain);
  const userOrNullOf = async ({ headers }: Request): Promise<U | null> => {
    const token = cookieFor(headers).read(headers);
    return token === null ? null : await whoIs(token);
  };
  return {
    cookieFor,
    userOrNullOf,
    async userOf(request) {
      const user = await userOrNullOf(request);
      if (user === null) throw new Failure('unauthenticated', 'Sign in to continue.');
      return user;
    },
  };
}
