// Answers the probes of load balancers and monitors: `/healthz`, `/readyz` and `/metrics`.
import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';

const readyForMs = 2_000;
const text = (body: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(`${body}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });

/**
 * `ready` throws if the database does not answer. It is called at most every two seconds, however often probes come.
 * `isStopping` turns readiness off before the server stops, so that a load balancer sends no new requests.
 */
export function createHealth(needs: {
  ready: () => Promise<void>;
  isStopping?: () => boolean;
  metricsToken?: string | undefined;
  clock: Clock;
}) {
  const { ready, isStopping = () => false, metricsToken, clock } = needs;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to its reply.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });

  let last: { at: number; answer: Promise<boolean> } | null = null;
  const isReady = (): Promise<boolean> => {
    const now = clock.now();
    if (last === null || now - last.at >= readyForMs || now < last.at) {
      last = {
        at: now,
        answer: ready().then(
          () => true,
          () => false,
        ),
      };
    }
    return last.answer;
  };

  return {
    /** Other parts register their metrics here. No label ever contains a user id. */
    registry,
    observe: (route: string, method: string, status: number, seconds: number): void =>
      durations.observe({ route, method, status }, seconds),
    /** null for any other path. */
    async answer(
      path: string,
      { headers, isLoopback }: { headers: Headers; isLoopback: boolean },
    ): Promise<Response | null> {
      if (path === '/healthz') return text('ok');
      if (path === '/readyz') return !isStopping() && (await isReady()) ? text('ready') : text('not ready', 503);
      if (path !== '/metrics') return null;
      if (metricsToken !== undefined && hasToken(headers, metricsToken)) return await metrics(registry);
      if (isLoopback) return await metrics(registry);
      return metricsToken === undefined
        ? text('Not found', 404)
        : text('Unauthorized', 401, { 'www-authenticate': 'Bearer' });
    },
  };
}

export type Health = ReturnType<typeof createHealth>;

const metrics = async (registry: Registry) =>
  text(await registry.metrics(), 200, { 'content-type': registry.contentType });

function hasToken(headers: Headers, expected: string): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  const hash = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/** One Prometheus counter for each button, and nothing about who clicked. If counting is off, the call is answered with 404. */
export function visitsHttp(given: { registry: Registry; isOn: boolean }): Handlers<typeof routes.visits, unknown> {
  const counted = given.isOn
    ? new Counter({
        name: 'hangtag_page_clicks_total',
        help: 'Clicks on the buttons of the public pages.',
        labelNames: ['click'],
        registers: [given.registry],
      })
    : null;
  return {
    async clicked({ body }) {
      if (counted === null) throw new Failure('not_found', 'Clicks are not counted here.');
      counted.inc({ click: body.click });
      return { message: 'Counted.' };
    },
  };
}
