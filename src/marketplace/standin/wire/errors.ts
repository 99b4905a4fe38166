// Error replies of the marketplace.

import type { ErrorCase, FaultEffect, Operation } from '../faults.ts';
import { captchaPage } from '../pages/human-check.ts';
import { barePage } from '../pages/layout.ts';
import { loginPage } from '../pages/login.ts';
import { type Answer, answer, type Exchange, html, json, jsonType, redirect, traceId } from './exchange.ts';

/** The body of an error. The HTTP status is normally 200; `statusCode` is what it should have been. */
export function refusal(
  exchange: Exchange,
  error: { type: string; status: number; message: unknown; http?: number; extra?: object },
): Answer {
  const url = exchange.req.url ?? '/';
  return json(error.http ?? 200, {
    error: {
      errorType: error.type,
      params: null,
      pmErrorCode: null,
      userMessage: error.message,
      stackTrace: null,
      errorMessage: null,
      statusCode: error.status,
    },
    ...error.extra,
    meta: { api_url: url.startsWith('/vm-rest') ? url.slice('/vm-rest'.length) : url },
    trace_id: traceId(),
  });
}

export const invalid = (exchange: Exchange, message: string) =>
  refusal(exchange, { type: 'InvalidInputError', status: 400, message });
export const forbidden = (exchange: Exchange) =>
  refusal(exchange, { type: 'ForbiddenError', status: 403, message: 'This listing belongs to someone else' });
export const gone = (exchange: Exchange, removed: boolean) =>
  refusal(exchange, {
    type: removed ? 'PostRemovedError' : 'NotFoundError',
    status: 404,
    message: removed ? 'This listing was removed' : 'There is no such listing',
    http: 404,
  });

const restricted: Partial<Record<Operation, string>> = { login: 'login', update: 'update_post', offer: 'send_offer' };
const restrictedAction = (op: Operation) => restricted[op] ?? 'share_post';

/** The reply for one of the marketplace's errors, as `faults.ts` numbers them. */
export function errorAnswer(exchange: Exchange, code: ErrorCase, detail: Partial<FaultEffect> = {}): Answer {
  const answer = catalogAnswer(exchange, code, detail);
  return detail.status === undefined ? answer : { ...answer, status: detail.status };
}

function catalogAnswer(exchange: Exchange, code: ErrorCase, detail: Partial<FaultEffect>): Answer {
  const retry: Record<string, string> =
    detail.retryAfter === undefined ? {} : { 'Retry-After': String(detail.retryAfter) };
  switch (code) {
    case 'E1':
      return refusal(exchange, {
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
      return refusal(exchange, {
        type: exchange.world.settings.profile?.switches.shareLimitWords?.[0] ?? 'SharePostRequestLimitExceededError',
        status: 429,
        message: 'You have shared too many listings. Try again later.',
      });
    case 'E4':
      return refusal(exchange, {
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
      return refusal(exchange, { type: 'EntryTokenRequired', status: 401, message: 'Enter the code we sent you.' });
    case 'E15':
      return refusal(exchange, { type: 'AccountSuspendedError', status: 403, message: 'This account is suspended.' });
    case 'E16':
      return json(500, { error: { error_type: 'InternalError', message: 'Something went wrong on our side' } });
  }
}

/** E9 names the path that the marketplace forwarded the call to. */
export function unknownRoute({ method, path }: Exchange): Answer {
  const forwarded = path.replace(/^\/vm-rest(?=\/)/, '/v2');
  return json(404, { error: { error_type: 'InternalError', message: `${method} ${forwarded}` } });
}

/** Replies with E16 after an internal error. The server keeps running. */
export function answerCrash(exchange: Exchange): void {
  if (!exchange.res.headersSent) answer(exchange, errorAnswer(exchange, 'E16'), 'E16');
}
