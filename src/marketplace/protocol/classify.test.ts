import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { errorBody } from '../tests/scripted-marketplace.fixture.ts';
import { type CallNature, classify, type Exchange } from './classify.ts';

const settings = { shareLimitWords: ['TooManySharesError'], now: Date.UTC(2026, 3, 28, 1) };
const read: CallNature = { wants: 'json', isWrite: false, hasSession: true };
const write: CallNature = { ...read, isWrite: true };
const share: CallNature = { ...write, on: 'post' };
const post: CallNature = { ...read, on: 'post' };
const page: CallNature = { ...read, wants: 'page' };
const visitor: CallNature = { ...read, hasSession: false };
const login: CallNature = { ...write, on: 'login' };
const entry: CallNature = { ...write, on: 'entry' };
const loginPage: CallNature = { ...page, on: 'login_page' };

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Exchange => ({
  kind: 'answer',
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const none = (sent: boolean): Exchange => ({ kind: 'no_answer', sent, reason: 'cut' });

const rows: [rule: string, exchange: Exchange, call: CallNature, kind: string][] = [
  ['nothing was sent', none(false), write, 'network'],
  ['a read was cut', none(true), read, 'network'],
  ['a write was cut after sending', none(true), write, 'uncertain'],
  ['the answer is larger than 8 MiB', { kind: 'too_large' }, read, 'protocol_changed'],
  ['a redirect to the sign-in page', answer(302, '', { location: '/login?redirect=%2Ffeed' }), page, 'session_expired'],
  ['the same with a full address', answer(307, '', { location: 'https://a.example/login' }), read, 'session_expired'],
  ['a redirect elsewhere', answer(301, '', { location: 'https://evil.example/' }), read, 'protocol_changed'],
  ['a redirect without a place', answer(303, ''), read, 'protocol_changed'],
  ['a redirect to nonsense', answer(308, '', { location: 'http://[' }), read, 'protocol_changed'],
  ['the bare word false', answer(200, ' false\n'), read, 'session_expired'],
  ['JSON cut in the middle', answer(200, '{"trace_id":"0b7f'), share, 'bad_answer'],
  ['a restricted action', answer(200, { restricted_action: 'share_post' }), share, 'human_check'],
  [
    'E4',
    answer(200, { ...errorBody('SuspectedBotErrorV2', 403), restricted_action: 'share_post' }),
    share,
    'human_check',
  ],
  ['E5', answer(403, { error: { error_type: 'SuspectedBotError' } }), share, 'human_check'],
  ['E3', answer(200, errorBody('SharePostRequestLimitExceededError', 429)), share, 'rate_limited'],
  ['another limit by its ending', answer(200, errorBody('FollowLimitExceededError', 400)), write, 'rate_limited'],
  ['a limit by a configured word', answer(200, errorBody('TooManySharesError', 400)), share, 'rate_limited'],
  ['E7', answer(429, errorBody('RateLimitError', 429)), read, 'rate_limited'],
  ['E7 with another code in its body', answer(429, errorBody('RateLimitError', 400)), share, 'rate_limited'],
  ['a code that is no HTTP status', answer(503, errorBody('SomeError', 0)), share, 'unavailable'],
  ['the same as a text', answer(500, { error: { statusCode: ' ' } }), share, 'unavailable'],
  ['E14', answer(200, errorBody('EntryTokenRequired', 401)), read, 'otp_required'],
  ['wrong name or password', answer(200, errorBody('InvalidCredentialsError', 401)), login, 'invalid_credentials'],
  ['any 401 of the sign-in call', answer(401, {}), login, 'invalid_credentials'],
  ['E15', answer(200, errorBody('AccountSuspendedError', 403)), read, 'account_blocked'],
  ['removed', answer(200, errorBody('PostRemovedError', 400)), write, 'listing_gone'],
  ['E9', answer(404, { error: { error_type: 'InternalError', message: 'PUT /v2/nope' } }), share, 'protocol_changed'],
  ['E2', answer(403, errorBody('InvalidCsrfTokenError', 403)), write, 'token_rejected'],
  [
    'E2 a second time',
    answer(403, errorBody('InvalidCsrfTokenError', 403)),
    { ...write, isRepeated: true },
    'token_rejected',
  ],
  ['E8a', answer(401, errorBody('UnauthorizedError', 401)), read, 'session_expired'],
  ['an inner 401', answer(200, errorBody('Whatever', 401)), share, 'session_expired'],
  ['403 on a write', answer(200, errorBody('ForbiddenError', 403)), write, 'token_rejected'],
  [
    'again after a new token',
    answer(200, errorBody('ForbiddenError', 403)),
    { ...write, isRepeated: true },
    'forbidden',
  ],
  ['403 on a read without session', answer(403, {}), visitor, 'blocked'],
  ['403 on a read with one', answer(403, {}), read, 'forbidden'],
  ['E10 of a listing', answer(404, errorBody('NotFoundError', 404)), post, 'listing_gone'],
  ['404 of anything else', answer(404, errorBody('UserNotFoundError', 404)), read, 'not_found'],
  ['E16', answer(500, { error: { error_type: 'InternalError', message: 'x' } }), share, 'unavailable'],
  ['E1', answer(200, errorBody('InvalidInputError', 400)), share, 'validation'],
  ['an error that is a word', answer(200, { error: 'no' }), write, 'validation'],
  ['an unknown refusal of the sign-in', answer(200, errorBody('StrangeError', 400)), login, 'unknown_failure'],
  ['the wrong code', answer(200, errorBody('InvalidInputError', 400)), entry, 'otp_invalid'],
  ['the old code', answer(200, errorBody('ExpiredTokenError', 400)), entry, 'otp_expired'],
  ['success is false', answer(200, { success: false }), write, 'validation'],
  ['no error', answer(200, { error: null, trace_id: 't' }), share, 'ok'],
  ['error is false', answer(200, { error: false, restricted_action: null }), share, 'ok'],
  ['a list', answer(200, []), read, 'ok'],
  ['an odd status without error', answer(418, {}), read, 'unknown_failure'],
  ['E11', answer(503, "<title>We'll be right back</title>"), share, 'unavailable'],
  ['E12, although it speaks of a captcha', answer(502, 'g-recaptcha'), share, 'unavailable'],
  ['E6 with 200', answer(200, '<div id="captcha-popup">'), share, 'human_check'],
  ['E6 with 403', answer(403, '<div id="captcha-popup">'), page, 'human_check'],
  ['words', answer(200, '<p>Please Verify You Are Human</p>'), read, 'human_check'],
  ['E8c', answer(200, '<form><input name="login_form[password]">'), read, 'session_expired'],
  ['logged out', answer(200, "<p>Sorry, You're logged out</p>"), page, 'session_expired'],
  ['not for the sign-in page itself', answer(200, '<input name="login_form[password]">'), loginPage, 'ok'],
  ['a page that is not there', answer(404, '<h1>no</h1>'), page, 'not_found'],
  ['by its title, of a listing', answer(200, '<title>Page not found</title>'), post, 'listing_gone'],
  ['429 as a page', answer(429, 'slow down'), read, 'rate_limited'],
  ['401 as a page', answer(401, 'no'), read, 'session_expired'],
  ['403 as a page', answer(403, 'no'), share, 'blocked'],
  ['500 as a page', answer(500, 'no'), read, 'unavailable'],
  ['the page that was wanted', answer(200, '<html></html>'), page, 'ok'],
  ['a page where JSON was wanted', answer(200, '<html></html>'), read, 'protocol_changed'],
  ['nothing at all after a write', answer(200, ''), share, 'uncertain'],
  ['nothing after a read', answer(200, ''), read, 'protocol_changed'],
  ['nothing but a status', answer(404, ''), post, 'listing_gone'],
];

describe('the classification of a call', () => {
  test.each(rows)('%s', (_rule, exchange, call, kind) => {
    expect(classify(exchange, call, settings).kind).toBe(kind);
  });

  it.each<[string, Exchange, boolean]>([
    ['the type of E3', answer(200, errorBody('SharePostRequestLimitExceededError', 429)), true],
    ['another type that says so', answer(429, errorBody('OtherLimitExceededError', 429)), true],
    ['a type of the switch', answer(200, errorBody('TooManySharesError', 400)), true],
    ['E7', answer(429, errorBody('RateLimitError', 429)), false],
    ['words about shares', answer(429, errorBody('RateLimitError', 429, 'You have shared too much.')), false],
    ['429 without a body', answer(429, ''), false],
    ['429 as a page', answer(429, '<h1>Slow down sharing</h1>'), false],
  ])('tells a share limit from a limit of calls: %s', (_case, exchange, shareLimit) => {
    expect(classify(exchange, share, settings)).toMatchObject({ kind: 'rate_limited', shareLimit });
  });

  it.each([
    ['a text', 'Whole dollar amount required', 'Whole dollar amount required'],
    ['an object', { text: 'Not this color' }, 'Not this color'],
    ['null', null, 'The marketplace gave no reason.'],
  ])('passes on the marketplace’s message: %s', (_case, userMessage, message) => {
    expect(classify(answer(200, errorBody('InvalidInputError', 400, userMessage)), share, settings)).toMatchObject({
      message,
    });
  });

  it('also reads the older names of type and message', () => {
    const body = { error: { error_type: 'InvalidInputError', message: 'Nope' }, req_id: 'r1' };
    expect(classify(answer(200, body), share, settings)).toEqual({
      kind: 'validation',
      message: 'Nope',
      traceId: 'r1',
    });
  });

  it('turns any message into one harmless line', () => {
    const body = errorBody('E', 400, `a\u0000\n\u202e b${'c'.repeat(999)}`);
    const found = classify(answer(200, body), share, settings);
    expect(found).toMatchObject({ message: expect.stringMatching(/^a bc+$/) });
    expect('message' in found && found.message.length).toBe(300);
  });

  it.each([
    ['120', 120_000],
    ['Tue, 28 Apr 2026 01:02:00 GMT', 120_000],
    ['Tue, 28 Apr 2026 00:00:00 GMT', 0],
    ['9999999', 86_400_000],
    ['soon', undefined],
  ])('reads Retry-After %s, up to a day', (text, retryAfterMs) => {
    const found = classify(answer(503, '', { 'retry-after': text }), read, settings);
    expect(found).toMatchObject({ kind: 'unavailable' });
    expect('retryAfterMs' in found ? found.retryAfterMs : undefined).toBe(retryAfterMs);
  });

  it.each([
    ['a clock that is 10 minutes slow', 'Tue, 28 Apr 2026 00:50:00 GMT', 'Tue, 28 Apr 2026 00:52:00 GMT'],
    ['a clock that is an hour fast', 'Tue, 28 Apr 2026 02:00:00 GMT', 'Tue, 28 Apr 2026 02:02:00 GMT'],
  ])('waits as long as a marketplace with %s asks for', (_clock, date, retryAfter) => {
    const found = classify(answer(503, '', { date, 'retry-after': retryAfter }), read, settings);
    expect(found).toMatchObject({ kind: 'unavailable', retryAfterMs: 120_000 });
  });
});

const anyCall = fc.record({
  wants: fc.constantFrom('json' as const, 'page' as const),
  isWrite: fc.boolean(),
  hasSession: fc.boolean(),
  on: fc.constantFrom(undefined, 'login' as const, 'login_page' as const, 'entry' as const, 'post' as const),
  isRepeated: fc.boolean(),
});
const anyHeaders = fc.dictionary(
  fc.constantFrom('location', 'retry-after', 'content-type', 'set-cookie'),
  fc.oneof(fc.string(), fc.array(fc.string())),
);
const spicedJson = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        error: fc.oneof(
          fc.jsonValue(),
          fc.record({ errorType: fc.jsonValue(), statusCode: fc.jsonValue(), userMessage: fc.jsonValue() }),
        ),
        restricted_action: fc.jsonValue(),
        trace_id: fc.jsonValue(),
        success: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.string(),
);
const anyAnswer = fc.record({
  kind: fc.constant('answer' as const),
  status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 302, 401, 403, 404, 429, 500, 503)),
  headers: anyHeaders,
  body: spicedJson,
});

describe('any reply', () => {
  it('is classified without throwing', () => {
    fc.assert(
      fc.property(anyAnswer, anyCall, (exchange, call) => {
        const found = classify(exchange, call, settings);
        return found.kind === 'ok' || found.message.length > 0;
      }),
      { numRuns: 2000 },
    );
  });

  it('is ok for a JSON call only if it is JSON without an error and has a success status', () => {
    fc.assert(
      fc.property(anyAnswer, (exchange) => {
        if (classify(exchange, share, settings).kind !== 'ok') return true;
        const json = JSON.parse(exchange.body);
        return typeof json === 'object' && !json.error && Math.floor(exchange.status / 100) === 2;
      }),
      { numRuns: 4000 },
    );
  });
});
