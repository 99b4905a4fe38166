// Refuses requests that another site caused, and calls while the server stops.
import type { Hono } from 'hono';
import type { RouteTable } from '#contract/route.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Env, HttpLog } from './finish-reply.ts';
import {
  isAtUnsafeAddress,
  isCrossSite,
  isForeignPage,
  isOwnHost,
  isUnsafe,
  type OriginOf,
  type TrustedProxies,
} from './request/cross-site.ts';

const anHourMs = 3_600_000;

type HostRules = { publicUrl: URL | null; trustedProxies: TrustedProxies; clock: Clock; log: HttpLog };

/** Refuses what a foreign page could send through a name of its own, and warns if a proxy is in front that nobody trusts. */
export function guardHost(
  app: Hono<Env>,
  { publicUrl, trustedProxies, clock, log }: HostRules,
  isNearby: (headers: Headers) => boolean,
): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  app.use(async (c, next) => {
    const { headers } = c.req.raw;
    const isProbe = ['/healthz', '/readyz', '/metrics'].includes(c.req.path);
    const isOther = !isNearby(headers);
    if (!isProbe && isOther && !isOwnHost(headers.get('host') ?? new URL(c.req.url).host, publicUrl)) {
      throw new Failure(
        'wrong_host',
        'Hangtag doesn’t know this address. If it is yours, set PUBLIC_URL to it and start Hangtag again.',
      );
    }
    if (
      isOther &&
      trustedProxies.kind === 'none' &&
      headers.has('x-forwarded-for') &&
      clock.now() - warnedAt >= anHourMs
    ) {
      warnedAt = clock.now();
      log.warn?.(
        {},
        'Requests come through a proxy that Hangtag does not trust, so all visitors count as one. If the proxy is yours, set TRUST_PROXY',
      );
    }
    await next();
  });
}

/** Refuses calls while the server stops, and calls that another site made the browser send. */
export function guardCalls(
  app: Hono<Env>,
  { routes, originOf, isDraining }: { routes: RouteTable; originOf: OriginOf; isDraining: () => boolean },
): void {
  const ofExtensions = Object.values(routes)
    .flatMap((calls) => Object.values(calls))
    .filter(({ fromExtension }) => fromExtension);
  /** An extension's call counts no cookie: it has a token, or asks for one with a code. */
  const isFromExtension = ({ method, headers, url }: Request): boolean => {
    const route = ofExtensions.find((one) => one.method === method && one.path === new URL(url).pathname);
    return route !== undefined && (route.access !== 'user' || headers.has('authorization'));
  };
  app.use('/api/*', async (c, next) => {
    if (isDraining())
      throw new Failure('shutting_down', 'Hangtag is restarting. Try again in a moment.', {
        retryAfterMs: 5_000,
      });
    const { method, headers } = c.req.raw;
    const publicOrigin = originOf(headers);
    if (isUnsafe(method) && isAtUnsafeAddress(headers, publicOrigin)) {
      throw new Failure(
        'wrong_host',
        `This address isn’t secure, so your browser can’t stay signed in here. Open Hangtag at ${publicOrigin}.`,
      );
    }
    const isForeign = isFromExtension(c.req.raw)
      ? isForeignPage(headers, publicOrigin)
      : isUnsafe(method) && isCrossSite(method, headers, publicOrigin);
    if (isForeign) {
      throw new Failure('forbidden', 'This request did not come from this site.');
    }
    await next();
  });
}
