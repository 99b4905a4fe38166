// Answers one call of the route table: checks who calls, parses what was sent, runs the handler and writes the reply.
import { createHash } from 'node:crypto';
import type { Cost } from '#contract/cost.ts';
import type { ClientInfo, CompanionCaller, OpenedSession, Route, Streamed } from '#contract/route.ts';
import { confirmationLifeMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Picture } from '#domain/ports/picture-loader.ts';
import { jsonTextReply, noStore, pictureReply } from './replies.ts';
import { readJson } from './request/body.ts';
import type { Budgets, Caller } from './request/budgets.ts';
import { clientAddress, type TrustedProxies } from './request/client-address.ts';
import { bearerOf, isCrossSite, isForwarded, isUnsafe } from './request/cross-site.ts';
import { parseInput, readQuery } from './request/input.ts';
import { createReadingPlaces } from './request/reading-places.ts';
import type { OperatorCookie, Sessions } from './session.ts';

/** Sets and clears a cookie of a session. */
type SessionCookie = { open(session: OpenedSession, now: Instant): string[]; close(): string[] };

export type Handler = (input: Record<string, unknown>) => Promise<unknown>;

export type Call = {
  route: Route;
  cost: Cost;
  handler: Handler;
  request: Request;
  /** The values of the path's `{name}` segments. */
  params: Record<string, string>;
  /** The address at the other end of the connection. */
  peer: string;
  /** Called as soon as the user is known, before the handler runs. */
  onUser(userId: string): void;
};

/** Throws `storage_full`. */
export type RefuseFull = (account: { id: string; isGuest: boolean }) => Promise<void>;

/** The paired browser whose token this is; null if there is no such browser. */
export type WhichCompanion = (token: string) => Promise<CompanionCaller | null>;

/** Who may see the operator page, by the cookie of a request. */
export type Operator = { cookie: OperatorCookie; isSignedIn(token: string): Promise<boolean> };

type Input = Record<string, unknown>;
/** Who calls: a signed-in user, or a paired browser in the user's place, or neither. */
type Who<U> = { user: U | null; companion: CompanionCaller | null };

/** `confirmedAt`: when the user last proved in this session who they are. */
export type Known = { id: string; isGuest?: boolean; confirmedAt?: Instant | null };

export function createAnswerCall<U extends Known>({
  sessions,
  operator,
  whichCompanion,
  publicOrigin,
  trustedProxies,
  budgets,
  refuseFull,
  onPictures,
  clock,
}: {
  sessions: Sessions<U>;
  /** null: the operator page is off, and its rows are not served. */
  operator: Operator | null;
  whichCompanion: WhichCompanion;
  publicOrigin: string | null;
  trustedProxies: TrustedProxies;
  budgets: Budgets;
  refuseFull: RefuseFull;
  /** Called when pictures begin to arrive, from a caller who may send them. */
  onPictures(): unknown;
  clock: Clock;
}): (call: Call) => Promise<Response> {
  const reading = createReadingPlaces();

  const callerOf = (request: Request, peer: string): ClientInfo => ({
    address: clientAddress(peer, request.headers.get('x-forwarded-for'), trustedProxies),
    userAgent: (request.headers.get('user-agent') ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 300),
    forwarded: isForwarded(peer, request.headers),
    browser: sessions.cookie.readBrowser(request.headers),
  });

  /** Throws `confirmation_required`. A demo account has no password to prove anything with. */
  const refuseUnconfirmed = (user: U): void => {
    if (user.isGuest || clock.now() - (user.confirmedAt ?? Number.NEGATIVE_INFINITY) < confirmationLifeMs) return;
    throw new Failure('confirmation_required', 'Confirm it’s you, then try again.');
  };

  const companionOf = async (request: Request): Promise<CompanionCaller> => {
    const token = bearerOf(request.headers);
    const companion = token === null ? null : await whichCompanion(token);
    if (companion !== null) return companion;
    throw new Failure(
      'unauthenticated',
      'This browser isn’t paired anymore. Pair it again with a new code from Hangtag.',
    );
  };

  /** The caller that the row asks for. A token and a cookie are never mixed. Throws `unauthenticated`. */
  const whoCalls = async ({ route, request }: Call): Promise<Who<U>> => {
    const { access, fromExtension } = route;
    if (access === 'public') return { user: null, companion: null };
    if (access === 'either') return { user: await sessions.userOrNullOf(request), companion: null };
    if (access === 'companion' || (fromExtension && request.headers.has('authorization')))
      return { user: null, companion: await companionOf(request) };
    // Another site's page must not even start a read that belongs to a user.
    if (isCrossSite(request.method, request.headers, publicOrigin)) {
      throw new Failure('forbidden', 'This request did not come from this site.');
    }
    if (access === 'operator') {
      await refuseOthers(operator, request);
      return { user: null, companion: null };
    }
    return { user: await sessions.userOf(request), companion: null };
  };

  /** Whether the caller's account was erased while the call ran. */
  const isGone = async (request: Request, { companion }: Who<U>): Promise<boolean> => {
    if (companion === null) return (await sessions.userOrNullOf(request)) === null;
    const token = bearerOf(request.headers);
    return token === null || (await whichCompanion(token)) === null;
  };

  const readBody = async ({ route, cost, request }: Call, input: Input): Promise<void> => {
    if (!isUnsafe(request.method)) return;
    const { json: given, pictures } = await readJson(request, { ...cost.body, pictures: route.pictures ?? [] });
    if (route.protocol !== undefined) refuseOtherProtocol(route.protocol, given);
    // Only a missing body counts as an empty object: `null` was sent on purpose, and no call takes it.
    if (route.body) input.body = parseInput(route.body, given === undefined ? {} : given);
    else refuseBody(given);
    if (route.pictures) input.pictures = Object.fromEntries(pictures);
  };

  const cookieOf = (route: Route) => (route.ofOperator && operator ? operator.cookie : sessions.cookie);

  /** Counts the call, waits for a place, and runs it. */
  const run = async ({ route, cost, handler, request }: Call, caller: Caller, input: Input): Promise<Response> => {
    const giveBack = await budgets.chargeAccepted(cost, caller);
    if (cost.stores && caller.account) await refuseFull(caller.account);
    const leave = await budgets.enter(cost, caller.account?.id ?? caller.client);
    let isStreaming = false;
    try {
      const result = await handler(input);
      if (!route.streamed) return replyOf(route, result, { request, cookie: cookieOf(route), clock });
      const { stream, ended } = result as Streamed;
      isStreaming = true;
      // The place is taken until the last byte.
      void ended.finally(leave);
      return new Response(stream as ReadableStream<Uint8Array>, {
        headers: { 'content-type': 'application/json; charset=utf-8', ...noStore },
      });
    } catch (error) {
      if (error instanceof Failure && error.isFree) await giveBack();
      throw error;
    } finally {
      if (!isStreaming) leave();
    }
  };

  return async (call) => {
    const { route, cost, request, params, peer } = call;
    const client = callerOf(request, peer);
    const charge = { client: client.address, isUnsafe: isUnsafe(request.method) };
    budgets.chargeClient(cost, charge);
    const who = await whoCalls(call);
    const account = accountOf(who);
    if (account !== null) call.onUser(account.id);
    budgets.chargeAccount(cost, { ...charge, account });
    if (route.confirmed && who.user !== null) refuseUnconfirmed(who.user);
    for (const value of Object.values(params)) {
      if (!/^[\w-]{1,100}$/.test(value)) throw new Failure('not_found', 'This does not exist.');
    }
    const input: Input = { ...params };
    Object.assign(input, callerInput(route, who));
    if (route.waits) input.gone = request.signal;
    if (route.query) input.query = parseInput(route.query, readQuery(new URL(request.url).searchParams));
    if (route.client) input.client = client;
    if (route.session === 'close') input.sessionToken = cookieOf(route).read(request.headers);
    if (route.idempotent) input.idempotencyKey = readIdempotencyKey(request.headers);
    const leave = route.pictures
      ? reading.take({ account: account?.id ?? client.address, client: client.address })
      : null;
    if (route.pictures) onPictures();
    try {
      await readBody(call, input);
      return await run(call, { client: client.address, account }, input);
    } catch (error) {
      if (error instanceof Failure || account === null) throw error;
      // Erasing an account pulls the ground from under its other calls.
      if (await isGone(request, who)) {
        throw new Failure('unauthenticated', 'Sign in to continue.', { cause: error });
      }
      throw error;
    } finally {
      leave?.();
    }
  };
}

async function refuseOthers(operator: Operator | null, request: Request): Promise<void> {
  const token = operator?.cookie.read(request.headers) ?? null;
  if (token !== null && (await operator?.isSignedIn(token))) return;
  throw new Failure('unauthenticated', 'Sign in with the operator token.');
}

const accountOf = ({ user, companion }: Who<{ id: string; isGuest?: boolean }>): Caller['account'] => {
  if (companion !== null) return { id: companion.userId, isGuest: companion.isGuest };
  return user && { id: user.id, isGuest: user.isGuest === true };
};

/** The caller, as the handler gets it. */
function callerInput({ access, fromExtension }: Route, { user, companion }: Who<{ id: string }>): Input {
  if (access === 'public' || access === 'operator') return {};
  if (access === 'companion') return { companion };
  if (!fromExtension) return { user };
  return { user: companion === null ? user : { id: companion.userId }, companion };
}

/** Before the rest of the body is read: another version may send other fields. */
function refuseOtherProtocol(ours: number, given: unknown): void {
  const theirs = typeof given === 'object' && given !== null && 'protocol' in given ? given.protocol : undefined;
  if (typeof theirs !== 'number' || theirs === ours) return;
  throw new Failure(
    'other_version',
    theirs < ours
      ? 'This companion is too old for this Hangtag server. Update the companion in your browser.'
      : 'This Hangtag server is too old for this companion. Ask your administrator to update Hangtag.',
  );
}

function replyOf(
  route: Route,
  result: unknown,
  { request, cookie, clock }: { request: Request; cookie: SessionCookie; clock: Clock },
): Response {
  const opened = route.session === 'open' ? (result as { reply: unknown; session: OpenedSession }) : null;
  // Parsed once more on the way out: a field that the row does not name never leaves.
  if (route.picture) return pictureReply(route.reply.parse(result) as Picture);
  const text = JSON.stringify(route.reply.parse(opened ? opened.reply : result));
  const headers: Record<string, string> = { ...noStore };
  // The session's own cookies are cleared below. The browser's stays, or each sign-in would come from a new browser.
  if (route.session === 'close' && !route.ofOperator) headers['clear-site-data'] = '"cache", "storage"';
  if (route.etag) {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    const cached = { 'cache-control': 'private, no-cache', etag };
    const known = request.headers.get('if-none-match');
    if (known?.trim() === '*' || known?.includes(etag)) return new Response(null, { status: 304, headers: cached });
    Object.assign(headers, cached);
  }
  const reply = jsonTextReply(text, route.status ?? 200, headers);
  const cookies = opened ? cookie.open(opened.session, clock.now()) : route.session === 'close' ? cookie.close() : [];
  for (const one of cookies) reply.headers.append('set-cookie', one);
  return reply;
}

/** A call without a body schema takes no fields. `{}` and `null` pass: some clients send them for "nothing". */
function refuseBody(given: unknown): void {
  if (given === undefined || given === null) return;
  const keys = typeof given === 'object' && !Array.isArray(given) ? Object.keys(given) : null;
  if (keys?.length === 0) return;
  throw new Failure('invalid_input', 'This call takes no fields.', {
    fields: Object.fromEntries(
      (keys ?? []).slice(0, 20).map((key) => [key.slice(0, 60), 'There is no such field here']),
    ),
  });
}

function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new Failure('invalid_input', 'An Idempotency-Key is 1 to 200 plain characters.');
}
