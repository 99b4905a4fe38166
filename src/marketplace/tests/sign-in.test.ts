import { describe, expect, it } from 'vitest';
import { play } from './scripted-connection.fixture.ts';
import { errorBody, linkedSession, type Reply, seller, token, uiCookie } from './scripted-marketplace.fixture.ts';

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
    const { account, server } = await play(
      { 'GET /login': loginPage, [access]: signedIn },
      { session: { cookies: [] } },
    );
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

  it.each([
    ['the ui cookie', [`ui=${uiCookie}; Path=/`], 0],
    ['the who-am-I call', [], 1],
  ])('finds out who signed in from %s, if the reply does not say', async (_case, identity, probes) => {
    const { account, server } = await play(
      {
        'GET /login': loginPage,
        [access]: {
          json: { data: { auth: { isUserLoggedIn: true } } },
          headers: { 'set-cookie': ['jwt=fresh-session-0123; Path=/', ...identity] },
        },
        'GET /vm-rest/users/self': { json: { data: { id: seller.userId, username: seller.handle } } },
      },
      { session: { cookies: [] } },
    );
    expect(await account.signIn(credentials)).toMatchObject({ kind: 'ok', value: seller });
    expect(account.session()).toMatchObject(seller);
    expect(server.asked.filter(({ path }) => path.endsWith('/self'))).toHaveLength(probes);
  });

  it('a wrong password is sent once, and leaves the old session unchanged', async () => {
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
    ['the sign-in page again, which says nothing about an expired session', loginPage, 'protocol_changed'],
    ['a redirect to the sign-in page', { status: 302, headers: { location: '/login' }, text: '' }, 'protocol_changed'],
  ])('ends with %s', async (_case, reply, kind) => {
    const { account } = await play({ 'GET /login': loginPage, [access]: reply }, { session: { cookies: [] } });
    expect(await account.signIn(credentials)).toMatchObject({ kind });
    expect(account.session().cookies).toEqual([]);
  });

  it('uses other field names if the switches name them', async () => {
    const switches = { loginUserField: 'login', loginPasswordField: 'secret' };
    const script = { 'GET /login': loginPage, [access]: signedIn };
    const { account, server } = await play(script, { session: { cookies: [] }, switches });
    await account.signIn(credentials);
    expect(JSON.parse(server.writes()[0]?.body ?? '')).toEqual({ login: 'thrifty_jo', secret: 'correct horse' });
  });
});
