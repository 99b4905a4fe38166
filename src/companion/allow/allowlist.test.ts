import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Asked, describe as about, judge } from './allowlist.ts';

const id = '68a0c1d2e3f405162738495a';
const token = 'k3Yb-0pQ_7wZx9LrAbCd';
const reading = { accept: 'application/json', referer: 'https://poshmark.com/closet/jo', 'user-agent': 'Hangtag' };
const writing = {
  ...reading,
  'content-type': 'application/json',
  origin: 'https://poshmark.com',
  'x-xsrf-token': token,
};
const json = (value: unknown): string => JSON.stringify(value);
const get = (path: string, change: Partial<Asked> = {}): Asked => ({
  method: 'GET',
  path,
  headers: reading,
  body: null,
  ...change,
});
const write = (method: string, path: string, body: unknown, change: Partial<Asked> = {}): Asked => ({
  method,
  path: `${path}?pm_version=2026.33.00`,
  headers: writing,
  body: json(body),
  ...change,
});
const offer = {
  offer_amount: { val: 33, currency_code: 'USD' },
  seller_shipping_discount: { id: null },
  offer_api_version: 3,
};
const update = { post: { title: 'Jeans', price_amount: { val: 25, currency_code: 'USD' } } };
const request = encodeURIComponent(json({ filters: { department: 'All' }, count: 48, max_id: 1777338896.123 }));
const salesPage = (change: object): string => encodeURIComponent(json({ filters: {}, count: 48, ...change }));
const opaque = 'ENC_QUJD-_x/y+z==';
const otherCloset = '/vm-rest/users/66b1f0a2c3d4e5f6a7b8c9d0/posts?app_version=2.55&nm=cl_all&summarize=true&max_id=';
/** A search as the connector makes it. */
const searching = (change: object): string => {
  const asked = {
    filters: { department: 'All', inventory_status: ['sold_out'], brand: ["Levi's"] },
    query_and_facet_filters: { department: 'All' },
    query: "levi's 501",
    experience: 'all',
    sizeSystem: 'us',
    sort_by: 'just_in',
    count: 48,
    ...change,
  };
  return `/vm-rest/posts?request=${encodeURIComponent(json(asked))}&summarize=true&pm_version=2026.33.00`;
};
const share = write('PUT', `/vm-rest/users/self/shared_posts/${id}`, {});
const isAllowed = (asked: Asked): boolean => 'allowed' in judge(asked);

describe('the list', () => {
  test.each<[string, Asked]>([
    ['page', get('/create-listing', { headers: { ...reading, accept: 'text/html' } })],
    ['page', get('/feed')],
    ['self', get('/vm-rest/users/self?pm_version=2026.33.00')],
    [
      'closet',
      get(
        `/vm-rest/users/thrifty_jo/posts/filtered?request=${request}&summarize=true&app_version=2.55&pm_version=2026.33.00`,
      ),
    ],
    ['closet', get(`${otherCloset}1777338896.123&pm_version=vue3.2026.36.00`)],
    ['closet', get(`${otherCloset}${encodeURIComponent(opaque)}&pm_version=2026.40.00`)],
    ['post', get(`/vm-rest/posts/${id}?pm_version=2026.33.00`)],
    ['likes', get(`/vm-rest/posts/${id}/likes?count=48&max_id=1777338896.123&pm_version=2026.33.00`)],
    [
      'discounts',
      get(
        `/vm-rest/users/66b1f0a2c3d4e5f6a7b8c9d0/seller_shipping_discounts/post?price_amount=33&object_id=${id}&pm_version=1`,
      ),
    ],
    ['search', get(searching({}))],
    ['search', get(searching({ max_id: opaque }))],
    ['search', get(searching({ count: '48' }))],
    [
      'sales',
      get(`/vm-rest/users/66b1f0a2c3d4e5f6a7b8c9d0/orders/sales?request=${salesPage({ max_id: opaque })}&pm_version=1`),
    ],
    ['party', get('/vm-rest/current_parties/us?pm_version=1')],
    ['news', get(`/vm-rest/users/66b1f0a2c3d4e5f6a7b8c9d0/newsfeed/share?count=48&max_id=1777338896.123&pm_version=1`)],
    ['share', { ...share, path: `${share.path}&event_ids=${id}` }],
    [
      'share',
      { ...write('PUT', `/vm-rest/posts/${id}/shares`, {}), path: `/vm-rest/posts/${id}/shares?event_ids=p_1` },
    ],
    ['share', share],
    ['share', write('PUT', `/vm-rest/posts/${id}/shares`, {})],
    ['update', write('POST', `/vm-rest/posts/${id}`, update)],
    ['offer', write('POST', `/vm-rest/posts/${id}/likes/users/offers`, offer)],
  ])('has %s', (call, asked) => {
    expect(judge(asked)).toMatchObject({ allowed: { call, method: asked.method, path: asked.path } });
    expect(about(asked).call).toBe(call);
  });

  test.each<[string, Asked]>([
    ['deletes a listing', write('DELETE', `/vm-rest/posts/${id}`, {})],
    ['reads messages', get('/vm-rest/users/self/conversations')],
    ['reads orders', get('/vm-rest/users/self/orders')],
    ['reads one order', get(`/vm-rest/orders/${id}`)],
    ['reads purchases', get(`/vm-rest/users/self/orders/purchases?request=${salesPage({})}`)],
    ['asks for more of a sale', get(`/vm-rest/users/self/orders/sales?request=${salesPage({ with: 'buyer' })}`)],
    ['signs in', write('POST', '/vm-rest/auth/users/access_token', { user_handle: 'jo', password: 'p' })],
    ['follows', write('POST', '/vm-rest/users/jo/follow', {})],
    ['leaves the path', get('/vm-rest/posts/../users/self')],
    ['shortens the path', get('/vm-rest/users/./posts/filtered')],
    ['hides a slash', get(`/vm-rest/posts/${id}%2Flikes`)],
    ['names a host', get(`https://poshmark.com/vm-rest/posts/${id}`)],
    ['names a host without a scheme', get(`//evil.example/vm-rest/posts/${id}`)],
    ['reads with a body', get(`/vm-rest/posts/${id}`, { body: '{}' })],
    ['reads with an unknown parameter', get(`/vm-rest/posts/${id}?include=orders`)],
    ['says a parameter twice', get(`/vm-rest/posts/${id}?pm_version=1&pm_version=2`)],
    ['asks for a key that a list hasn’t', get(`/vm-rest/posts?request=${encodeURIComponent('{"owner":1}')}`)],
    ['searches with a list for a cursor', get(searching({ max_id: [1] }))],
    ['searches with a count that is none', get(searching({ count: { gt: 1 } }))],
    [
      'reads a closet with words',
      get(`/vm-rest/users/jo/posts/filtered?request=${encodeURIComponent('{"query":"a"}')}`),
    ],
    ['reads another list of a closet', get('/vm-rest/users/jo/posts?nm=cl_hidden')],
    ['has a version that is none', get('/vm-rest/users/self?pm_version=2026 40')],
    ['shares into two parties', { ...share, path: `${share.path}&event_ids=${id},${id}` }],
    ['names a party twice', { ...share, path: `${share.path}&event_ids=${id}&event_ids=${id}` }],
    ['shares to somebody', { ...share, path: `${share.path}&user_id=${id}` }],
    ['reads other news', get('/vm-rest/users/self/newsfeed/all?count=48')],
    ['asks for more of the news', get('/vm-rest/users/self/newsfeed/share?count=48&with=buyer')],
    ['joins a party', write('POST', `/vm-rest/parties/${id}/rsvp`, {})],
    ['shares with a body', { ...share, body: '{"event_ids":["1"]}' }],
    ['shares without a body', { ...share, body: null }],
    ['overrides its method', { ...share, headers: { ...writing, 'x-http-method-override': 'DELETE' } }],
    ['brings credentials', { ...share, headers: { ...writing, authorization: 'Bearer 1' } }],
    ['has no token in the token’s header', { ...share, headers: { ...writing, 'x-xsrf-token': 'a b\r\nc' } }],
    ['updates more than a post', write('POST', `/vm-rest/posts/${id}`, { ...update, notify: true })],
    ['updates without a price', write('POST', `/vm-rest/posts/${id}`, { post: { title: 'Jeans' } })],
    [
      'sets half a dollar',
      write('POST', `/vm-rest/posts/${id}`, { post: { price_amount: { val: 2.5, currency_code: 'USD' } } }),
    ],
    ['offers with a message', write('POST', `/vm-rest/posts/${id}/likes/users/offers`, { ...offer, message: 'hi' })],
    [
      'offers nothing',
      write('POST', `/vm-rest/posts/${id}/likes/users/offers`, {
        ...offer,
        offer_amount: { val: 0, currency_code: 'USD' },
      }),
    ],
  ])('refuses what %s', (_, asked) => {
    expect(judge(asked)).toHaveProperty('refused');
    expect(about(asked)).toMatchObject({ call: expect.any(String) });
  });

  it('lets no cookie and no header of the server through', () => {
    const asked = { ...share, headers: { ...writing, cookie: 'jwt=1' } };
    expect(judge(asked)).toMatchObject({
      allowed: { headers: { accept: 'application/json', 'content-type': 'application/json', 'x-xsrf-token': token } },
    });
    expect(Object.keys((judge(asked) as { allowed: { headers: object } }).allowed.headers)).toHaveLength(3);
  });

  it('sends a body as it was understood, not as it was written', () => {
    const body = `{"post":{"title":"first"},"post":${json(update.post)}}`;
    expect(judge(write('POST', `/vm-rest/posts/${id}`, {}, { body }))).toMatchObject({
      allowed: { body: json(update) },
    });
  });
});

describe('whatever is asked', () => {
  const anyPath = fc.oneof(
    fc.webPath(),
    fc.string().map((text) => `/${text}`),
    fc
      .array(
        fc.constantFrom(
          'vm-rest',
          'posts',
          'users',
          'self',
          'shared_posts',
          'likes',
          'offers',
          '..',
          '.',
          '',
          id,
          'shares',
          'auth',
          '%2e%2e',
        ),
      )
      .map((parts) => `/${parts.join('/')}`),
  );
  const anyAsked = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'get'),
    path: fc
      .tuple(anyPath, fc.option(fc.webQueryParameters()))
      .map(([path, query]) => (query === null ? path : `${path}?${query}`)),
    headers: fc.constant(writing),
    body: fc.option(fc.json()),
  });
  const known = [
    /^GET \/(create-listing|feed)$/,
    /^GET \/vm-rest\/(users\/self|auth\/users\/session)$/,
    /^GET \/vm-rest\/users\/[\w.-]+\/(posts|posts\/filtered|seller_shipping_discounts\/post)$/,
    /^GET \/vm-rest\/(current_parties\/us|users\/[\w.-]+\/newsfeed\/share)$/,
    /^GET \/vm-rest\/posts(\/[\w-]+(\/likes)?)?$/,
    /^(PUT|POST) \/vm-rest\/users\/self\/shared_posts\/[\w-]+$/,
    /^(PUT|POST) \/vm-rest\/posts\/[\w-]+(\/shares|\/likes\/users\/offers)?$/,
  ];

  it('only calls of the wire protocol pass, at the same origin and path', () => {
    fc.assert(
      fc.property(anyAsked, (asked) => {
        const verdict = judge(asked);
        if ('refused' in verdict) return;
        const url = new URL(verdict.allowed.path, 'https://poshmark.com');
        expect(url.origin).toBe('https://poshmark.com');
        expect(known.some((pattern) => pattern.test(`${asked.method} ${url.pathname}`))).toBe(true);
        expect(verdict.allowed.isWrite).toBe(asked.method !== 'GET');
      }),
      { numRuns: 2000 },
    );
  });

  it('a share with anything in its body is refused', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        const parsed = JSON.parse(body);
        const isEmpty =
          typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && Object.keys(parsed).length === 0;
        expect(isAllowed({ ...share, body })).toBe(isEmpty);
      }),
    );
  });

  it('an offer with one more key anywhere is refused', () => {
    const places = [
      (value: object) => value,
      (value: object) => (value as typeof offer).offer_amount,
      (value: object) => (value as typeof offer).seller_shipping_discount,
    ];
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.jsonValue(), fc.constantFrom(...places), (key, value, place) => {
        const changed = structuredClone(offer);
        const target = place(changed);
        if (Object.hasOwn(target, key)) return;
        Object.defineProperty(target, key, { value, enumerable: true });
        expect(isAllowed(write('POST', `/vm-rest/posts/${id}/likes/users/offers`, changed))).toBe(false);
      }),
    );
  });
});
