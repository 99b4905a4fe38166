// Who makes a call: a signed-in user, a paired browser in the user's place, the operator, or anyone.
import type { CompanionCaller, Route } from '#contract/route.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Caller } from './request/budgets.ts';
import { bearerOf, isCrossSite, type OriginOf } from './request/cross-site.ts';
import type { OperatorCookie, Sessions } from './session.ts';

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
