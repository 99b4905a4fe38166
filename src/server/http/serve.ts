// Serves the product over HTTP: one Hono app made of the route table and its handlers.
import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Handlers, RouteTable } from '#contract/route.ts';
import { eventsPath } from '#contract/schemas/events.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import { createAnswerCall, type Handler, usualBodyLimit } from './answer-call.ts';
import type { Events } from './events.ts';
import { refusalOf } from './failures.ts';
import type { Health } from './health.ts';
import { type ListeningServer, listen } from './listen.ts';
import { openApi } from './openapi.ts';
import type { Pages } from './pages/pages.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { jsonReply, jsonTextReply, methodNotAllowed, noStore } from './replies.ts';
import { discardBody } from './request/body.ts';
import { isLoopback, type TrustedProxies } from './request/client-address.ts';
import { isCrossSite, isForwarded, isUnsafe } from './request/cross-site.ts';
import { readSessions } from './session.ts';

type HttpLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type ServeOptions<T extends RouteTable, U extends { id: string }> = {
  routes: T;
  handlers: { [G in keyof T]: Handlers<T[G], U> };
  /** The user whose session this token is; null where there is no such session. */
  whoIs: (token: string) => Promise<U | null>;
  /** The configured public address of this installation. */
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
  /** Refuses new calls with 503 from now on. */
  drain(): void;
  close(): Promise<void>;
};

type Env = {
  Bindings: { peer: string };
  Variables: { requestId: string; route: string; code: string; userId: string; isLeftUnread: boolean };
};

/** Throws where a row of the table has no handler. */
export function serve<T extends RouteTable, U extends { id: string }>(options: ServeOptions<T, U>): Server {
  const { publicUrl, trustedProxies, clock, log, health, whoIs, events, pages } = options;
  const isHttps = publicUrl?.protocol === 'https:';
  const publicOrigin = publicUrl?.origin ?? null;
  const sessions = readSessions({ secure: isHttps, whoIs });
  const headers = securityHeaders({
    isHttps,
    pictureSources: options.pictureSources ?? [],
    inline: pages?.inline,
  });
  const app = new Hono<Env>({ strict: true });
  const answerCall = createAnswerCall({ sessions, publicOrigin, trustedProxies, clock });
  let isDraining = false;
  let server: ListeningServer | null = null;

  /**
   * Pages choose their buttons by the hint. Where the browser lost it and the session still holds, it is set again: on every
   * page, because the page's script reads it at once, and on every call that found the user.
   */
  const giveHintBack = async (c: Context<Env>, isHtml: boolean) => {
    const { headers: given } = c.req.raw;
    if (sessions.cookie.hasHint(given) || sessions.cookie.read(given) === null || c.res.headers.has('set-cookie'))
      return;
    const isUsers = c.get('userId') !== undefined;
    if (!isUsers && !isHtml) return;
    // A page is shown even where the database cannot say whose session it is.
    if (!isUsers && (await sessions.userOrNullOf(c.req.raw).catch(() => null)) === null) return;
    c.res.headers.append('set-cookie', sessions.cookie.hintAgain());
    // A shared cache must not keep a page together with somebody's cookie.
    if (isHtml && c.res.headers.get('cache-control') !== 'no-store')
      c.res.headers.set('cache-control', 'private, no-cache');
  };

  app.use(async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomBytes(12).toString('base64url');
    c.set('requestId', requestId);
    await next();
    const isApi = c.req.path.startsWith('/api/') || c.req.path === '/api';
    c.res.headers.set('x-request-id', requestId);
    const type = c.res.headers.get('content-type') ?? '';
    await giveHintBack(c, type.startsWith('text/html'));
    // A service worker goes by the policy that came with its own script.
    const isOfPages = /^text\/(html|javascript)/.test(type);
    for (const [name, value] of Object.entries(isOfPages ? headers.page : headers.api)) c.res.headers.set(name, value);
    const ms = Math.round(performance.now() - startedAt);
    const { method } = c.req;
    const { status } = c.res;
    const route = c.get('route') ?? (isApi ? 'unknown' : 'page');
    health?.observe(route, method, status, ms / 1000);
    const facts = { requestId, method, route, status, ms, code: c.get('code'), userId: c.get('userId') };
    if (isUnsafe(method) || status >= 400) log.info(facts, 'Request');
    else log.debug(facts, 'Request');
  });

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const { status, body, retryAfterSeconds } = refusalOf(error, requestId);
    c.set('code', body.error);
    if (status === 500) log.error({ requestId, error }, 'Request crashed');
    const extra: Record<string, string> = { ...noStore };
    if (retryAfterSeconds !== undefined) extra['retry-after'] = String(retryAfterSeconds);
    // The rest of an unread body must not be taken for the next request.
    if (status === 413 || status === 503 || c.get('isLeftUnread')) extra.connection = 'close';
    return jsonReply(body, status, extra);
  });

  app.use('/api/*', async (c, next) => {
    if (isDraining)
      throw new Failure('shutting_down', 'Hangtag is restarting. Try again in a moment.', {
        retryAfterMs: 5_000,
      });
    if (isUnsafe(c.req.method) && isCrossSite(c.req.method, c.req.raw.headers, publicOrigin)) {
      throw new Failure('forbidden', 'This request did not come from this site.');
    }
    await next();
  });

  const rows = Object.entries(options.routes)
    .flatMap(([group, calls]) => Object.entries(calls).map(([name, route]) => ({ group, name, route })))
    // `/api/thing/find` must be matched before `/api/thing/{id}`.
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
      const answered = answerCall({
        route,
        handler,
        request: c.req.raw,
        params: c.req.param(),
        peer: c.env.peer,
        onUser: (userId) => c.set('userId', userId),
      });
      if (!route.pictures) return answered;
      return answered.catch(async (refusal: unknown) => {
        c.set('isLeftUnread', !(await discardBody(c.req.raw, route.bodyLimit ?? usualBodyLimit)));
        throw refusal;
      });
    });
    const allowed = methods.get(route.path) ?? [];
    if (route.method === allowed.at(-1)) app.all(path, () => methodNotAllowed(allowed));
  }

  const description = JSON.stringify(openApi(options.routes, { hasEvents: events !== undefined }));
  app.get('/api/openapi.json', () => jsonTextReply(description, 200, noStore));
  app.all('/api/openapi.json', () => methodNotAllowed(['GET']));

  if (events) {
    app.get(eventsPath, async (c) => {
      c.set('route', 'events');
      if (isCrossSite('GET', c.req.raw.headers, publicOrigin)) {
        throw new Failure('forbidden', 'This request did not come from this site.');
      }
      const user = await sessions.userOf(c.req.raw);
      if (c.req.raw.method === 'HEAD') return new Response(null, { headers: noStore });
      const response = events.connect(user.id, {
        lastEventId: c.req.header('last-event-id') ?? null,
        isStillSignedIn: async () => (await sessions.userOrNullOf(c.req.raw)) !== null,
      });
      response.headers.set('cache-control', 'no-store');
      return response;
    });
    app.all(eventsPath, () => methodNotAllowed(['GET']));
  }

  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new Failure('not_found', 'There is no such call.');
    });
  }

  app.all('*', async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return methodNotAllowed(['GET']);
    const { path } = c.req;
    const { headers: given } = c.req.raw;
    const isNear = isLoopback(c.env.peer) && !isForwarded(c.env.peer, given);
    const healthReply = await health?.answer(path, { headers: given, isLoopback: isNear });
    if (healthReply) {
      c.set('route', path.slice(1));
      return healthReply;
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
