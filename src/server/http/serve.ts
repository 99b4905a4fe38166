// Serves the product over HTTP: one Hono app made of the route table and its handlers.
import { Hono } from 'hono';
import { eventsPath } from '#contract/activity/activity.ts';
import { reads } from '#contract/cost.ts';
import { paths, sharedPhotoPath, startingPage } from '#contract/pages.ts';
import type { Handlers, RouteTable } from '#contract/route.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import { mountCalls, type OnRefused, type RefuseFull, type RefuseUnlinked } from './answer-call.ts';
import type { Events } from './events/events.ts';
import { type BeginStream, streamInBody, streamOn } from './events/listeners.ts';
import { answerFailures, type Env, finishReplies, type HttpLog } from './finish-reply.ts';
import { guardCalls, guardHost } from './guards.ts';
import type { Health } from './health.ts';
import { type ListeningServer, listen } from './listen.ts';
import { openApi } from './openapi.ts';
import { type Pages, securityHeaders } from './pages/pages.ts';
import { jsonTextReply, methodNotAllowed, noStore } from './replies.ts';
import { createBudgets } from './request/budgets.ts';
import {
  clientAddress,
  isCrossSite,
  isForwarded,
  isLoopback,
  type OriginOf,
  type TrustedProxies,
} from './request/cross-site.ts';
import type { Limits } from './request/limits.ts';
import {
  type Operator,
  operatorCookie,
  readSessions,
  type Sessions,
  type SignedIn,
  type WhichCompanion,
} from './who-calls.ts';

export type ServeOptions<T extends RouteTable, U extends SignedIn> = {
  routes: T;
  handlers: { [G in keyof T]: Handlers<T[G], U> };
  /** The user whose session this token is; null if there is no such session. */
  whoIs: (token: string) => Promise<(U & Pick<SignedIn, 'confirmedAt'>) | null>;
  /** The paired browser whose token this is. Without it there are none. */
  whichCompanion?: WhichCompanion;
  /** Whose operator page this is. Without it, there is none. */
  operator?: Omit<Operator, 'cookie'> | undefined;
  /** Called for each call that a budget refuses. */
  onRefused?: OnRefused;
  publicUrl: URL | null;
  /** Another https address, of a proxy on this computer. Hangtag may learn it while it runs. */
  nearbyUrl?: () => URL | null;
  trustedProxies: TrustedProxies;
  pictureSources?: readonly string[];
  /** Counts scarce calls over all processes. Without it, each process counts them for itself. */
  limits?: Pick<Limits, 'take'>;
  /** Asked before a call that stores rows. */
  refuseFull?: RefuseFull;
  /** Asked before a call that needs a linked closet. */
  refuseUnlinked?: RefuseUnlinked;
  /** Called when pictures begin to arrive. */
  onPictures?: () => unknown;
  /** Multiplies the rate of every budget. */
  budgetFactor?: number;
  events?: Events;
  health?: Health;
  pages?: Pages;
  /** Whom to tell about a vulnerability (RFC 9116). */
  securityTxt?: () => string;
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

/** Throws if a row of the table has no handler. */
export function serve<T extends RouteTable, U extends SignedIn>(options: ServeOptions<T, U>): Server {
  const { routes, handlers, publicUrl, trustedProxies, clock, log, health, whoIs, events, pages } = options;
  const isHttps = publicUrl?.protocol === 'https:';
  const publicOrigin = publicUrl?.origin ?? null;
  const nearby = (given: Headers): URL | null => {
    const url = options.nearbyUrl?.() ?? null;
    return url !== null && given.get('host')?.toLowerCase() === url.host ? url : null;
  };
  const originOf: OriginOf = (given) => nearby(given)?.origin ?? publicOrigin;
  const isSecure = (given: Headers): boolean => originOf(given)?.startsWith('https:') === true;
  const sessions = readSessions({ isSecure, whoIs });
  const headersOf = (isSafe: boolean) =>
    securityHeaders({ isHttps: isSafe, pictureSources: options.pictureSources ?? [], inline: pages?.inline });
  const [plainHeaders, safeHeaders] = [headersOf(false), headersOf(true)];
  const budgets = createBudgets({ clock, limits: options.limits, factor: options.budgetFactor ?? 1 });
  const operator = options.operator ? { ...options.operator, cookie: operatorCookie({ secure: isHttps }) } : null;
  let isDraining = false;
  let server: ListeningServer | null = null;

  const app = new Hono<Env>({ strict: true });
  const addressOf = (peer: string, given: Headers): string =>
    clientAddress(
      peer,
      given.get('x-forwarded-for'),
      isLoopback(peer) && nearby(given) !== null ? nearbyProxy : trustedProxies,
    );
  const headersFor = (given: Headers) => (isSecure(given) ? safeHeaders : plainHeaders);
  finishReplies(app, { sessions, headersFor, health, addressOf, log });
  answerFailures(app, log);
  guardHost(app, options, (given) => nearby(given) !== null);
  guardCalls(app, { routes, originOf, isDraining: () => isDraining });
  mountCalls(
    app,
    { routes, handlers },
    {
      sessions,
      operator,
      whichCompanion: options.whichCompanion ?? (async () => null),
      originOf,
      addressOf,
      budgets,
      refuseFull: options.refuseFull ?? (async () => {}),
      refuseUnlinked: options.refuseUnlinked ?? (async () => {}),
      onPictures: options.onPictures ?? (() => {}),
      onRefused: options.onRefused ?? (() => {}),
      clock,
    },
  );
  mountDescription(app, routes, { hasEvents: events !== undefined });
  const chargeStream = (peer: string, given: Headers): void =>
    budgets.chargeClient(reads, { client: addressOf(peer, given), isUnsafe: false });
  if (events) mountEvents(app, { events, sessions, originOf, charge: chargeStream });
  refuseUnknownCalls(app);
  mountPages(app, { health, pages, securityTxt: options.securityTxt });

  /** `toStream` makes the reply of a stream from its head. */
  const answer = async (
    request: Request,
    peer: string,
    toStream: (head: Response, begin: BeginStream) => Response,
  ): Promise<Response> => {
    const env: Env['Bindings'] = { peer };
    const reply = await app.fetch(request, env);
    return env.begin === undefined ? reply : toStream(reply, env.begin);
  };
  return {
    fetch: (request, peer = '127.0.0.1') => answer(request, peer, streamInBody),
    async listen(port, host) {
      server = await listen(
        (request, { peer, outgoing }) => answer(request, peer, (head, begin) => streamOn(outgoing, head, begin)),
        { port, host },
      );
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

/** The proxy of the nearby address writes the client's address over whatever came. */
const nearbyProxy: TrustedProxies = { kind: 'hops', count: 1 };

function mountDescription(app: Hono<Env>, routes: RouteTable, { hasEvents }: { hasEvents: boolean }): void {
  // It takes 70 ms, and few ask for it.
  let description: string | undefined;
  app.get('/api/openapi.json', () => {
    description ??= JSON.stringify(openApi(routes, { hasEvents }));
    return jsonTextReply(description, 200, noStore);
  });
  app.all('/api/openapi.json', () => methodNotAllowed(['GET']));
}

function mountEvents(
  app: Hono<Env>,
  given: {
    events: Events;
    sessions: Sessions<{ id: string }>;
    originOf: OriginOf;
    charge: (peer: string, headers: Headers) => void;
  },
): void {
  const { events, sessions, originOf, charge } = given;
  app.get(eventsPath, async (c) => {
    c.set('route', 'events');
    charge(c.env.peer, c.req.raw.headers);
    if (isCrossSite('GET', c.req.raw.headers, originOf(c.req.raw.headers))) {
      throw new Failure('forbidden', 'This request did not come from this site.');
    }
    const user = await sessions.userOf(c.req.raw);
    if (c.req.raw.method === 'HEAD') return new Response(null, { headers: noStore });
    c.env.begin = events.connect(user.id, {
      lastEventId: c.req.header('last-event-id') ?? null,
      token: sessions.cookieFor(c.req.raw.headers).read(c.req.raw.headers) ?? '',
    });
    // Without the last one, nginx and similar proxies buffer the reply and delay the events.
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', ...noStore, 'x-accel-buffering': 'no' };
    return new Response(null, { headers });
  });
  app.all(eventsPath, () => methodNotAllowed(['GET']));
}

function refuseUnknownCalls(app: Hono<Env>): void {
  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new Failure('not_found', 'There is no API call at this address.');
    });
  }
}

/** Everything that is no call: probes of monitors, and pages. */
function mountPages(
  app: Hono<Env>,
  asked: { health: Health | undefined; pages: Pages | undefined; securityTxt: (() => string) | undefined },
): void {
  const { health, pages, securityTxt } = asked;
  // Only without a service worker: the photo is not read, and the dashboard says that it didn't arrive.
  app.post(sharedPhotoPath, (c) => c.redirect(`${paths.dashboard}?shared=photo#photo`, 303));
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
    if (securityTxt && path === '/.well-known/security.txt') {
      return new Response(securityTxt(), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    }
    if (path === startingPage) return c.redirect(paths.welcome);
    if (!pages) throw new Failure('not_found', 'There is nothing at this address.');
    return await pages.answer(path, given);
  });
}
