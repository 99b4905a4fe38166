import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, errorOf, ids, list, openMarket, type Reply } from './caller.ts';

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
});

describe('faults', () => {
  test('`after: 1` and `every: 3` mean one call in three, from the second on, and `times: 2` not more than two', async () => {
    await market.fault({ case: 'E12', times: 2 }, { op: 'share', after: 1, every: 3 });
    for (let i = 0; i < 8; i += 1) await jo.share(at(i));
    const cases = (await market.journal('share')).map((entry) => entry.case);
    expect(cases).toEqual(['ok', 'E12', 'ok', 'ok', 'E12', 'ok', 'ok', 'ok']);
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

describe('limits', () => {
  test('the daily limit is a sliding window: 24 hours after the first share one more fits', async () => {
    await market.control('POST', 'config', { shareLimitPerDay: 3 });
    for (let i = 0; i < 3; i += 1) {
      expect(errorOf(await jo.share(at(i)))).toEqual({});
      await market.control('POST', 'clock', { advanceMs: 3_600_000 });
    }
    expect(errorOf(await jo.share(at(3)))).toMatchObject({
      errorType: 'SharePostRequestLimitExceededError',
      statusCode: 429,
    });
    await market.control('POST', 'clock', { advanceMs: 21 * 3_600_000 - 1 });
    expect(errorOf(await jo.share(at(3))).statusCode).toBe(429);
    await market.control('POST', 'clock', { advanceMs: 1 });
    expect(errorOf(await jo.share(at(3)))).toEqual({});
    expect(errorOf(await jo.share(at(4))).statusCode).toBe(429);
  });

  test('sharing in bursts causes the human check, which stays until it is solved', async () => {
    await market.control('POST', 'config', { burstLimit: 3 });
    for (let i = 0; i < 3; i += 1) await jo.share(at(i));
    expect(errorOf(await jo.share(at(3))).errorType).toBe('SuspectedBotErrorV2');
    await market.control('POST', 'clock', { advanceMs: 61_000 });
    expect(errorOf(await jo.share(at(3))).errorType).toBe('SuspectedBotErrorV2');
    await market.control('POST', 'human-check', { account: 'thrifty_jo', on: false });
    expect(errorOf(await jo.share(at(3)))).toEqual({});
  });

  test('the demo starts with limits, and tests start without', async () => {
    const demo = await openMarket({ limits: 'demo' });
    expect((await demo.control('POST', 'config', {})).json).toMatchObject({
      shareLimitPerDay: 5000,
      burstLimit: 40,
      callLimit: 120,
    });
    expect((await market.control('POST', 'config', {})).json).toMatchObject({
      shareLimitPerDay: 0,
      burstLimit: 0,
      callLimit: 0,
    });
    await demo.close();
  });
});

describe('the human check', () => {
  test('the button on the page clears it and leads back to the closet', async () => {
    await market.control('POST', 'human-check', { account: 'thrifty_jo', on: true });
    const page = await jo.get('/human-check?account=thrifty_jo');
    expect(page.text).toContain('id="captcha-popup"');
    expect(page.text).toContain('I am a person');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await jo.call('POST', '/human-check', new URLSearchParams({ csrf }).toString(), form);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/closet/thrifty_jo']);
    expect((await jo.self()).status).toBe(200);
    expect(errorOf(await jo.share(at(0)))).toEqual({});
  });
});
