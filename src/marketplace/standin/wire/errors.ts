// The errors of the marketplace, and how a call ends with one.

import type { ErrorCase, FaultEffect, Operation } from '../faults.ts';
import { captchaPage, loginPage } from '../pages/account.ts';
import { barePage } from '../pages/layout.ts';
import type { Listing } from '../state/model.ts';
import { listingAt } from '../state/world.ts';
import { type Answer, type Exchange, html, json, jsonType, Refusal, redirect, send, traceId } from './exchange.ts';

type ErrorBody = { type: string; status: number; message: unknown; http?: number; extra?: object };

/** An error as most calls have it. The HTTP status is normally 200; `statusCode` is what it should have been. */
function errorBody({ req }: Exchange, { type, status, message, http = 200, extra }: ErrorBody): Answer {
  const url = req.url ?? '/';
  return json(http, {
    error: {
      errorType: type,
      params: null,
      pmErrorCode: null,
      userMessage: message,
      stackTrace: null,
      errorMessage: null,
      statusCode: status,
    },
    ...extra,
    meta: { api_url: url.startsWith('/vm-rest') ? url.slice('/vm-rest'.length) : url },
    trace_id: traceId(),
  });
}

export const refusal = (exchange: Exchange, error: ErrorBody, outcome = 'E1'): Refusal =>
  new Refusal({ ...errorBody(exchange, error), outcome });
export const invalid = (exchange: Exchange, message: string): Refusal =>
  refusal(exchange, { type: 'InvalidInputError', status: 400, message });
export const forbidden = (exchange: Exchange): Refusal =>
  refusal(exchange, { type: 'ForbiddenError', status: 403, message: 'This listing belongs to someone else' });
/** An error of the catalog. */
export const refused = (exchange: Exchange, code: ErrorCase, detail: Partial<FaultEffect> = {}): Refusal =>
  new Refusal({ ...errorAnswer(exchange, code, detail), outcome: code });

const gone = (exchange: Exchange, removed: boolean): Answer =>
  errorBody(exchange, {
    type: removed ? 'PostRemovedError' : 'NotFoundError',
    status: 404,
    message: removed ? 'This listing was removed' : 'There is no such listing',
    http: 404,
  });

/** The listing of a call, which must be there. */
export function findListing(exchange: Exchange, id: string): Listing {
  const listing = listingAt(exchange.world, id);
  if (listing !== undefined && !listing.removed) return listing;
  throw new Refusal({ ...gone(exchange, listing !== undefined), outcome: 'E10' });
}

const restricted: Partial<Record<Operation, string>> = { login: 'login', update: 'update_post', offer: 'send_offer' };
const restrictedAction = (op: Operation) => restricted[op] ?? 'share_post';

/** The reply for one of the marketplace's errors, as `faults.ts` numbers them. */
function errorAnswer(exchange: Exchange, code: ErrorCase, detail: Partial<FaultEffect>): Answer {
  const answer = catalogAnswer(exchange, code, detail);
  return { ...answer, status: detail.status ?? answer.status };
}

function catalogAnswer(exchange: Exchange, code: ErrorCase, detail: Partial<FaultEffect>): Answer {
  const retry: Record<string, string> =
    detail.retryAfter === undefined ? {} : { 'Retry-After': String(detail.retryAfter) };
  switch (code) {
    case 'E1':
      return errorBody(exchange, {
        type: 'InvalidInputError',
        status: 400,
        message:
          detail.userMessage === undefined ? 'That did not look right. Check it and try again.' : detail.userMessage,
      });
    case 'E2':
      return json(403, {
        error: { errorType: 'InvalidCsrfTokenError', userMessage: null, statusCode: 403 },
        trace_id: traceId(),
      });
    case 'E3':
      return errorBody(exchange, {
        type: exchange.world.settings.profile?.switches.shareLimitWords?.[0] ?? 'SharePostRequestLimitExceededError',
        status: 429,
        message: 'You have shared too many listings. Try again later.',
      });
    case 'E4':
      return errorBody(exchange, {
        type: 'SuspectedBotErrorV2',
        status: 403,
        message: 'Please confirm that you are a person.',
        extra: { restricted_action: restrictedAction(exchange.op) },
      });
    case 'E5':
      return json(403, {
        error: { error_type: 'SuspectedBotError' },
        restricted_action: restrictedAction(exchange.op),
      });
    case 'E6':
      return html(403, captchaPage(exchange.account?.handle ?? ''));
    case 'E7':
      return {
        ...json(429, { error: { errorType: 'RateLimitError', statusCode: 429 }, trace_id: traceId() }),
        headers: retry,
      };
    case 'E8a':
      return json(401, { error: { errorType: 'UnauthorizedError', statusCode: 401 }, trace_id: traceId() });
    case 'E8b':
      return redirect(302, '/login');
    case 'E8c':
      return html(200, loginPage({ token: '', redirect: '' }));
    case 'E8d':
      return { status: 200, type: jsonType, body: 'false' };
    case 'E9':
      return unknownRoute(exchange);
    case 'E10':
      return gone(exchange, true);
    case 'E11':
      return {
        ...html(503, barePage("We'll be right back", 'The marketplace is being looked after. Come back in a moment.')),
        headers: retry,
      };
    case 'E12':
      return html(502, '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>');
    case 'E13':
      return { status: 200, type: jsonType, body: '{"data":[{"id":"68a0c1d2e3f4051627' };
    case 'E14':
      return errorBody(exchange, { type: 'EntryTokenRequired', status: 401, message: 'Enter the code we sent you.' });
    case 'E15':
      return errorBody(exchange, { type: 'AccountSuspendedError', status: 403, message: 'This account is suspended.' });
    case 'E16':
      return json(500, { error: { error_type: 'InternalError', message: 'Something went wrong on our side' } });
  }
}

/** E9 names the path that the marketplace forwarded the call to. */
function unknownRoute({ method, path }: Exchange): Answer {
  const forwarded = path.replace(/^\/vm-rest(?=\/)/, '/v2');
  return json(404, { error: { error_type: 'InternalError', message: `${method} ${forwarded}` } });
}

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
