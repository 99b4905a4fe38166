// Security checks of headers, of calls without a session, and of made-up requests, on a running Hangtag.
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { type Checks, registerSeller } from './running-server.ts';

const calls: readonly Route[] = Object.values(routes).flatMap((group): Route[] => Object.values(group));
const addressOf = ({ path }: Route): string => path.replace(/[:{]\w+\}?/g, '1');
const pages =
  '/ /landing /how-it-works /blog /auth /dashboard /market-analysis /numbers /sales /operator /nowhere'.split(' ');

/** What every page's policy must say. */
const directives =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'".split('; ');

/** These count no cookie, and tell a page by its `Origin`, which browsers send with every change that a page makes. */
const isOnlyForExtensions = ({ access, fromExtension }: Route): boolean =>
  fromExtension === true && access !== 'user' && access !== 'either';

const privatePlaces = ['/.env', '/.git/config', '/secret.key', '/data/secret.key', '/..%2fsecret.key', '/package.json'];
const internalPlaces = ['/admin', '/docs', '/openapi.json', '/debug', '/server-status', '/src/server/main.ts'];

export const replyChecks = {
  async 'every other call answers 401 without a session'(server) {
    const open: string[] = [];
    for (const route of calls.filter(({ access }) => access === 'user' || access === 'operator')) {
      const body = route.method === 'GET' ? undefined : {};
      const { status } = await server.call(addressOf(route), { method: route.method, body });
      if (status !== 401) open.push(`${route.method} ${route.path} (${status})`);
    }
    const live = await server.call('/api/events');
    if (live.status !== 401) open.push(`GET /api/events (${live.status})`);
    return open.length === 0 ? null : `answered otherwise: ${open.join(', ')}`;
  },

  async 'every page has a strict content security policy'(server) {
    for (const page of pages) {
      const { headers } = await server.ask(page);
      const policy = String(headers['content-security-policy']).split('; ');
      const missing = directives.filter((wanted) => !policy.includes(wanted));
      if (missing.length > 0) return `${page} lacks ${missing.join('; ')}`;
      const scripts = policy.filter((part) => /^(script|style|connect)-src/.test(part)).join(' ');
      if (/unsafe|https?:|\*|data:/.test(scripts)) return `${page} allows ${scripts}`;
      if (/127\.0\.0\.1|localhost/.test(policy.join()))
        return `${page} names a port of this machine: ${policy.join('; ')}`;
      if (headers['x-frame-options'] !== 'DENY') return `${page} can be framed by old browsers`;
    }
    return null;
  },

  async 'every reply has the security headers'(server) {
    for (const place of [...pages, '/api/user', '/api/nothing', '/assets/none.js']) {
      const { headers } = await server.ask(place);
      if (headers['x-content-type-options'] !== 'nosniff') return `${place} lets browsers guess its type`;
      if (!['no-referrer', 'strict-origin'].includes(String(headers['referrer-policy'])))
        return `${place} is passed on`;
      const seconds = Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1] ?? 0);
      if (seconds < 31_536_000 || !String(headers['strict-transport-security']).includes('includeSubDomains'))
        return `${place} does not ask for https`;
      if (headers.server !== undefined || headers['x-powered-by'] !== undefined) return `${place} names the software`;
    }
    return null;
  },

  async 'every change that another site causes is refused'(server) {
    const cookie = await registerSeller(server, 'visited@example.com');
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://shop.hangtag.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const route of calls.filter(({ method }) => method !== 'GET'))
      for (const headers of foreign.filter(({ origin }) => origin !== undefined || !isOnlyForExtensions(route))) {
        const { status } = await server.ask(addressOf(route), {
          method: route.method,
          headers: { cookie, ...headers },
        });
        if (status !== 403)
          return `${route.method} ${route.path} from ${Object.values(headers)} is answered with ${status}`;
      }
    return null;
  },

  async 'no reply allows another origin'(server) {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const place of [...pages, ...calls.map(addressOf)])
      for (const method of ['GET', 'OPTIONS']) {
        const reply = await server.ask(place, { method, headers });
        if (reply.headers['access-control-allow-origin'] !== undefined)
          return `${method} ${place} allows another origin`;
      }
    return null;
  },

  async 'files of the server are not served'(server) {
    for (const place of [...privatePlaces, ...internalPlaces]) {
      const { status } = await server.ask(place);
      if (status !== 404) return `${place} is answered with ${status}`;
    }
    return null;
  },

  async 'no address of ours names a page to go to'(server) {
    const foreign = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'];
    for (const page of ['/auth', '/', '/dashboard'])
      for (const target of foreign)
        for (const name of ['next', 'return', 'redirect', 'url']) {
          const { status, headers, text } = await server.ask(`${page}?${name}=${encodeURIComponent(target)}`);
          if (status >= 300 || headers.location !== undefined) return `${page}?${name}= leads to ${headers.location}`;
          if (text.includes('evil.example')) return `${page} contains what its address says`;
        }
    return null;
  },

  async 'security.txt is served'(server) {
    const { status, text } = await server.ask('/.well-known/security.txt');
    const has = /^Contact: /m.test(text) && /^Expires: /m.test(text);
    return status === 200 && has ? null : `it is answered with ${status}`;
  },

  async 'a daily limit outside its bounds is refused'(server) {
    const cookie = await registerSeller(server, 'limits@example.com');
    const set = (limit: string) =>
      server.call('/api/bot/settings', { method: 'PUT', body: `{"dailyShareLimit":${limit}}`, headers: { cookie } });
    for (const limit of ['0', '49', '50001', '1e9', '-1', '50.5', '"10000"', 'null', '[100]']) {
      const { status, text } = await set(limit);
      if (status !== 400) return `${limit} is answered with ${status}: ${text}`;
    }
    const { status } = await set('50');
    return status === 200 ? null : `50 is answered with ${status}`;
  },

  async 'a price that is no whole number of dollars is refused'(server) {
    const cookie = await registerSeller(server, 'prices@example.com');
    for (const price of ['0', '-1', '1e99', '"12"', '12.345', 'null', '[40]', '{}', 'true', 'NaN']) {
      const ask = { method: 'PATCH', body: `{"price":${price}}`, headers: { cookie } };
      const { status, text } = await server.call('/api/listings/1/price', ask);
      if (status !== 400) return `${price} is answered with ${status}: ${text}`;
    }
    return null;
  },
} satisfies Checks;
