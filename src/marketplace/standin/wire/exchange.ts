// One request and its reply: the errors of the marketplace, and the fault that changes a reply.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { barePage, captchaPage, loginPage } from '../pages/layout.ts';
import type { Call, ErrorCase, FaultEffect, Operation } from '../settings.ts';
import type { Account, Listing, Session, Visitor, World } from '../state/model.ts';
import { listingAt } from '../state/world.ts';

/** One call from arrival to reply. */
export type Exchange = Call & {
  world: World;
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  /** Without the query. */
  path: string;
  /** The query without `?`, or an empty string. */
  query: string;
  /** Translates the body and the reply, if the world talks like a profile. */
  translation: { body(text: string): string; reply(text: string): string } | null;
  /** The party that a share names. */
  partyId?: string;
  session: Session | null;
  visitor: Visitor | null;
  account: Account | null;
  /** The fault that must still be applied to the reply: silence, a delay, or a broken reply. */
  fault: FaultEffect | null;
  /** True after the call has changed the state. */
  applied: boolean;
};

export function exchangeOf(world: World, req: IncomingMessage, res: ServerResponse): Exchange {
  const url = req.url ?? '/';
  const mark = url.indexOf('?');
  return {
    world,
    req,
    res,
    method: req.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    translation: null,
    session: null,
    visitor: null,
    account: null,
    op: 'unknown',
    listingId: null,
    fault: null,
    applied: false,
  };
}

export const jsonType = 'application/json; charset=utf-8';
const htmlType = 'text/html; charset=utf-8';

export type Answer = {
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string | string[]>;
  /** For the journal: a code of the error catalog. Without it, `ok`. */
  outcome?: string;
};
export type Handler = (exchange: Exchange, body: string) => Answer;

/** Thrown to end a call with an error. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(answer.outcome);
    this.answer = answer;
  }
}

export const json = (status: number, body: unknown): Answer => ({ status, type: jsonType, body: JSON.stringify(body) });
export const html = (status: number, body: string): Answer => ({ status, type: htmlType, body });
export const redirect = (status: number, location: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { Location: location },
});

export const traceId = (): string => randomUUID();
export const dataAnswer = (data: unknown): Answer => json(200, { data, trace_id: traceId() });
/** The plain success of a write: `{ "trace_id": "…" }`. */
export const done = (): Answer => ({ status: 200, type: jsonType, body: `{"trace_id":"${traceId()}"}` });

/** Applies the effect, unless the fault prevents it. Faults ending in `-before` never get this far. */
export function apply(exchange: Exchange, effect: () => void): void {
  if (exchange.fault?.case === 'noop') return;
  effect();
  exchange.applied = true;
}

/** Writes the journal, then the reply: delayed, cut off, or not at all if the fault says so. */
function send(exchange: Exchange, { outcome = 'ok', ...answer }: Answer): void {
  const { world, fault } = exchange;
  world.journal.add({
    at: world.clock.now(),
    account: exchange.account?.handle ?? null,
    method: exchange.method,
    path: exchange.path,
    op: exchange.op,
    listingId: exchange.listingId,
    ...(exchange.partyId === undefined ? {} : { partyId: exchange.partyId }),
    case: fault !== null && fault.case !== 'ok' ? fault.case : outcome,
    applied: exchange.applied,
  });
  const delayMs = world.settings.latencyMs + (fault?.delayMs ?? 0);
  const play = () => {
    if (fault?.case === 'timeout' || fault?.case === 'timeout-before') return;
    if (fault?.case === 'reset' || fault?.case === 'reset-before') {
      exchange.req.socket.destroy();
      return;
    }
    const { type, body } = answer;
    write(exchange.res, { ...answer, body: type === jsonType ? (exchange.translation?.reply(body) ?? body) : body });
  };
  if (delayMs === 0) play();
  else setTimeout(play, delayMs).unref();
}

export function write(res: ServerResponse, { status, type, body, headers }: Answer): void {
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'X-Standin': '1',
    ...(type === jsonType ? { 'Cache-Control': 'no-store' } : {}),
    ...headers,
  });
  res.end(body);
}

/** The server's origin as the caller sees it, for links to pictures. */
export function originOf(req: IncomingMessage): string {
  const host = req.headers.host;
  return host !== undefined && /^[\w.:[\]-]{1,255}$/.test(host) ? `http://${host}` : '';
}

export const headerOf = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

type ErrorBody = { type: string; status: number; message: unknown; http?: number; extra?: object };

/** An error as most calls have it. The HTTP status is normally 200; `statusCode` is what it should have been. */
function errorBody({ req }: Exchange, { type, status, message, http = 200, extra }: ErrorBody): Answer {
  const url = req.url ?? '/';
  const unused = { params: null, pmErrorCode: null, stackTrace: null, errorMessage: null };
  return json(http, {
    error: { errorType: type, ...unused, userMessage: message, statusCode: status },
    ...extra,
    meta: { api_url: url.startsWith('/vm-rest') ? url.slice('/vm-rest'.length) : url },
    trace_id: traceId(),
  });
}
const shortBody = (errorType: string, statusCode: number, more: object = {}): Answer =>
  json(statusCode, { error: { errorType, statusCode, ...more }, trace_id: traceId() });

export const refusal = (exchange: Exchange, error: ErrorBody, outcome = 'E1'): Refusal =>
  new Refusal({ ...errorBody(exchange, error), outcome });
export const invalid = (exchange: Exchange, message: string): Refusal =>
  refusal(exchange, { type: 'InvalidInputError', status: 400, message });
export const forbidden = (exchange: Exchange): Refusal =>
  refusal(exchange, { type: 'ForbiddenError', status: 403, message: 'This listing belongs to someone else' });

/** An error of the catalog. */
export function refused(exchange: Exchange, code: ErrorCase, detail: Partial<FaultEffect> = {}): Refusal {
  const answer = catalog[code](exchange, detail);
  if (detail.retryAfter !== undefined && (code === 'E7' || code === 'E11'))
    answer.headers = { 'Retry-After': String(detail.retryAfter) };
  return new Refusal({ ...answer, status: detail.status ?? answer.status, outcome: code });
}

const removed: ErrorBody = { type: 'PostRemovedError', status: 404, message: 'This listing was removed', http: 404 };
const neverWas: ErrorBody = { type: 'NotFoundError', status: 404, message: 'There is no such listing', http: 404 };

/** The listing of a call, which must be there. */
export function findListing(exchange: Exchange, id: string): Listing {
  const listing = listingAt(exchange.world, id);
  if (listing !== undefined && !listing.removed) return listing;
  throw refusal(exchange, listing === undefined ? neverWas : removed, 'E10');
}

const restricted: Partial<Record<Operation, string>> = { login: 'login', update: 'update_post', offer: 'send_offer' };
const restriction = ({ op }: Exchange) => ({ restricted_action: restricted[op] ?? 'share_post' });
const bareHtml = (status: number, title: string): Answer =>
  html(status, `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`);

/** How a bot wall answers. */
export const wall = new Refusal(bareHtml(403, 'Access denied'));

/** The marketplace's errors, as the wire protocol numbers them. */
const catalog: Record<ErrorCase, (exchange: Exchange, detail: Partial<FaultEffect>) => Answer> = {
  E1: (exchange, { userMessage: message = 'That did not look right. Check it and try again.' }) =>
    errorBody(exchange, { type: 'InvalidInputError', status: 400, message }),
  E2: () => shortBody('InvalidCsrfTokenError', 403, { userMessage: null }),
  E3: (exchange) => {
    const [type = 'SharePostRequestLimitExceededError'] =
      exchange.world.settings.profile?.switches.shareLimitWords ?? [];
    return errorBody(exchange, { type, status: 429, message: 'You have shared too many listings. Try again later.' });
  },
  E4: (exchange) => {
    const message = 'Please confirm that you are a person.';
    return errorBody(exchange, { type: 'SuspectedBotErrorV2', status: 403, message, extra: restriction(exchange) });
  },
  E5: (exchange) => json(403, { error: { error_type: 'SuspectedBotError' }, ...restriction(exchange) }),
  E6: ({ account }) => html(403, captchaPage(account?.handle ?? '')),
  E7: () => shortBody('RateLimitError', 429),
  E8a: () => shortBody('UnauthorizedError', 401),
  E8b: () => redirect(302, '/login'),
  E8c: () => html(200, loginPage({ token: '', redirect: '' })),
  E8d: () => ({ status: 200, type: jsonType, body: 'false' }),
  // Names the path that the marketplace forwarded the call to.
  E9: ({ method, path }) =>
    json(404, {
      error: { error_type: 'InternalError', message: `${method} ${path.replace(/^\/vm-rest(?=\/)/, '/v2')}` },
    }),
  E10: (exchange) => errorBody(exchange, removed),
  E11: () =>
    html(503, barePage("We'll be right back", 'The marketplace is being looked after. Come back in a moment.')),
  E12: () => bareHtml(502, '502 Bad Gateway'),
  E13: () => ({ status: 200, type: jsonType, body: '{"data":[{"id":"68a0c1d2e3f4051627' }),
  E14: (exchange) =>
    errorBody(exchange, { type: 'EntryTokenRequired', status: 401, message: 'Enter the code we sent you.' }),
  E15: (exchange) =>
    errorBody(exchange, { type: 'AccountSuspendedError', status: 403, message: 'This account is suspended.' }),
  E16: () => json(500, { error: { error_type: 'InternalError', message: 'Something went wrong on our side' } }),
};

/** Sends what the call answers, or the error that it throws. The server survives any of them. */
export function respond(exchange: Exchange, call: () => Answer): void {
  try {
    send(exchange, call());
  } catch (error) {
    if (exchange.res.headersSent) return;
    const { answer } = error instanceof Refusal ? error : refused(exchange, 'E16');
    send(exchange, answer);
  }
}
