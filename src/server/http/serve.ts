import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Caller, Handlers, OpenedSession, Route, RouteTable } from '#contract/route.ts';
import { eventsPath } from '#contract/schemas/events.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Events } from './events.ts';
import { refusalOf } from './failures.ts';
import type { Health } from './health.ts';
import { type ListeningServer, listen } from './listen.ts';
import { openApi } from './openapi.ts';
import type { Pages } from './pages/pages.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { discardBody, readJson } from './request/body.ts';
import { clientAddress, isLoopback, type TrustedProxies } from './request/client-address.ts';
import { isCrossSite, isForwarded, isUnsafe } from './request/cross-site.ts';
import { createLine } from './request/fair-queue.ts';
import { parseInput, readQuery } from './request/input.ts';
import { sessionCookie } from './session.ts';

export type HttpLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type ServeOptions<T extends RouteTable, U extends { id: string }> = {
  routes: T;
  handlers: { [G in keyof T]: Handlers<T[G], U> };
  /** Whose session a token is; null where it is nobody's any more. */
  whoIs: (token: string) => Promise<U | null>;
  /** The address by which the outside knows this installation, where one is configured. */
  publicUrl: URL | null;
  trustedProxies: TrustedProxies;
  /** Origins that listing photos are loaded from. */
  pictureSources?: readonly string[];
  events?: Events;
  health?: Health;
  pages?: Pages;
  clock: Clock;
  log: HttpLog;
};

export type Server = {
  /** Answers one request, as if it came from `peer`. */
  fetch(request: Request, peer?: string): Promise<Response>;
  listen(port: number, host: string): Promise<{ port: number }>;
  /** Refuses what is new with 503 from now on; `close` ends it. */
  drain(): void;
  close(): Promise<void>;
};

type Handler = (input: Record<string, unknown>) => Promise<unknown>;
type Env = {
  Bindings: { peer: string };
  Variables: { requestId: string; route: string; code: string; userId: string; isLeftUnread: boolean };
};

const usualBodyLimit = 100_000;
const noStore = { 'cache-control': 'no-store' };
/** Photos that are read and looked at together: each may take 8 MB while it comes in. The others wait unread. */
const photoLine = { atOnce: 3, mostWaiting: 40, mostOfOne: 20 } as const;

/** The product over HTTP: one Hono app made of the route table and its handlers. */
export function serve<T extends RouteTable, U extends { id: string }>(options: ServeOptions<T, U>): Server {
  const { publicUrl, trustedProxies, clock, log, health, whoIs, events, pages } = options;
  const isHttps = publicUrl?.protocol === 'https:';
  const publicOrigin = publicUrl?.origin ?? null;
  const cookie = sessionCookie({ secure: isHttps });
  const headers = securityHeaders({
    isHttps,
    pictureSources: options.pictureSources ?? [],
    inline: pages?.inline,
  });
  const app = new Hono<Env>({ strict: true });
  const photosInLine = createLine(photoLine);
  let isDraining = false;
  let server: ListeningServer | null = null;

  const whoMayCall = async (request: Request): Promise<U | null> => {
    const token = cookie.read(request.headers);
    return token === null ? null : await whoIs(token);
  };
  const whoCalls = async (request: Request): Promise<U> => {
    const user = await whoMayCall(request);
    if (user === null) throw new Failure('unauthenticated', 'Please sign in.');
    return user;
  };
  const callerOf = (request: Request, peer: string): Caller => ({
    address: clientAddress(peer, request.headers.get('x-forwarded-for'), trustedProxies),
    userAgent: (request.headers.get('user-agent') ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 300),
    forwarded: isForwarded(peer, request.headers),
  });

  app.use(async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomBytes(12).toString('base64url');
    c.set('requestId', requestId);
    await next();
    const isApi = c.req.path.startsWith('/api/') || c.req.path === '/api';
    c.res.headers.set('x-request-id', requestId);
    // A service worker's script carries the policy that its own calls go by.
    const isOfPages = /^text\/(html|javascript)/.test(c.res.headers.get('content-type') ?? '');
    for (const [name, value] of Object.entries(isOfPages ? headers.page : headers.api)) c.res.headers.set(name, value);
    const ms = Math.round(performance.now() - startedAt);
    const { method } = c.req;
    const { status } = c.res;
    const route = c.get('route') ?? (isApi ? 'unknown' : 'page');
    health?.observe(route, method, status, ms / 1000);
    const told = { requestId, method, route, status, ms, code: c.get('code'), userId: c.get('userId') };
    if (isUnsafe(method) || status >= 400) log.info(told, 'Request');
    else log.debug(told, 'Request');
  });

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const { status, body, retryAfterSeconds } = refusalOf(error, requestId);
    c.set('code', body.error);
    if (status === 500) log.error({ requestId, error }, 'A request crashed');
    const extra: Record<string, string> = { ...noStore };
    if (retryAfterSeconds !== undefined) extra['retry-after'] = String(retryAfterSeconds);
    // What is left of a body that was not read must not be taken for the next request.
    if (status === 413 || status === 503 || c.get('isLeftUnread')) extra.connection = 'close';
    return json(body, status, extra);
  });

  app.use('/api/*', async (c, next) => {
    if (isDraining)
      throw new Failure('shutting_down', 'Hangtag is restarting. Please try again in a moment.', {
        retryAfterMs: 5_000,
      });
    if (isUnsafe(c.req.method) && isCrossSite(c.req.method, c.req.raw.headers, publicOrigin)) {
      throw new Failure('forbidden', 'This request did not come from this site.');
    }
    await next();
  });

  const answer = async (
    route: Route,
    handler: Handler,
    request: Request,
    params: Record<string, string>,
    c: { peer: string; set(userId: string): void },
  ) => {
    const token = cookie.read(request.headers);
    const input: Record<string, unknown> = { ...params };
    let who = c.peer;
    if (route.access === 'user') {
      // A reply that belongs to somebody is not for another site's page to start, harmless as reading may be.
      if (isCrossSite(request.method, request.headers, publicOrigin)) {
        throw new Failure('forbidden', 'This request did not come from this site.');
      }
      const user = await whoCalls(request);
      c.set(user.id);
      who = user.id;
      input.user = user;
    } else if (route.access === 'either') input.user = await whoMayCall(request);
    for (const value of Object.values(params)) {
      if (!/^[\w-]{1,100}$/.test(value)) throw new Failure('not_found', 'This does not exist.');
    }
    if (route.query) input.query = parseInput(route.query, readQuery(new URL(request.url).searchParams));
    const leave = route.pictures ? await photosInLine.enter(who) : null;
    try {
      if (isUnsafe(request.method)) {
        const most = route.bodyLimit ?? usualBodyLimit;
        const { json: given, pictures } = await readJson(request, { most, pictures: route.pictures ?? [] });
        if (route.body) input.body = parseInput(route.body, given ?? {});
        else refuseBody(given);
        if (route.pictures) input.pictures = Object.fromEntries(pictures);
      }
      if (route.client) input.client = callerOf(request, c.peer);
      if (route.session === 'close') input.sessionToken = token;
      if (route.idempotent) input.idempotencyKey = readIdempotencyKey(request.headers);
      return replyOf(route, await handler(input), request);
    } finally {
      leave?.();
    }
  };

  const replyOf = (route: Route, result: unknown, request: Request): Response => {
    const opened = route.session === 'open' ? (result as { reply: unknown; session: OpenedSession }) : null;
    // Parsed once more on the way out: a field that the row does not name never leaves.
    const text = JSON.stringify(route.reply.parse(opened ? opened.reply : result));
    const extra: Record<string, string> = { ...noStore };
    const cookies = opened ? cookie.open(opened.session, clock.now()) : route.session === 'close' ? cookie.close() : [];
    if (route.session === 'close') {
      extra['clear-site-data'] = '"cache", "cookies", "storage"';
    }
    if (route.etag) {
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
      const cached = { 'cache-control': 'private, no-cache', etag };
      const known = request.headers.get('if-none-match');
      if (known?.trim() === '*' || known?.includes(etag)) return new Response(null, { status: 304, headers: cached });
      Object.assign(extra, cached);
    }
    const reply = jsonText(text, route.status ?? 200, extra);
    for (const one of cookies) reply.headers.append('set-cookie', one);
    return reply;
  };

  const rows = Object.entries(options.routes)
    .flatMap(([group, calls]) => Object.entries(calls).map(([name, route]) => ({ group, name, route })))
    // A fixed path comes before one with a parameter that would take it too.
    .sort((one, other) => Number(one.route.path.includes('{')) - Number(other.route.path.includes('{')));
  const methods = new Map<string, string[]>();
  for (const { route } of rows) methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
  for (const { group, name, route } of rows) {
    const handlers = options.handlers[group] as Record<string, Handler> | undefined;
    const handler = handlers?.[name];
    if (!handler) throw new Error(`No handler for ${group}.${name}`);
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(route.method, path, (c) => {
      c.set('route', `${group}.${name}`);
      const answered = answer(route, handler, c.req.raw, c.req.param(), {
        peer: c.env.peer,
        set: (userId) => c.set('userId', userId),
      });
      if (!route.pictures) return answered;
      return answered.catch(async (refusal: unknown) => {
        c.set('isLeftUnread', !(await discardBody(c.req.raw, route.bodyLimit ?? usualBodyLimit)));
        throw refusal;
      });
    });
    const allowed = methods.get(route.path) ?? [];
    if (route.method === allowed.at(-1)) app.all(path, () => notAllowed(allowed));
  }

  const page = jsonText(JSON.stringify(openApi(options.routes)), 200, noStore);
  app.get('/api/openapi.json', () => page.clone());
  app.all('/api/openapi.json', () => notAllowed(['GET']));

  if (events) {
    app.get(eventsPath, async (c) => {
      c.set('route', 'events');
      if (isCrossSite('GET', c.req.raw.headers, publicOrigin)) {
        throw new Failure('forbidden', 'This request did not come from this site.');
      }
      const user = await whoCalls(c.req.raw);
      if (c.req.raw.method === 'HEAD') return new Response(null, { headers: noStore });
      const token = cookie.read(c.req.raw.headers) ?? '';
      const response = events.connect(user.id, {
        lastEventId: c.req.header('last-event-id') ?? null,
        isStillSignedIn: async () => (await whoIs(token)) !== null,
      });
      response.headers.set('cache-control', 'no-store');
      return response;
    });
    app.all(eventsPath, () => notAllowed(['GET']));
  }

  app.all('/api/*', () => {
    throw new Failure('not_found', 'There is no such call.');
  });
  app.all('/api', () => {
    throw new Failure('not_found', 'There is no such call.');
  });

  app.all('*', async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return notAllowed(['GET']);
    const { path } = c.req;
    const { headers: given } = c.req.raw;
    const isNear = isLoopback(c.env.peer) && !isForwarded(c.env.peer, given);
    const told = await health?.answer(path, { headers: given, isLoopback: isNear });
    if (told) {
      c.set('route', path.slice(1));
      return told;
    }
    if (!pages) throw new Failure('not_found', 'There is nothing here.');
    return await pages.answer(path, given);
  });

  const fetch = async (request: Request, peer = '127.0.0.1') => app.fetch(request, { peer });
  return {
    fetch,
    async listen(port, host) {
      server = await listen(fetch, { port, host });
      return { port: server.port };
    },
    drain() {
      isDraining = true;
    },
    async close() {
      isDraining = true;
      events?.close();
      await server?.close();
    },
  };
}

function json(value: unknown, status: number, headers: Record<string, string>): Response {
  return jsonText(JSON.stringify(value), status, headers);
}

function jsonText(text: string, status: number, headers: Record<string, string>): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });
}

function notAllowed(methods: readonly string[]): Response {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const body = { error: 'method_not_allowed', message: `This address answers ${allow} only.` };
  return json(body, 405, { ...noStore, allow });
}

/** A call without a payload takes none; an empty object is what some clients send for nothing. */
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
