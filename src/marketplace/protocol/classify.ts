// Classifies how a call to the marketplace ended.

import { isObject, parseJson } from '#domain/json.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { readRetryAfter } from '#domain/text/duration.ts';

/** How one HTTP call ended on the wire, before it is classified. */
export type Exchange =
  | { kind: 'answer'; status: number; headers: Headers; body: string }
  /** The reply was larger than the limit. The rest was not read. */
  | { kind: 'too_large' }
  /** No complete reply came. `sent`: the first byte of the request may have left. False proves that it did not. */
  | { kind: 'no_answer'; sent: boolean; reason: 'unreachable' | 'timeout' | 'cut' }
  /** The seller's browser doesn't make such calls, or not before the seller has agreed there. Nothing was sent. */
  | { kind: 'refused'; asksSeller?: true };

/** Names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The facts about a call that the meaning of its reply depends on. */
export type CallNature = {
  wants: 'json' | 'page';
  isWrite: boolean;
  /** Whether there was a session. */
  hasSession: boolean;
  /** Calls whose replies have special meanings. */
  on?: 'login' | 'login_page' | 'entry' | 'post';
  /** The same write was already refused with a 403, and the token was renewed since. */
  isRepeated?: boolean;
};

export type Verdict = { kind: 'ok'; status: number; json: unknown; body: string; traceId?: string } | MarketFailure;
type Classifying = {
  shareLimitWords: readonly string[];
  now: Instant;
  /** Texts to redact from a message. Called only if there is a message. */
  secrets?(): readonly string[];
};

type FailureKind = MarketFailure['kind'];
type Answer = Extract<Exchange, { kind: 'answer' }>;

/** No marketplace can make us wait longer. */
const longestRetryAfterMs = 24 * 3_600_000;
const longestMessage = 300;
const asksFirst = 'The companion in your browser asks you before it does this.';

/**
 * The order of the checks counts, because the first match wins. Pure, and never throws, whatever the marketplace sent. The
 * operation still has to check the shape of an `ok`.
 */
export function classify(exchange: Exchange, call: CallNature, settings: Classifying): Verdict {
  if (exchange.kind === 'no_answer') return failure(call.isWrite && exchange.sent ? 'uncertain' : 'network');
  if (exchange.kind === 'refused') {
    const { asksSeller } = exchange;
    return asksSeller ? { ...failure('browser_refused', asksFirst), asksSeller } : failure('browser_refused');
  }
  if (exchange.kind === 'too_large') return failure('protocol_changed');

  const verdict = read(exchange, call, settings);
  if (verdict.kind === 'ok') return verdict;
  const retryAfterMs = retryAfterOf(exchange.headers, settings.now);
  return retryAfterMs === undefined ? verdict : { ...verdict, retryAfterMs };
}

/** A failure with the marketplace's own message, or a plain sentence if it sent none. */
export function failure(kind: FailureKind, message?: string | null): MarketFailure {
  return { kind, message: message || plainSentences[kind] };
}

function read(answer: Answer, call: CallNature, settings: Classifying): Verdict {
  if ([301, 302, 303, 307, 308].includes(answer.status)) {
    return failure(redirectPath(answer).startsWith('/login') ? 'session_expired' : 'protocol_changed');
  }
  const text = answer.body.trim();
  if (text === 'false') return failure('session_expired');
  if (text.startsWith('{') || text.startsWith('[')) return readJson(answer, text, call, settings);
  if (text === '' && isSuccess(answer.status) && call.isWrite) return failure('uncertain');
  return readPage(answer, text, call);
}

function readJson(answer: Answer, text: string, call: CallNature, settings: Classifying): Verdict {
  const json = parseJson(text);
  if (json === undefined) return failure('bad_answer');
  const body: Record<string, unknown> = isObject(json) ? json : {};
  const traceId = readTrace(body);
  const traced = traceId === undefined ? {} : { traceId };
  const kind = kindOfJson(answer.status, body, call, settings);
  if (kind === null) return { kind: 'ok', status: answer.status, json, body: text, ...traced };

  const secrets = settings.secrets?.() ?? [];
  return {
    ...failure(kind, clean(readMessage(body.error), longestMessage, secrets)),
    ...(traceId === undefined || secrets.some((secret) => traceId.includes(secret)) ? {} : { traceId }),
    ...(kind === 'rate_limited' ? { shareLimit: isShareLimit(typeOf(body.error), settings) } : {}),
  };
}

const typeOf = (error: unknown): string => (isObject(error) ? firstText(error.errorType, error.error_type) : '');

/** "Too many shares" limits the day, and "too many calls" limits the minute. */
const isShareLimit = (type: string, settings: Classifying): boolean =>
  settings.shareLimitWords.includes(type) || type.endsWith('LimitExceededError');

/** Rules 4.1 to 4.16; null means ok. */
function kindOfJson(
  status: number,
  body: Record<string, unknown>,
  call: CallNature,
  settings: Classifying,
): FailureKind | null {
  const error = body.error;
  const hasError = error !== undefined && error !== null && error !== false;
  const detail = isObject(error) ? error : {};
  const type = typeOf(error);
  const code = readCode(detail.statusCode) ?? status;

  if (body.restricted_action || type.startsWith('SuspectedBot')) return 'human_check';
  if (isShareLimit(type, settings) || code === 429 || status === 429) return 'rate_limited';
  if (type === 'EntryTokenRequired') return 'otp_required';
  if (type === 'InvalidCredentialsError' || (code === 401 && call.on === 'login')) return 'invalid_credentials';
  if (type === 'AccountSuspendedError') return 'account_blocked';
  if (type === 'PostRemovedError') return 'listing_gone';
  if (status === 404 && type === 'InternalError') return 'protocol_changed';
  if (type === 'InvalidCsrfTokenError') return 'token_rejected';
  if (call.on === 'entry' && type === 'ExpiredTokenError') return 'otp_expired';
  if (call.on === 'entry' && type === 'InvalidInputError') return 'otp_invalid';
  if (code === 401) return 'session_expired';
  if (code === 403) return refused(call);
  if (code === 404) return missing(call);
  if (code >= 500) return 'unavailable';
  if (hasError) return call.on === 'login' ? 'unknown_failure' : 'validation';
  if (body.success === false) return 'validation';
  return isSuccess(status) ? null : 'unknown_failure';
}

/** Rules 5.1 to 5.10, and 6 for an empty body. */
function readPage(answer: Answer, text: string, call: CallNature): Verdict {
  const { status } = answer;
  if (status === 502 || status === 503 || status === 504) return failure('unavailable');
  if (/captcha-popup|g-recaptcha|h-captcha|hcaptcha|px-captcha|verify you are human/i.test(text)) {
    return failure('human_check');
  }
  const isSignIn = /login_form|you are being redirected|sorry, you(?:'|’|&#39;|&#x27;|&apos;)re logged out/i.test(text);
  if (isSignIn && call.on !== 'login_page') return failure('session_expired');
  if (status === 404 || /<title[^>]*>\s*page not found/i.test(text)) {
    return { ...failure(missing(call)), isPage: true };
  }
  // No error type names shares, so it is a matter of pace.
  if (status === 429) return { ...failure('rate_limited'), shareLimit: false };
  if (status === 401) return failure('session_expired');
  if (status === 403) return failure('blocked');
  if (status >= 500) return failure('unavailable');
  if (call.wants === 'page' && status === 200) return { kind: 'ok', status, json: undefined, body: text };
  return failure('protocol_changed');
}

function refused(call: CallNature): FailureKind {
  if (call.isWrite) return call.isRepeated ? 'forbidden' : 'token_rejected';
  return call.hasSession ? 'forbidden' : 'blocked';
}

function missing(call: CallNature): FailureKind {
  return call.on === 'post' ? 'listing_gone' : 'not_found';
}

function redirectPath(answer: Answer): string {
  const location = headerOf(answer.headers, 'location');
  try {
    // The base only completes a relative address. It is never contacted.
    return new URL(location ?? '', 'http://origin.invalid').pathname;
  } catch {
    return '';
  }
}

/** A date is by the marketplace's clock, which may differ from ours. Its `Date` header says what that clock shows. */
function retryAfterOf(headers: Headers, now: Instant): number | undefined {
  const theirs = Date.parse(headerOf(headers, 'date') ?? '');
  const waitMs = readRetryAfter(headerOf(headers, 'retry-after'), Number.isNaN(theirs) ? now : theirs);
  return waitMs === undefined ? undefined : Math.min(waitMs, longestRetryAfterMs);
}

function readTrace(body: Record<string, unknown>): string | undefined {
  const trace = firstText(body.trace_id, body.req_id);
  return /^[\w.:-]{1,64}$/.test(trace) ? trace : undefined;
}

function readMessage(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!isObject(error)) return '';
  const { userMessage } = error;
  return firstText(userMessage, isObject(userMessage) ? userMessage.text : null, error.errorMessage, error.message);
}

/** Anything that is no HTTP status says nothing. */
function readCode(value: unknown): number | null {
  const code = typeof value === 'string' ? Number(value) : value;
  return typeof code === 'number' && code >= 100 && code < 600 ? code : null;
}

function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function firstText(...candidates: unknown[]): string {
  for (const one of candidates) if (typeof one === 'string' && one.trim() !== '') return one;
  return '';
}

/**
 * One line without control characters and secrets, because the text comes from outside, may repeat what we sent, and is shown and
 * logged. Secrets are removed first, because cutting the text could leave half of one.
 */
function clean(text: string, length: number, secrets: readonly string[]): string {
  const safe = secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
  return safe
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, length);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Shown to the seller if the marketplace sent no message. The same sentences serve every marketplace. */
const plainSentences: Record<MarketFailure['kind'], string> = {
  network: 'Couldn’t reach the marketplace.',
  browser_refused: 'The companion in your browser refused this request, because it isn’t on its list.',
  uncertain: 'Not confirmed. It may or may not have gone through.',
  unavailable: 'The marketplace is having problems.',
  bad_answer: 'The marketplace sent an unreadable answer.',
  session_expired: 'You’ve been signed out. Connect your closet again.',
  other_account: 'The browser that shares for you is signed in with another account.',
  token_rejected: 'The session has to be confirmed again.',
  invalid_credentials: 'The username and password were rejected.',
  otp_required: 'A one-time code is needed.',
  otp_invalid: 'That code isn’t right.',
  otp_expired: 'That code has expired. Request a new one.',
  human_check: 'A check wants to verify you’re human. Complete it in your own browser.',
  rate_limited: 'Too many requests for now.',
  blocked: 'Hangtag’s requests are blocked.',
  forbidden: 'This isn’t allowed.',
  account_blocked: 'Your account is suspended.',
  listing_gone: 'This listing no longer exists.',
  listing_not_available: 'This listing isn’t for sale right now.',
  not_found: 'The marketplace couldn’t find this.',
  validation: 'The marketplace gave no reason.',
  write_not_applied: 'The marketplace answered, but didn’t make the change.',
  protocol_changed: 'Hangtag doesn’t recognize the marketplace’s answer.',
  unknown_failure: 'The marketplace gave no reason.',
};
