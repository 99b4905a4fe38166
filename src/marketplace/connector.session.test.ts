import { afterEach, describe, expect, it } from 'vitest';
import type { MarketSession } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from './connector.ts';
import {
  errorBody,
  linkedSession,
  movableClock,
  playMarketplace,
  type Reply,
  type Script,
  type ScriptedMarketplace,
  seller,
  signedInPage,
  token,
  uiCookie,
} from './scripted-marketplace.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function play(script: Script, session: MarketSession = linkedSession()) {
  const server = await playMarketplace(script);
  const market = connectMarketplace({ origin: server.origin, userAgent: 'Hangtag/0 (test)', clock: movableClock() });
  open.push(market, server);
  return { server, market, account: market.account(session) };
}

const withoutIdentity = (): MarketSession => ({ cookies: [{ name: 'jwt', value: 'jwt-canary-0123456789' }] });
const share = 'PUT /vm-rest/users/self/shared_posts/a';
const shared: Reply = { json: { trace_id: 't' } };

describe('bootstrap', () => {
  it('V1: finds token and identity, and the token is the one of the _csrf cookie', async () => {
    const { account, server } = await play({ 'GET /create-listing': signedInPage(token) }, withoutIdentity());
    expect(await account.bootstrap()).toEqual({ kind: 'ok', value: seller });
    const session = account.session();
    expect(session).toMatchObject({ token, ...seller });
    expect(session.cookies.find(({ name }) => name === '_csrf')?.value).toBe(session.token);
    expect(server.asked[0]?.headers).toMatchObject({
      accept: 'text/html',
      cookie: 'jwt=jwt-canary-0123456789',
      'user-agent': 'Hangtag/0 (test)',
    });
  });

  it('V2: finds the identity in a state with "};" inside a string', async () => {
    const state = JSON.stringify({ note: 'a "};" b', ui: { uid: seller.userId, dh: seller.handle } });
    const { account } = await play({ 'GET /create-listing': signedInPage(token, state) }, withoutIdentity());
    expect(await account.bootstrap()).toMatchObject({ kind: 'ok', value: seller });
  });

  it('V3: takes the identity from the ui cookie where the state does not parse', async () => {
    const page = { ...signedInPage(token, '{"ui":'), headers: { 'set-cookie': [`ui=${uiCookie}; Path=/`] } };
    const { account } = await play({ 'GET /create-listing': page }, withoutIdentity());
    expect(await account.bootstrap()).toMatchObject({ kind: 'ok', value: seller });
  });

  it('asks who it is where neither cookie nor state tells', async () => {
    const script = {
      'GET /create-listing': signedInPage(token, '{}'),
      'GET /vm-rest/users/self': { json: { id: 'u9', username: 'nine' } },
    };
    const { account } = await play(script, withoutIdentity());
    expect(await account.bootstrap()).toMatchObject({ kind: 'ok', value: { userId: 'u9', handle: 'nine' } });
  });

  it('tries the next page where the first is not there', async () => {
    const script = {
      'GET /create-listing': { status: 404, html: '<title>Page not found</title>' },
      'GET /feed': signedInPage(token),
    };
    const { account } = await play(script);
    expect(await account.bootstrap()).toMatchObject({ kind: 'ok' });
  });

  it('tries no other page after a human check', async () => {
    const { account, server } = await play({ 'GET /create-listing': { html: '<div id="captcha-popup">' } });
    expect(await account.bootstrap()).toMatchObject({ kind: 'human_check' });
    expect(server.asked).toHaveLength(1);
  });

  it('tells a page of nobody from one of the seller', async () => {
    const page = signedInPage(token, '{"auth":{"isUserLoggedIn":false}}');
    const { account } = await play({ 'GET /create-listing': page });
    expect(await account.bootstrap()).toMatchObject({ kind: 'session_expired' });
  });

  it('takes a page without any token for a marketplace that has changed', async () => {
    const script = { 'GET /create-listing': { html: '<p>hi</p>' }, 'GET /feed': { html: '<p>hi</p>' } };
    const { account } = await play(script, withoutIdentity());
    expect(await account.bootstrap()).toMatchObject({ kind: 'protocol_changed' });
  });
});

describe('the token', () => {
  it('V4: is renewed after a refusal, and the write repeated once: exactly two writes', async () => {
    const renewed = 'renewed-token-0123456';
    const script: Script = {
      'GET /create-listing': signedInPage(renewed),
      'GET /vm-rest/posts/a': { json: { id: 'a', price: 39, inventory: { status: 'available' } } },
      'POST /vm-rest/posts/a/likes/users/offers': ({ headers }) =>
        headers['x-xsrf-token'] === renewed ? shared : { status: 403, json: errorBody('InvalidCsrfTokenError', 403) },
    };
    const { account, server } = await play(script);
    expect(await account.sendOffer('a', { priceCents: 3300, discountId: 'd' })).toMatchObject({ kind: 'ok' });
    expect(server.writes().map(({ headers }) => headers['x-xsrf-token'])).toEqual([token, renewed]);
  });

  it('V4: a share refused for its token is the caller’s to repeat', async () => {
    const script: Script = {
      'GET /create-listing': signedInPage('renewed-token-0123456'),
      [share]: [{ status: 403, json: errorBody('InvalidCsrfTokenError', 403) }, shared],
    };
    const { account, server } = await play(script);
    expect(await account.share('a')).toMatchObject({ kind: 'token_rejected' });
    expect(server.asked).toHaveLength(1);
    await account.bootstrap();
    expect(await account.share('a')).toMatchObject({ kind: 'ok' });
  });

  it('a 403 that stays after a new token is forbidden, and does not come back as a matter of the token', async () => {
    const refusal = { status: 403, json: errorBody('ForbiddenError', 403) };
    const { account } = await play({ 'GET /create-listing': signedInPage('renewed-token-0123456'), [share]: refusal });
    expect(await account.share('a')).toMatchObject({ kind: 'token_rejected' });
    await account.bootstrap();
    expect(await account.share('a')).toMatchObject({ kind: 'forbidden' });
  });

  it('V5: stays in use while the marketplace takes it, and a newer cookie replaces it', async () => {
    const script = { [share]: [{ ...shared, headers: { 'set-cookie': '_csrf=from-a-cookie-01234; Path=/' } }, shared] };
    const { account, server } = await play(script);
    await account.share('a');
    await account.share('a');
    expect(server.writes().map(({ headers }) => headers['x-xsrf-token'])).toEqual([token, 'from-a-cookie-01234']);
  });

  it('is asked for before anything is shared without one', async () => {
    const { account, server } = await play({ [share]: shared }, withoutIdentity());
    expect(await account.share('a')).toMatchObject({ kind: 'token_rejected' });
    expect(server.asked).toHaveLength(0);
  });
});

describe('the probe', () => {
  it.each([
    ['wrapped', { data: { id: 'u1', display_handle: 'jo', username: 'other' }, trace_id: 't' }],
    ['bare', { id: 'u1', username: 'jo' }],
  ])('reads an answer %s', async (_case, json) => {
    const { account } = await play({ 'GET /vm-rest/users/self': { json } });
    expect(await account.probe()).toMatchObject({ kind: 'ok', value: { userId: 'u1', handle: 'jo' } });
    expect(account.session()).toMatchObject({ userId: 'u1', handle: 'jo' });
  });

  it.each([
    ['as a page', { status: 404, html: 'no' }],
    ['as an unknown route', { status: 404, json: { error: { error_type: 'InternalError' } } }],
  ])('falls back on the bootstrap page where the call is missing %s', async (_case, reply) => {
    const { account } = await play({ 'GET /vm-rest/users/self': reply, 'GET /create-listing': signedInPage(token) });
    expect(await account.probe()).toMatchObject({ kind: 'ok', value: seller });
  });

  it.each([
    ['E8a', { status: 401, json: errorBody('UnauthorizedError', 401) }],
    ['E8b', { status: 302, headers: { location: '/login' } }],
    ['E8c', { html: '<form id="login_form">' }],
    ['E8d', { text: 'false' }],
  ])('V21: %s is an expired session, for reads and for shares', async (_case, reply) => {
    const { account } = await play({ 'GET /vm-rest/users/self': reply, [share]: reply });
    expect(await account.probe()).toMatchObject({ kind: 'session_expired' });
    expect(await account.share('a')).toMatchObject({ kind: 'session_expired' });
  });
});

const loginPage: Reply = {
  html: `<meta name="csrftoken" content="${token}"><form><input name="login_form[password]"></form>`,
  headers: { 'set-cookie': [`_csrf=${token}; Path=/`, '__ssid=visitor-1; Path=/; HttpOnly'] },
};
const signedIn: Reply = {
  json: { data: { auth: { isUserLoggedIn: true }, ui: { uid: seller.userId, dh: seller.handle } }, trace_id: 't' },
  headers: { 'set-cookie': ['jwt=fresh-session-0123; Path=/; Max-Age=60', `ui=${uiCookie}; Path=/`] },
};
const access = 'POST /vm-rest/auth/users/access_token';
const credentials = { username: 'thrifty_jo', password: 'correct horse' };

describe('sign-in', () => {
  it('signs in and keeps the new session', async () => {
    const { account, server } = await play({ 'GET /login': loginPage, [access]: signedIn }, { cookies: [] });
    expect(await account.signIn(credentials)).toEqual({ kind: 'ok', value: seller, traceId: 't' });
    expect(account.session()).toMatchObject({ token, ...seller });
    const [page, call] = server.asked;
    expect(page?.headers.cookie).toBeUndefined();
    expect(JSON.parse(call?.body ?? '')).toEqual({ user_handle: 'thrifty_jo', password: 'correct horse' });
    expect(call?.headers).toMatchObject({
      'x-xsrf-token': token,
      'x-csrf-token': token,
      origin: server.origin,
      referer: `${server.origin}/login`,
      cookie: `_csrf=${token}; __ssid=visitor-1`,
    });
    expect(account.revision).toBeGreaterThan(0);
  });

  it('V6: a wrong password is one call and no more, and leaves the old session as it was', async () => {
    const refusal = { json: errorBody('InvalidCredentialsError', 401) };
    const { account, server } = await play({ 'GET /login': loginPage, [access]: refusal });
    expect(await account.signIn(credentials)).toMatchObject({ kind: 'invalid_credentials' });
    expect(server.writes()).toHaveLength(1);
    expect(server.asked[0]?.headers.cookie).toBeUndefined();
    expect(account.session()).toMatchObject(linkedSession());
  });

  it.each([
    ['a refusal by name', { json: errorBody('AccountSuspendedError', 403) }, 'account_blocked'],
    [
      'a human check',
      { json: { ...errorBody('SuspectedBotErrorV2', 403), restricted_action: 'login' } },
      'human_check',
    ],
    ['an unknown refusal', { json: errorBody('StrangeError', 400, 'Not today') }, 'unknown_failure'],
    ['no word of being signed in', { ...signedIn, json: { data: { auth: {} } } }, 'protocol_changed'],
    ['no session cookie', { json: signedIn.json }, 'protocol_changed'],
  ])('ends with %s', async (_case, reply, kind) => {
    const { account } = await play({ 'GET /login': loginPage, [access]: reply }, { cookies: [] });
    expect(await account.signIn(credentials)).toMatchObject({ kind });
    expect(account.session().cookies).toEqual([]);
  });

  it('V7: asks for a code, refuses the voided one and takes the second', async () => {
    let requests = 0;
    const { account, server } = await play(
      {
        'GET /login': loginPage,
        [access]: ({ body }) =>
          JSON.parse(body).entry_token === 'et_1' ? signedIn : { json: errorBody('EntryTokenRequired', 401) },
        'POST /vm-rest/auth/otp_requests': () => {
          requests += 1;
          return {
            json: { data: { request_token: `rt_${requests}`, delivery: 'sms', masked_destination: '***-0142' } },
          };
        },
        'POST /vm-rest/auth/entry_tokens': ({ body }) => {
          const { otp } = JSON.parse(body);
          if (otp === '111111') return { json: errorBody('ExpiredTokenError', 400) };
          return otp === '222222'
            ? { json: { data: { entryToken: 'et_1' } } }
            : { json: errorBody('InvalidInputError', 400, 'That code is not right') };
        },
      },
      { cookies: [] },
    );
    const first = await account.signIn(credentials);
    if (first.kind !== 'otp_required') throw new Error(first.kind);
    expect(account.session().cookies).toEqual([]);
    expect(await account.verifyCode(first.pending, { code: '111111', credentials })).toMatchObject({
      kind: 'otp_expired',
    });

    const one = await account.requestCode(first.pending);
    if (one.kind !== 'ok') throw new Error(one.kind);
    expect(one.value).toMatchObject({ requestToken: 'rt_1', delivery: 'sms', destination: '***-0142' });
    const two = await account.requestCode(one.value);
    if (two.kind !== 'ok') throw new Error(two.kind);
    expect(await account.verifyCode(two.value, { code: '111111', credentials })).toMatchObject({ kind: 'otp_expired' });
    expect(await account.verifyCode(two.value, { code: '999999', credentials })).toMatchObject({
      kind: 'otp_invalid',
      message: 'That code is not right',
    });
    expect(await account.verifyCode(two.value, { code: '222222', credentials })).toMatchObject({
      kind: 'ok',
      value: seller,
    });
    expect(account.session()).toMatchObject(seller);
    // The visitor cookie ties the code to its sign-in.
    expect(server.asked.at(-1)?.headers.cookie).toContain('__ssid=visitor-1');
  });

  it('takes other field names from the switches', async () => {
    const server = await playMarketplace({ 'GET /login': loginPage, [access]: signedIn });
    const switches = { loginUserField: 'login', loginPasswordField: 'secret' };
    const market = connectMarketplace({
      origin: server.origin,
      userAgent: 'Hangtag/0',
      clock: movableClock(),
      switches,
    });
    open.push(market, server);
    await market.account({ cookies: [] }).signIn(credentials);
    expect(JSON.parse(server.writes()[0]?.body ?? '')).toEqual({ login: 'thrifty_jo', secret: 'correct horse' });
  });
});

describe('the place', () => {
  it('V40: does not follow a redirect to another host', async () => {
    const other: ScriptedMarketplace = await playMarketplace({ 'GET /create-listing': signedInPage(token) });
    open.push(other);
    const away = { status: 302, headers: { location: `${other.origin}/create-listing` } };
    const { account } = await play({ 'GET /create-listing': away, 'GET /feed': away, [share]: away });
    expect(await account.bootstrap()).toMatchObject({ kind: 'protocol_changed' });
    expect(await account.share('a')).toMatchObject({ kind: 'protocol_changed' });
    expect(other.asked).toHaveLength(0);
  });

  it('is reached without any session', async () => {
    const { market, server } = await play({ 'GET /login': loginPage });
    expect(await market.reach()).toEqual({ kind: 'ok', value: null });
    expect(server.asked[0]?.headers.cookie).toBeUndefined();
  });

  it('is a network failure where nobody listens', async () => {
    const { market, server, account } = await play({});
    await server.close();
    expect(await market.reach()).toMatchObject({ kind: 'network' });
    expect(await account.share('a')).toMatchObject({ kind: 'network' });
  });

  it('is a network failure after it was closed', async () => {
    const { market, account } = await play({ [share]: shared });
    await market.close();
    expect(await account.share('a')).toMatchObject({ kind: 'network' });
  });

  it.each([['http://poshmark.com'], ['nonsense'], ['https://poshmark.com/closet']])(
    'refuses the address %s',
    (origin) => {
      expect(() => connectMarketplace({ origin, userAgent: 'Hangtag/0', clock: movableClock() })).toThrow(
        /marketplace's address/,
      );
    },
  );
});
