// Who makes a call: a signed-in user, a paired browser in the user's place, the operator, or anyone.
import { signedInHint } from '#contract/pages.ts';
import type { CompanionCaller, OpenedSession, Route } from '#contract/route.ts';
import { knownBrowserLifeMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Caller } from './request/budgets.ts';
import { bearerOf, isCrossSite, type OriginOf } from './request/cross-site.ts';

/** The paired browser whose token this is; null if there is no such browser. */
export type WhichCompanion = (token: string) => Promise<CompanionCaller | null>;

/** Who may see the operator page, by the cookie of a request. */
export type Operator = { cookie: OperatorCookie; isSignedIn(token: string): Promise<boolean> };

/** `confirmedAt`: when the user last proved in this session who they are. */
export type SignedIn = { id: string; isGuest?: boolean; confirmedAt?: Instant | null };

export type Who<U> = { user: U | null; companion: CompanionCaller | null };

const nobody = { user: null, companion: null };

export type Recognition<U> = {
  sessions: Sessions<U>;
  /** null: the operator page is off, and its rows are not served. */
  operator: Operator | null;
  whichCompanion: WhichCompanion;
  originOf: OriginOf;
};

/** The caller that the row asks for. A token and a cookie are never mixed. Throws `unauthenticated`. */
export async function callerOf<U extends SignedIn>(
  { sessions, operator, whichCompanion, originOf }: Recognition<U>,
  { access, fromExtension }: Route,
  request: Request,
): Promise<Who<U>> {
  if (access === 'public') return nobody;
  if (access === 'either') return { user: await sessions.userOrNullOf(request), companion: null };
  if (access === 'companion' || (fromExtension && request.headers.has('authorization')))
    return { user: null, companion: await companionOf(whichCompanion, request) };
  // Another site's page must not even start a read that belongs to a user.
  if (isCrossSite(request.method, request.headers, originOf(request.headers))) {
    throw new Failure('forbidden', 'This request did not come from this site.');
  }
  if (access === 'operator') {
    await refuseOthers(operator, request);
    return nobody;
  }
  return { user: await sessions.userOf(request), companion: null };
}

async function companionOf(whichCompanion: WhichCompanion, request: Request): Promise<CompanionCaller> {
  const token = bearerOf(request.headers);
  const companion = token === null ? null : await whichCompanion(token);
  if (companion !== null) return companion;
  throw new Failure(
    'unauthenticated',
    'This browser isn’t paired anymore. Pair it again with a new code from Hangtag.',
  );
}

/** Whether the caller's account was erased while the call ran. */
export async function isGone<U>(
  { sessions, whichCompanion }: Recognition<U>,
  request: Request,
  { companion }: Who<U>,
): Promise<boolean> {
  if (companion === null) return (await sessions.userOrNullOf(request)) === null;
  const token = bearerOf(request.headers);
  return token === null || (await whichCompanion(token)) === null;
}

async function refuseOthers(operator: Operator | null, request: Request): Promise<void> {
  const token = operator?.cookie.read(request.headers) ?? null;
  if (token !== null && (await operator?.isSignedIn(token))) return;
  throw new Failure('unauthenticated', 'Sign in with the operator token.');
}

export const accountOf = ({ user, companion }: Who<{ id: string; isGuest?: boolean }>): Caller['account'] => {
  if (companion !== null) return { id: companion.userId, isGuest: companion.isGuest };
  return user && { id: user.id, isGuest: user.isGuest === true };
};

export function callerInput(
  { access, fromExtension }: Route,
  { user, companion }: Who<{ id: string }>,
): Record<string, unknown> {
  if (access === 'public' || access === 'operator') return {};
  if (access === 'companion') return { companion };
  if (!fromExtension) return { user };
  return { user: companion === null ? user : { id: companion.userId }, companion };
}

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
type OperatorCookie = ReturnType<typeof operatorCookie>;

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
