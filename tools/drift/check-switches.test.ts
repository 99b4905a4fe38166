import { describe, expect, test } from 'vitest';
import type { Entry } from '../../src/marketplace/recording/recording.ts';
import { compareRecording } from './drift.ts';

const page = (path: string, more: Partial<NonNullable<Entry['page']>> = {}, status = 200): Entry => ({
  method: 'GET',
  path,
  query: {},
  requestHeaders: [],
  status,
  responseHeaders: [],
  setsCookies: [],
  page: { hasToken: true, marks: [], ...more },
});
const signedIn = { state: { auth: { isUserLoggedIn: true } } };
const visitor = { state: { auth: { isUserLoggedIn: false } } };
const write = (path: string, sent: unknown, received: unknown): Entry => ({
  ...page(path),
  method: 'POST',
  page: undefined,
  sent: sent as Entry['sent'],
  received: received as Entry['received'],
});

/** What the comparison says about one switch: its verdict, and the value that it proposes. */
const verdictOf = (id: string, entries: Entry[]): unknown => {
  const checks = compareRecording({
    format: 'hangtag-recording',
    version: 1,
    marketplace: 'poshmark.com',
    recordedOn: '2026-11-20',
    madeFrom: 'har',
    entries: JSON.parse(JSON.stringify(entries)),
  });
  const check = checks.find((one) => one.id === id);
  const [difference] = check?.differences ?? [];
  return difference === undefined ? check?.verdict : (difference.outOfReach ?? difference.seen);
};

describe('the pages that contain the token', () => {
  test.each<[string, Entry[], string]>([
    ['only the second was seen', [page('/feed', signedIn)], 'confirmed'],
    ['a page whose state has another shape still gives its token', [page('/feed', { state: { me: {} } })], 'confirmed'],
    ['the first is gone, and the second works', [page('/create-listing', {}, 404), page('/feed', signedIn)], '/feed'],
    ['another page says nothing of the sort', [page('/about')], 'not_seen'],
    ['the visitor is signed out', [page('/feed', visitor), page('/sell', visitor)], 'not_seen'],
    ['it is the sign-in page', [page('/feed', { marks: ['login'] })], 'not_seen'],
    ['it has no token', [page('/feed', { ...signedIn, hasToken: false })], 'not_seen'],
    ['it sets the token as a cookie', [{ ...page('/feed', { hasToken: false }), setsCookies: ['_csrf'] }], 'confirmed'],
    ['it belongs to someone', [page('/closet/<handle:1>', signedIn)], 'not_seen'],
  ])('%s', (_, entries, expected) => {
    expect(verdictOf('bootstrapPaths', entries)).toBe(expected);
  });
});

describe('prices', () => {
  const price = (val: number, received: unknown): Entry =>
    write('/vm-rest/posts/<id:1>', { post: { title: '<text:1>', price_amount: { val } } }, received);
  const refused = (words: string) => ({
    error: { errorType: 'InvalidInputError', statusCode: 400, userMessage: words },
  });
  test.each<[string, string, Entry, string]>([
    ['a refusal above the price is of no other limit', 'maxPrice', price(1, refused('<text:2> $5')), 'not_seen'],
    ['a lower price was taken', 'minPrice', price(2, { trace_id: '<id:2>' }), '2'],
    ['an ordinary price says nothing', 'minPrice', price(40, { trace_id: '<id:2>' }), 'not_seen'],
    ['a refusal without an amount says nothing', 'minPrice', price(1, refused('<text:2>')), 'not_seen'],
  ])('%s', (_, id, entry, expected) => {
    expect(verdictOf(id, [entry])).toBe(expected);
  });
});

describe('the sign-in', () => {
  test('with a form can’t be described, and says what to do instead', () => {
    const sent = { 'login_form[username_email]': '<email:1>', 'login_form[password]': '<secret:1>' };
    expect(verdictOf('loginUserField', [write('/login', sent, { data: {} })])).toMatch(/Import a session instead/);
  });
});

describe('errors', () => {
  test('of a share whose name says limit are the share limit, others are not', () => {
    const share = (errorType: string): Entry => ({
      ...write('/vm-rest/users/self/shared_posts/<id:1>', {}, { error: { errorType, statusCode: 400 } }),
      method: 'PUT',
    });
    expect(verdictOf('shareLimitWords', [share('TooManySharesError')])).toBe(
      'TooManySharesError,SharePostRequestLimitExceededError',
    );
    expect(verdictOf('shareLimitWords', [share('ShareLimitExceededError')])).toBe('confirmed');
    expect(verdictOf('shareLimitWords', [share('InvalidInputError')])).toBe('not_seen');
  });

  test('about an unknown route at a call’s address say that it is gone', () => {
    const entry: Entry = {
      ...write(
        '/vm-rest/users/self/shared_posts/<id:1>',
        {},
        { error: { error_type: 'InternalError', message: '<text:1>' } },
      ),
      method: 'PUT',
      status: 404,
    };
    expect(verdictOf('sharePath', [entry])).toMatch(/share a listing on the site/);
  });
});

const listing = (id: string, more: object = {}): object => ({
  id,
  title: '<text:1>',
  size: '<text:2>',
  colors: [],
  catalog: {},
  price_amount: { val: '40.0' },
  inventory: { status: 'available' },
  ...more,
});
const read = (path: string, received: unknown): Entry => ({ ...write(path, undefined, received), method: 'GET' });

describe('what only looks alike', () => {
  test('a write to something that is no listing is no share', () => {
    const known = read('/vm-rest/posts/<id:1>', listing('<id:1>'));
    const share = (id: string): Entry => write(`/vm-rest/items/${id}/share`, {}, { trace_id: '<id:9>' });
    expect(verdictOf('sharePath', [known, share('<id:2>')])).toBe('not_seen');
    expect(verdictOf('sharePath', [known, share('<id:1>')])).toBe('/vm-rest/items/{id}/share');
  });

  test('a feed of many sellers is no closet', () => {
    const feed = (...creators: string[]): Entry =>
      read('/vm-rest/home', { data: creators.map((creator_id, index) => listing(`<id:${index}>`, { creator_id })) });
    expect(verdictOf('closetPath', [feed('<id:7>', '<id:8>')])).toBe('not_seen');
    expect(verdictOf('closetPath', [feed('<id:7>', '<id:7>')])).toBe('/vm-rest/home');
  });
});

describe('what can’t be decided', () => {
  test('a path with two changing parts is named, and left alone', () => {
    const entry: Entry = { ...write('/vm-rest/closets/<handle:1>/share/<id:1>', {}, { trace_id: '<id:2>' }) };
    expect(verdictOf('sharePath', [entry, read('/vm-rest/posts/<id:1>', listing('<id:1>'))])).toMatch(
      /can’t tell apart/,
    );
  });

  test('two new fields that could both be the missing one are both named', () => {
    const two = { price_amount: undefined, amount_before: { val: '40.0' }, amount_after: { val: '30.0' } };
    const entry = read('/vm-rest/posts/<id:1>', listing('<id:1>', two));
    expect(verdictOf('shape.listing', [entry])).toMatch(
      /price_amount is missing, and it could be any of amount_(before|after)/,
    );
  });
});
