import { afterAll, describe, expect, test } from 'vitest';
import { errorOf, list, openMarket, record } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());

const metaToken = (html: string) => /<meta id="csrftoken" name="csrftoken" content="([^"]+)">/.exec(html)?.[1];

/** Finds the page state as a careful client does: by balancing braces outside of strings. */
function initialState(html: string): unknown {
  const start = html.indexOf('window.__INITIAL_STATE__=') + 'window.__INITIAL_STATE__='.length;
  let depth = 0;
  let inString = false;
  for (let i = start; i < html.length; i += 1) {
    const char = html[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return JSON.parse(html.slice(start, i + 1));
    }
  }
  return null;
}

describe('the bootstrap page', () => {
  test('with a live session it has token and identity, and the token equals the _csrf cookie', async () => {
    const jo = await market.seller();
    const page = await jo.bootstrap();
    const state = record(initialState(page.text));
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(metaToken(page.text)).toMatch(/^[0-9A-Za-z_-]{16,128}$/);
    expect(metaToken(page.text)).toBe(jo.jar.get('_csrf'));
    expect(state.csrftoken).toBe(jo.jar.get('_csrf'));
    expect(record(state.ui)).toEqual(record(record(state.userCookies).userInfo));
    expect(record(state.ui).dh).toBe('thrifty_jo');
    const cookie = JSON.parse(decodeURIComponent((jo.jar.get('ui') ?? '').replaceAll('+', ' ')));
    expect(cookie).toMatchObject({ uid: record(state.ui).uid, dh: 'thrifty_jo', fn: 'Jo Example' });
  });

  test('its state is one line of strict JSON and contains "};" inside a string', async () => {
    const jo = await market.seller();
    const { text } = await jo.bootstrap();
    const line = text.split('\n').find((found) => found.includes('__INITIAL_STATE__')) ?? '';
    expect(record(record(initialState(line)).auth).isUserLoggedIn).toBe(true);
    expect(line.indexOf('};')).toBeLessThan(line.lastIndexOf('};'));
  });

  test('a fault breaks the state, and the ui cookie still has the identity', async () => {
    const jo = await market.seller();
    await market.fault({ case: 'bad-state' }, { op: 'bootstrap' });
    const { text, status } = await jo.bootstrap();
    expect(status).toBe(200);
    expect(() => JSON.parse(/__INITIAL_STATE__=(.*);<\/script>/.exec(text)?.[1] ?? '')).toThrow();
    expect(metaToken(text)).toBe(jo.jar.get('_csrf'));
  });

  test.each(['/create-listing', '/feed'])('%s sends a visitor to the sign-in page', async (path) => {
    const reply = await market.visitor().get(path);
    expect(reply.status).toBe(302);
    expect(reply.headers.get('location')).toBe(`/login?redirect=${encodeURIComponent(path)}`);
  });
});

describe('tokens', () => {
  test('the token from two pages ago is E2, the write succeeds after a bootstrap, and the journal shows two writes', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    const id = String(first?.id);
    await jo.bootstrap();
    const old = jo.jar.get('_csrf') ?? '';
    await jo.bootstrap();
    await jo.bootstrap();
    const before = (await market.journal('share')).length;
    const refused = await jo.share(id, '', { 'x-xsrf-token': old });
    expect(refused.status).toBe(403);
    expect(errorOf(refused)).toEqual({ errorType: 'InvalidCsrfTokenError', userMessage: null, statusCode: 403 });
    await jo.bootstrap();
    expect(errorOf(await jo.share(id))).toEqual({});
    expect((await market.journal('share')).slice(before).map((entry) => entry.case)).toEqual(['E2', 'ok']);
  });

  test("the previous page's token is still good", async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    await jo.bootstrap();
    const previous = jo.jar.get('_csrf') ?? '';
    await jo.bootstrap();
    const reply = await jo.share(String(first?.id), '', { 'x-xsrf-token': previous });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({ trace_id: expect.any(String) });
  });

  test('JSON replies do not change the token', async () => {
    const jo = await market.seller();
    const before = jo.jar.get('_csrf');
    await jo.self();
    await jo.closet();
    expect(jo.jar.get('_csrf')).toBe(before);
  });

  test('lenient: a write without the header is accepted, and a wrong token is refused', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    const id = String(first?.id);
    const cookie = `jwt=${jo.jar.get('jwt')}`;
    const put = (headers: Record<string, string>) =>
      fetch(`${market.origin}/vm-rest/users/self/shared_posts/${id}`, {
        method: 'PUT',
        headers: { cookie, ...headers },
        body: '{}',
      });
    expect((await put({})).status).toBe(403);
    await market.control('POST', 'config', { xsrf: 'lenient' });
    expect((await put({})).status).toBe(200);
    expect((await put({ 'x-xsrf-token': 'wrong-token-of-some-length' })).status).toBe(403);
    await market.control('POST', 'config', { xsrf: 'strict' });
  });
});

describe('sign-in', () => {
  test('the right password sets jwt, ui, and _csrf with their attributes', async () => {
    const caller = market.visitor();
    await caller.get('/login');
    const reply = await caller.login('thrifty_jo', 'practice-1');
    expect(record(record(reply.json.data).auth)).toEqual({ isUserLoggedIn: true });
    expect(record(record(reply.json.data).ui)).toMatchObject({ dh: 'thrifty_jo', fn: 'Jo' });
    const lines = reply.headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('jwt='))).toMatch(
      /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
    expect(lines.find((line) => line.startsWith('_csrf='))).toMatch(/; Path=\/; SameSite=Lax$/);
    expect((await caller.get('/login')).headers.get('location')).toBe('/feed');
  });

  test('the email address works as the name, in any case', async () => {
    const jo = await market.seller('THRIFTY_JO@practice.example');
    expect(record((await jo.self()).json.data).username).toBe('thrifty_jo');
  });

  test('a wrong password and an unknown name are refused with the same message, in one call each', async () => {
    const caller = market.visitor();
    await caller.get('/login');
    const before = (await market.journal('login')).length;
    const wrong = await caller.login('thrifty_jo', 'nope');
    const unknown = await caller.login('who_is_that', 'nope');
    expect(errorOf(wrong)).toMatchObject({ errorType: 'InvalidCredentialsError', statusCode: 401 });
    expect(errorOf(unknown)).toEqual(errorOf(wrong));
    expect(caller.jar.has('jwt')).toBe(false);
    expect(await market.journal('login')).toHaveLength(before + 2);
  });

  test('without the visitor cookie there is no token, so no sign-in', async () => {
    const reply = await market.visitor().login('thrifty_jo', 'practice-1');
    expect(reply.status).toBe(403);
  });

  test('the first of two codes has expired, the second links', async () => {
    const olive = market.visitor();
    await olive.get('/login');
    const asked = await olive.login('otp_olive', 'practice-2');
    expect(errorOf(asked)).toMatchObject({ errorType: 'EntryTokenRequired', statusCode: 401 });
    const ask = async () => {
      const reply = await olive.call('POST', '/vm-rest/auth/otp_requests?pm_version=1', { user_handle: 'otp_olive' });
      const { json } = await market.control('GET', 'otp?account=otp_olive');
      return { token: String(record(reply.json.data).request_token), code: String(json.code) };
    };
    const first = await ask();
    const second = await ask();
    const type = (otp: string, token: string) =>
      olive.call('POST', '/vm-rest/auth/entry_tokens?pm_version=1', { otp, request_token: token });
    expect(errorOf(await type(first.code, second.token))).toMatchObject({ errorType: 'ExpiredTokenError' });
    expect(errorOf(await type(first.code, first.token))).toMatchObject({ errorType: 'ExpiredTokenError' });
    const wrong = second.code === '111111' ? '222222' : '111111';
    expect(errorOf(await type(wrong, second.token))).toMatchObject({
      errorType: 'InvalidInputError',
      userMessage: 'That code is not right',
    });
    const right = await type(second.code, second.token);
    const entry = String(record(right.json.data).entry_token);
    // The __ssid cookie ties the code to its sign-in attempt.
    const stranger = market.visitor();
    await stranger.get('/login');
    expect(errorOf(await stranger.login('otp_olive', 'practice-2', { entry_token: entry })).errorType).toBe(
      'EntryTokenRequired',
    );
    expect(errorOf(await olive.login('otp_olive', 'practice-2', { entry_token: entry }))).toEqual({});
    expect(record((await olive.self()).json.data).username).toBe('otp_olive');
    expect(errorOf(await olive.login('otp_olive', 'practice-2', { entry_token: entry })).errorType).toBe(
      'EntryTokenRequired',
    );
  });

  test('a code expires after ten minutes', async () => {
    const olive = market.visitor();
    await olive.get('/login');
    await olive.login('otp_olive', 'practice-2');
    const asked = await olive.call('POST', '/vm-rest/auth/otp_requests', { user_handle: 'otp_olive' });
    const { json } = await market.control('GET', 'otp?account=otp_olive');
    await market.control('POST', 'clock', { advanceMs: 600_001 });
    const token = record(asked.json.data).request_token;
    const reply = await olive.call('POST', '/vm-rest/auth/entry_tokens', { otp: json.code, request_token: token });
    expect(errorOf(reply).errorType).toBe('ExpiredTokenError');
  });

  test('a code is not sent to someone who has not given the password', async () => {
    const stranger = market.visitor();
    await stranger.get('/login');
    const reply = await stranger.call('POST', '/vm-rest/auth/otp_requests', { user_handle: 'otp_olive' });
    expect(errorOf(reply).userMessage).toBe('Log in first, then ask for a code');
  });
});

describe('a session that has ended', () => {
  test.each([
    ['E8a', 401, /"UnauthorizedError"/],
    ['E8b', 302, /^$/],
    ['E8c', 200, /login_form/],
    ['E8d', 200, /^false$/],
  ])('%s answers every call of the account in that style', async (style, status, body) => {
    const jo = await market.seller();
    await market.control('POST', 'sessions/expire', { account: 'thrifty_jo', style });
    for (const reply of [
      await jo.self(),
      await jo.closet(),
      await jo.share('68a0c1d2e3f405162738495a'),
      await jo.bootstrap(),
    ]) {
      expect(reply.status).toBe(status);
      expect(reply.text).toMatch(body);
      if (style === 'E8b') expect(reply.headers.get('location')).toBe('/login');
    }
    await jo.get('/login');
    expect(errorOf(await jo.login('thrifty_jo', 'practice-1'))).toEqual({});
    expect((await jo.self()).status).toBe(200);
  });

  test('an unknown jwt is answered with E8a, and so is a missing cookie if one is required', async () => {
    const stranger = market.visitor();
    expect((await stranger.self()).status).toBe(401);
    stranger.jar.set('jwt', 'made-up');
    expect((await stranger.self()).status).toBe(401);
  });
});

test('neither journal nor errors contain a password, a cookie, a token, or a code', async () => {
  const jo = await market.seller();
  await jo.login('thrifty_jo', 'a-wrong-password');
  const { json } = await market.control('GET', 'journal?since=0');
  const text = JSON.stringify(json);
  for (const secret of ['practice-1', 'a-wrong-password', jo.jar.get('jwt'), jo.jar.get('_csrf')]) {
    expect(text).not.toContain(secret);
  }
});

test('every response says that it comes from the practice marketplace', async () => {
  const caller = market.visitor();
  for (const path of [
    '/login',
    '/nope',
    '/vm-rest/nope',
    '/standin.css',
    '/pictures/m_jeans_2f5fa7_1.svg',
    '/__standin/health',
  ]) {
    expect((await caller.get(path)).headers.get('x-standin')).toBe('1');
  }
});
