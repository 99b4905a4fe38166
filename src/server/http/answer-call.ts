// Answers the calls of the route table: checks who calls, parses what was sent, runs the handler and writes the reply.
import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import type { Stored } from '#contract/cost.ts';
import type { ClientInfo, FileReply, OpenedSession, Route, RouteTable, Streamed } from '#contract/route.ts';
import { refuseUnconfirmed } from '#domain/account.ts';
import { Failure, type FailureCode } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import { DatabaseAway } from '#domain/ports/database.ts';
import type { Picture } from '#domain/ports/picture-loader.ts';
import type { Env } from './finish-reply.ts';
import { fileReply, jsonTextReply, methodNotAllowed, noStore, pictureReply } from './replies.ts';
import { readJson } from './request/body/body.ts';
import { createUploads, type Upload, type Uploads } from './request/body/uploads.ts';
import type { Budgets, Caller } from './request/budgets.ts';
import { isForwarded, isUnsafe } from './request/cross-site.ts';
import { parseInput, readIdempotencyKey, readQuery, refuseBody, refuseOtherProtocol } from './request/input.ts';
import { accountOf, callerInput, callerOf, isGone, type Recognition, type SignedIn, type Who } from './who-calls.ts';

type SessionCookie = { open(session: OpenedSession, now: Instant): string[]; close(): string[] };

type Handler = (input: Record<string, unknown>) => Promise<unknown>;

type Call = {
  route: Route;
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
export type RefuseFull = (account: { id: string; isGuest: boolean }, stores: Stored) => Promise<void>;

/** Throws `closet_not_connected`. */
export type RefuseUnlinked = (userId: string) => Promise<void>;

type Input = Record<string, unknown>;

/** What every call is answered with. */
type CallContext<U extends SignedIn> = Recognition<U> & {
  addressOf(peer: string, headers: Headers): string;
  budgets: Budgets;
  refuseFull: RefuseFull;
  refuseUnlinked: RefuseUnlinked;
  /** Called when pictures begin to arrive, from a caller who may send them. */
  onPictures(): unknown;
  clock: Clock;
  uploads: Uploads;
};

/** Called with a call and its budget when it is refused because of too many of them. */
export type OnRefused = (call: string, budget: string) => void;

/** What a budget and a full queue answer. */
const tooMany: readonly FailureCode[] = ['too_many_requests', 'busy'];

/** Puts the calls of a route table on the server. Throws if a row has no handler. */
export function mountCalls<U extends SignedIn>(
  app: Hono<Env>,
  { routes, handlers: allHandlers }: { routes: RouteTable; handlers: Readonly<Record<string, unknown>> },
  { onRefused, ...needs }: Omit<CallContext<U>, 'uploads'> & { onRefused: OnRefused },
): void {
  const context = { ...needs, uploads: createUploads() };
  const rows = Object.entries(routes)
    .flatMap(([group, calls]) => Object.entries(calls).map(([name, route]) => ({ group, name, route })))
    .filter(({ route }) => needs.operator !== null || !route.ofOperator)
    // `/api/thing/find` must be matched before `/api/thing/{id}`.
    .sort((one, other) => Number(one.route.path.includes('{')) - Number(other.route.path.includes('{')));
  const methods = new Map<string, string[]>();
  for (const { route } of rows) methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
  for (const { group, name, route } of rows) {
    const handlers = allHandlers[group] as Record<string, Handler> | undefined;
    const handler = handlers?.[name];
    if (!handler) throw new Error(`No handler for ${group}.${name}`);
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(route.method, path, (c) => {
      c.set('route', `${group}.${name}`);
      const answered = answerCall(context, {
        route,
        handler,
        request: c.req.raw,
        params: c.req.param(),
        peer: c.env.peer,
        onUser: (userId) => c.set('userId', userId),
      });
      return answered.catch((refusal: unknown) => {
        if (refusal instanceof Failure && tooMany.includes(refusal.code))
          onRefused(`${group}.${name}`, route.cost.budget);
        throw refusal;
      });
    });
    const allowed = methods.get(route.path) ?? [];
    if (route.method === allowed.at(-1)) app.all(path, () => methodNotAllowed(allowed));
  }
}

async function answerCall<U extends SignedIn>(context: CallContext<U>, call: Call): Promise<Response> {
  const { budgets, clock, onPictures, uploads } = context;
  const { route, request } = call;
  const { cost } = route;
  const client = clientOf(context, call);
  const charge = { client: client.address, isUnsafe: isUnsafe(request.method) };
  budgets.chargeClient(cost, charge);
  const who = await callerOf(context, route, request);
  const account = accountOf(who);
  if (account !== null) call.onUser(account.id);
  budgets.chargeAccount(cost, { ...charge, account });
  if (route.confirmed && who.user !== null) refuseUnconfirmed(who.user, clock.now());
  const input = inputOf(context, call, { who, client });
  const upload = route.pictures
    ? uploads.begin({ account: account?.id ?? client.address, client: client.address })
    : null;
  if (route.pictures) onPictures();
  try {
    if (route.lateBody)
      input.readBody = async (withinMs?: number) => (await readBody(call, {}, { upload: null, withinMs })).body;
    else await readBody(call, input, { upload });
    upload?.complete();
    return await run(context, call, { caller: { client: client.address, account }, input });
  } catch (error) {
    if (error instanceof Failure || error instanceof DatabaseAway || account === null) throw error;
    // If the account was erased in the meantime, its other calls fail in the middle of what they do.
    if (await isGone(context, request, who)) {
      throw new Failure('unauthenticated', 'Sign in to continue.', { cause: error });
    }
    throw error;
  } finally {
    freePictures(input);
    upload?.leave();
  }
}

/** At once: until the next garbage collection, a few analyzed photos would need as much memory as those that wait. */
function freePictures({ pictures }: Input): void {
  for (const { buffer } of Object.values((pictures ?? {}) as Record<string, Uint8Array<ArrayBuffer>>))
    buffer.transfer(0);
}

const clientOf = <U extends SignedIn>(
  { sessions, addressOf }: CallContext<U>,
  { request: { headers }, peer }: Call,
): ClientInfo => ({
  address: addressOf(peer, headers),
  userAgent: (headers.get('user-agent') ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 300),
  forwarded: isForwarded(peer, headers),
  browser: sessions.cookieFor(headers).readBrowser(headers),
});

const cookieOf = <U extends SignedIn>({ operator, sessions }: CallContext<U>, route: Route, { headers }: Request) =>
  route.ofOperator && operator ? operator.cookie : sessions.cookieFor(headers);

function inputOf<U extends SignedIn>(
  context: CallContext<U>,
  { route, request, params }: Call,
  { who, client }: { who: Who<U>; client: ClientInfo },
): Input {
  for (const value of Object.values(params)) {
    if (!/^[\w-]{1,100}$/.test(value)) throw new Failure('not_found', 'This does not exist.');
  }
  const input: Input = { ...params, ...callerInput(route, who) };
  if (route.waits) input.gone = request.signal;
  if (route.query) input.query = parseInput(route.query, readQuery(new URL(request.url).searchParams));
  if (route.client) input.client = client;
  if (route.session === 'close') input.sessionToken = cookieOf(context, route, request).read(request.headers);
  if (route.idempotent) input.idempotencyKey = readIdempotencyKey(request.headers);
  return input;
}

const streamHeaders = { 'content-type': 'application/json; charset=utf-8', ...noStore };

async function run<U extends SignedIn>(
  context: CallContext<U>,
  { route, handler, request }: Call,
  { caller, input }: { caller: Caller; input: Input },
): Promise<Response> {
  const { budgets, clock, refuseFull, refuseUnlinked } = context;
  const { cost } = route;
  if (cost.needsCloset && caller.account) await refuseUnlinked(caller.account.id);
  const giveBack = await budgets.chargeAccepted(cost, caller);
  let leave: (() => void) | null = null;
  let isStreaming = false;
  try {
    if (cost.stores && caller.account) await refuseFull(caller.account, cost.stores);
    leave = await budgets.enter(cost, caller.account?.id ?? caller.client);
    // Nobody would read the stream, and it would end only after its time limit.
    if (route.streamed && request.method === 'HEAD') return new Response(null, { headers: streamHeaders });
    const result = await handler(input);
    if (!route.streamed) return replyOf(route, result, { request, cookie: cookieOf(context, route, request), clock });
    const { stream, ended } = result as Streamed;
    isStreaming = true;
    // Its turn lasts until the last byte.
    void ended.finally(leave);
    return new Response(stream as ReadableStream<Uint8Array>, { headers: streamHeaders });
  } catch (error) {
    if (leave === null || (error instanceof Failure && error.isFree)) await giveBack();
    throw error;
  } finally {
    if (!isStreaming) leave?.();
  }
}

async function readBody(
  { route, request }: Call,
  input: Input,
  { upload, withinMs }: { upload: Upload | null; withinMs?: number | undefined },
): Promise<Input> {
  if (!isUnsafe(request.method)) return input;
  const bounds = { ...route.cost.body, withinMs };
  const { json: given, pictures } = await readJson(request, { ...bounds, pictures: route.pictures ?? [], upload });
  if (route.protocol !== undefined) refuseOtherProtocol(route.protocol, given);
  // Only a missing body counts as an empty object: `null` was sent on purpose, and no call takes it.
  if (route.body) input.body = parseInput(route.body, given === undefined ? {} : given);
  else refuseBody(given);
  if (route.pictures) input.pictures = Object.fromEntries(pictures);
  return input;
}

function replyOf(
  route: Route,
  result: unknown,
  { request, cookie, clock }: { request: Request; cookie: SessionCookie; clock: Clock },
): Response {
  const opened = route.session === 'open' ? (result as { reply: unknown; session: OpenedSession }) : null;
  // Parsed once more on the way out: a field that the row does not name never leaves.
  if (route.picture) return pictureReply(route.reply.parse(result) as Picture);
  if (route.file) return fileReply(route.file, route.reply.parse(result) as FileReply);
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
