// Finishes every reply: request id, security headers, the sign-in hint, and a line in the log. Turns failures into replies.
import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { FailureBody } from '#contract/failure.ts';
import { photoBodyLimit } from '#contract/pricing/photo.ts';
import { Failure, type FailureCode } from '#domain/failure.ts';
import { DatabaseAway } from '#domain/ports/database.ts';
import type { BeginStream } from './events/listeners.ts';
import type { Health } from './health.ts';
import type { securityHeaders } from './pages/pages.ts';
import { jsonReply, noStore } from './replies.ts';
import { discardBody } from './request/body/body.ts';
import { isForwarded, isUnsafe } from './request/cross-site.ts';
import type { Sessions } from './who-calls.ts';

export type HttpLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn?(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Env = {
  /** `begin`: set for a stream of live updates, which begins once the reply's head is complete. */
  Bindings: { peer: string; begin?: BeginStream };
  Variables: { requestId: string; route: string; code: string; userId: string };
};

/**
 * In bytes. How much of a refused body is read before the reply: as much as the largest body that any call takes. A proxy that
 * is still sending when the connection closes shows its client a 502 instead of the reason.
 */
const mostUnread = photoBodyLimit;

/** Refusals of a caller: not signed in, not allowed, another host's name, or over a budget. */
const refusals: ReadonlySet<number> = new Set([401, 403, 421, 429]);

export function finishReplies(
  app: Hono<Env>,
  asked: {
    sessions: Sessions<unknown>;
    headersFor: (given: Headers) => ReturnType<typeof securityHeaders>;
    health: Health | undefined;
    /** The client's address, which is logged only for refusals. */
    addressOf: (peer: string, given: Headers) => string;
    log: HttpLog;
  },
): void {
  const { sessions, headersFor, health, addressOf, log } = asked;
  app.use(async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomBytes(12).toString('base64url');
    c.set('requestId', requestId);
    await next();
    const isApi = c.req.path.startsWith('/api/') || c.req.path === '/api';
    c.res.headers.set('x-request-id', requestId);
    const type = c.res.headers.get('content-type') ?? '';
    await giveHintBack(sessions, c, type.startsWith('text/html'));
    // A service worker follows the policy that came with its own script.
    const isOfPages = /^text\/(html|javascript)/.test(type);
    const headers = headersFor(c.req.raw.headers);
    const ofPages = isForwarded(c.env.peer, c.req.raw.headers) ? headers.page : headers.nearPage;
    for (const [name, value] of Object.entries(isOfPages ? ofPages : headers.api)) c.res.headers.set(name, value);
    const ms = Math.round(performance.now() - startedAt);
    const { method } = c.req;
    const { status } = c.res;
    const route = c.get('route') ?? (isApi ? 'unknown' : 'page');
    health?.observe(route, method, status, ms / 1000);
    const address = refusals.has(status) ? addressOf(c.env.peer, c.req.raw.headers) : undefined;
    const facts = { requestId, method, route, status, ms, code: c.get('code'), userId: c.get('userId'), address };
    if (isUnsafe(method) || status >= 400) log.info(facts, 'Request');
    else log.debug(facts, 'Request');
    // The rest of an unread body must not be read as the next request.
    if (isUnsafe(method) && !(await discardBody(c.req.raw, mostUnread))) c.res.headers.set('connection', 'close');
  });
}

export function answerFailures(app: Hono<Env>, log: HttpLog): void {
  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const { status, body, retryAfterSeconds } = refusalOf(error, { requestId, isUnsafe: isUnsafe(c.req.method) });
    c.set('code', body.error);
    if (status === 500) log.error({ requestId, error }, 'Request crashed');
    if (body.error === 'database_away') log.warn?.({ requestId, error }, 'Request found no database');
    const extra: Record<string, string> = { ...noStore };
    if (retryAfterSeconds !== undefined) extra['retry-after'] = String(retryAfterSeconds);
    if (status === 413 || status === 503) extra.connection = 'close';
    return jsonReply(body, status, extra);
  });
}

/**
 * Pages choose their buttons by the hint. If the browser lost it and the session is still valid, it is set again: on every page,
 * because the page's script reads it at once, and on every call that found the user.
 */
async function giveHintBack(sessions: Sessions<unknown>, c: Context<Env>, isHtml: boolean): Promise<void> {
  const { headers: given } = c.req.raw;
  const cookie = sessions.cookieFor(given);
  if (cookie.hasHint(given) || cookie.read(given) === null || c.res.headers.has('set-cookie')) return;
  const isUsers = c.get('userId') !== undefined;
  if (!isUsers && !isHtml) return;
  // A page is shown even if the database can't say whose session it is.
  if (!isUsers && (await sessions.userOrNullOf(c.req.raw).catch(() => null)) === null) return;
  c.res.headers.append('set-cookie', cookie.hintAgain());
  // A shared cache must not keep a page together with somebody's cookie.
  if (isHtml && c.res.headers.get('cache-control') !== 'no-store')
    c.res.headers.set('cache-control', 'private, no-cache');
}

/** Any other code is a conflict, 409, with what is there by now. */
const statuses: Partial<Record<FailureCode, number>> = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  busy: 503,
  request_timeout: 408,
  wrong_host: 421,
  storage_full: 507,
  shutting_down: 503,
  database_away: 503,
  internal: 500,
  invalid_credentials: 401,
  wrong_password: 400,
  invalid_token: 400,
  second_step_required: 401,
  wrong_code: 400,
  passkey_refused: 400,
  confirmation_required: 403,
  no_listings_found: 404,
  credentials_rejected: 422,
  session_rejected: 422,
  code_rejected: 422,
  code_expired: 422,
  marketplace_unavailable: 502,
  marketplace_refused: 502,
  marketplace_changed: 502,
  marketplace_refused_values: 422,
  idempotency_mismatch: 422,
  invalid_image: 400,
  push_unavailable: 502,
  worker_away: 503,
  worker_stopped: 504,
};

type Refusal = { status: number; body: FailureBody; retryAfterSeconds?: number };

/** A database that restarts is back by then. */
const databaseAwayMs = 5_000;

/**
 * An error that is no `Failure` is a crash, unless the database is away: its reply holds the request id and nothing else about it.
 * `isUnsafe`: the call was to change something.
 */
function refusalOf(thrown: unknown, { requestId, isUnsafe }: { requestId: string; isUnsafe: boolean }): Refusal {
  const error = thrown instanceof DatabaseAway ? databaseAway(isUnsafe && thrown.mayBeDone) : thrown;
  if (!(error instanceof Failure)) {
    return {
      status: 500,
      body: { error: 'internal', message: 'Something went wrong in Hangtag. Try again.', requestId },
    };
  }
  const status = statuses[error.code] ?? 409;
  return {
    status,
    body: {
      error: error.code,
      message: error.message,
      ...(error.fields && { fields: error.fields }),
      ...(status >= 500 && { requestId }),
    },
    ...(error.retryAfterMs !== undefined && { retryAfterSeconds: Math.max(1, Math.ceil(error.retryAfterMs / 1000)) }),
  };
}

const databaseAway = (mayBeDone: boolean): Failure =>
  new Failure(
    'database_away',
    mayBeDone
      ? 'Hangtag lost its database in the middle of this, so it may or may not be done. Reload the page and check before you try again.'
      : 'Hangtag can’t reach its database right now. Try again in a moment.',
    { retryAfterMs: databaseAwayMs },
  );
