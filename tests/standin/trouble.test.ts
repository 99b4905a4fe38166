import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, errorOf, ids, list, openMarket, type Reply, writeModel } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());
let jo: Caller;
let posts: string[];
beforeEach(async () => {
  await market.control('POST', 'reset', { seed: 7 });
  jo = await market.seller();
  posts = ids(list((await jo.closet()).json.data));
});

const at = (index: number) => posts[index] ?? '';
const brief = (reply: Reply) => ({ status: reply.status, type: errorOf(reply).errorType ?? errorOf(reply).error_type });

describe('every error case, on demand', () => {
  test.each([
    ['E1', 200, 'InvalidInputError'],
    ['E2', 403, 'InvalidCsrfTokenError'],
    ['E3', 200, 'SharePostRequestLimitExceededError'],
    ['E4', 200, 'SuspectedBotErrorV2'],
    ['E5', 403, 'SuspectedBotError'],
    ['E6', 403, undefined],
    ['E7', 429, 'RateLimitError'],
    ['E8a', 401, 'UnauthorizedError'],
    ['E8b', 302, undefined],
    ['E8c', 200, undefined],
    ['E8d', 200, undefined],
    ['E9', 404, 'InternalError'],
    ['E10', 404, 'PostRemovedError'],
    ['E11', 503, undefined],
    ['E12', 502, undefined],
    ['E13', 200, undefined],
    ['E14', 200, 'EntryTokenRequired'],
    ['E15', 200, 'AccountSuspendedError'],
    ['E16', 500, 'InternalError'],
  ])('%s answers a share with %i %s, once, and changes nothing', async (code, status, type) => {
    const before = (await jo.post(at(0))).json.share_count;
    await market.fault({ case: code }, { op: 'share' });
    const reply = await jo.share(at(0));
    expect(brief(reply)).toEqual({ status, type });
    expect((await jo.post(at(0))).json.share_count).toBe(before);
    expect(errorOf(await jo.share(at(0)))).toEqual({});
    expect((await market.journal('share')).map((entry) => [entry.case, entry.applied])).toEqual([
      [code, false],
      ['ok', true],
    ]);
  });

  test.each([
    ['E6', /id="captcha-popup"/],
    ['E8c', /login_form/],
    ['E11', /<title>We&#39;ll be right back<\/title>/],
    ['E12', /502 Bad Gateway/],
    ['E8d', /^false$/],
  ])('%s has its own error body', async (code, body) => {
    await market.fault({ case: code }, { op: 'share' });
    expect((await jo.share(at(0))).text).toMatch(body);
  });

  test('the error body has the path that was called, a trace, and its inner status', async () => {
    await market.fault({ case: 'E3' }, { op: 'share' });
    const { json } = await jo.share(at(0));
    expect(json).toEqual({
      error: {
        errorType: 'SharePostRequestLimitExceededError',
        params: null,
        pmErrorCode: null,
        userMessage: 'You have shared too many listings. Try again later.',
        stackTrace: null,
        errorMessage: null,
        statusCode: 429,
      },
      meta: { api_url: `/users/self/shared_posts/${at(0)}?pm_version=2026.33.00` },
      trace_id: expect.any(String),
    });
  });

  test.each([
    ['share', 'share_post'],
    ['update', 'update_post'],
    ['offer', 'send_offer'],
  ])('E4 on %s names the restricted action %s', async (op, action) => {
    const post = (await jo.post(at(0))).json;
    await market.fault({ case: 'E4' }, { op });
    const reply =
      op === 'share'
        ? await jo.share(at(0))
        : op === 'update'
          ? await jo.update(at(0), writeModel(post, 25))
          : await jo.offer(at(0), {});
    expect(reply.json.restricted_action).toBe(action);
  });

  test('E11 has the Retry-After it was given', async () => {
    await market.fault({ case: 'E11', retryAfter: 120 }, { op: 'share' });
    expect((await jo.share(at(0))).headers.get('retry-after')).toBe('120');
  });

  test('E13 claims to be JSON and is cut in the middle', async () => {
    await market.fault({ case: 'E13' }, { op: 'closet' });
    const reply = await jo.closet();
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(() => JSON.parse(reply.text)).toThrow();
  });

  test('an unknown route under /vm-rest is E9 and names the forwarded path', async () => {
    const reply = await jo.call('PUT', '/vm-rest/posts/nope/shares?x=1', {});
    expect([reply.status, reply.json]).toEqual([
      404,
      { error: { error_type: 'InternalError', message: 'PUT /v2/posts/nope/shares' } },
    ]);
    for (const [method, path] of [
      ['GET', '/vm-rest/posts/comparables?input={}'],
      ['DELETE', '/vm-rest/posts/x'],
      ['POST', '/vm-rest/posts/x/comments'],
    ] as const) {
      expect((await jo.call(method, path)).status).toBe(404);
    }
    // A route outside it, such as an old one for following, is not a page either.
    expect((await jo.call('POST', '/user/x/follow_user')).json).toEqual({
      error: { error_type: 'InternalError', message: 'POST /user/x/follow_user' },
    });
  });

  test('a human check refuses every write, even on a route that does not exist, but no read', async () => {
    await market.control('POST', 'human-check', { account: 'thrifty_jo', on: true });
    const unknown = ['/vm-rest/posts/x', '/vm-rest/posts/x/comments'];
    for (const path of unknown)
      for (const method of ['PUT', 'POST', 'DELETE'])
        expect((await jo.call(method, path)).json.restricted_action, `${method} ${path}`).toBeTypeOf('string');
    expect((await jo.call('GET', '/vm-rest/nope')).status).toBe(404);
    expect((await jo.self()).status).toBe(200);
  });

  test.each(['E6', 'E8c'])('%s is a page without a token, not with an empty one', async (code) => {
    await market.fault({ case: code }, { op: 'self' });
    expect((await jo.self()).text).not.toContain('csrftoken');
  });

  test.each([[{ text: 'Please slow down' }], [null], ['Plain words']])(
    'E1 says %j with HTTP 200',
    async (userMessage) => {
      await market.fault({ case: 'E1', userMessage }, { op: 'share' });
      const reply = await jo.share(at(0));
      expect(reply.status).toBe(200);
      expect(errorOf(reply)).toMatchObject({ userMessage, statusCode: 400 });
    },
  );
});

describe('faults', () => {
  test('`after: 4` means the fifth matching call, once', async () => {
    await market.fault({ case: 'E3', times: 1 }, { op: 'share', after: 4 });
    const types: unknown[] = [];
    for (let i = 0; i < 7; i += 1) types.push(errorOf(await jo.share(at(i))).errorType);
    const limit = 'SharePostRequestLimitExceededError';
    expect(types).toEqual([undefined, undefined, undefined, undefined, limit, undefined, undefined]);
  });

  test('`every: 3` means one call in three, from the one after `after` on', async () => {
    await market.fault({ case: 'E12', times: -1 }, { op: 'share', after: 1, every: 3 });
    for (let i = 0; i < 6; i += 1) await jo.share(at(i));
    expect((await market.journal('share')).map((entry) => entry.case)).toEqual(['ok', 'E12', 'ok', 'ok', 'E12', 'ok']);
  });

  test.each(['E4', 'E5', 'E6'])('%s from the third share on, until the fault is removed', async (code) => {
    await market.fault({ case: code, times: -1 }, { op: 'share', after: 2 });
    for (let i = 0; i < 5; i += 1) await jo.share(at(i));
    expect((await market.journal('share')).map((entry) => entry.case)).toEqual(['ok', 'ok', code, code, code]);
    await market.control('DELETE', 'faults');
    expect(errorOf(await jo.share(at(0)))).toEqual({});
  });

  test('a fault may name a listing and an account; others are left alone', async () => {
    await market.fault({ case: 'E16', times: -1 }, { op: 'share', listingId: at(1) }, 'one');
    await market.fault({ case: 'E15', times: -1 }, { op: 'any', account: 'big_bea' }, 'two');
    const bea = await market.seller('big_bea', 'practice-4');
    expect((await jo.share(at(0))).status).toBe(200);
    expect((await jo.share(at(1))).status).toBe(500);
    expect(brief(await bea.self())).toEqual({ status: 401, type: 'UnauthorizedError' });
    expect((await jo.self()).status).toBe(200);
  });

  test.each([
    ['timeout', 1],
    ['timeout-before', 0],
    ['reset', 1],
    ['reset-before', 0],
  ])('%s gives no answer, and the share was done %i times', async (name, done) => {
    const before = Number((await jo.post(at(0))).json.share_count);
    await market.fault({ case: name }, { op: 'share' });
    const cookie = jo.jar.header();
    const leaving = new AbortController();
    const sent = fetch(`${market.origin}/vm-rest/users/self/shared_posts/${at(0)}`, {
      method: 'PUT',
      body: '{}',
      headers: { cookie, 'x-xsrf-token': jo.jar.get('_csrf') ?? '' },
      signal: leaving.signal,
    });
    const unanswered = expect(sent).rejects.toThrow();
    // By then the share was done, or never will be.
    await expect.poll(() => market.journal('share')).toHaveLength(1);
    leaving.abort();
    await unanswered;
    expect((await jo.post(at(0))).json.share_count).toBe(before + done);
    expect((await market.journal('share')).map((entry) => [entry.case, entry.applied])).toEqual([[name, done === 1]]);
  });

  test('a delayed reply is late but correct', async () => {
    await market.fault({ case: 'ok', delayMs: 40 }, { op: 'self' });
    const begun = performance.now();
    expect((await jo.self()).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(35);
    expect((await market.journal('self')).map((entry) => entry.case)).toEqual(['ok']);
  });

  test('maintenance answers everything with E11', async () => {
    await market.control('POST', 'config', { maintenance: true });
    expect((await jo.self()).status).toBe(503);
    expect((await jo.bootstrap()).status).toBe(503);
    await market.control('POST', 'config', { maintenance: false });
    expect((await jo.self()).status).toBe(200);
  });
});

test('the order of checks: fault, session, token, human check, rate, existence', async () => {
  await market.control('POST', 'config', { callLimit: 1, maintenance: true });
  await market.control('POST', 'human-check', { account: 'thrifty_jo', on: true });
  await market.fault({ case: 'E16' }, { op: 'share' });
  const never = '68a0c1d2e3f405162738495a';
  const live = jo.jar.get('jwt') ?? '';
  const heard: unknown[] = [];
  const next = async (headers: Record<string, string> = {}) => heard.push((await jo.share(never, '', headers)).status);
  await next();
  await next();
  await market.control('POST', 'config', { maintenance: false });
  jo.jar.set('jwt', 'made-up');
  await next();
  jo.jar.set('jwt', live);
  await next({ 'x-xsrf-token': 'wrong' });
  await next();
  await market.control('POST', 'human-check', { account: 'thrifty_jo', on: false });
  await next();
  await next();
  await market.control('POST', 'config', { callLimit: 0 });
  await next();
  expect(heard).toEqual([500, 503, 401, 403, 200, 404, 429, 404]);
});
