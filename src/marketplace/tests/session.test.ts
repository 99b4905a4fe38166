import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { MarketSession } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from '../connector/connector.ts';
import { offering, play } from './scripted-connection.fixture.ts';
import {
  errorBody,
  linkedSession,
  movableClock,
  type Reply,
  type Script,
  seller,
  signedInPage,
  token,
  uiCookie,
} from './scripted-marketplace.fixture.ts';

const withoutIdentity = (): MarketSession => ({ cookies: [{ name: 'jwt', value: 'jwt-canary-0123456789' }] });
const share = 'PUT /vm-rest/users/self/shared_posts/a';
const shared: Reply = { json: { trace_id: 't' } };

describe('bootstrap', () => {
  it('finds token and identity, and the token is the one of the _csrf cookie', async () => {
    const { account, server } = await play(
      { 'GET /create-listing': signedInPage(token) },
      { session: withoutIdentity() },
    );
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

  it('sends the site’s version as the page tells it, unless the switch names one', async () => {
    const page = signedInPage(token, '{"pm_version":"vue3.2026.36.00"}');
    const versionsWith = async (switches: object) => {
      const { account, server } = await play({ 'GET /create-listing': page, [share]: shared }, { switches });
      await account.bootstrap();
      await account.share('a');
      return server.asked.map(({ query }) => query.get('pm_version'));
    };
    expect(await versionsWith({})).toEqual([null, 'vue3.2026.36.00']);
    expect(await versionsWith({ pmVersion: '2026.40.00' })).toEqual([null, '2026.40.00']);
  });

  it('takes the identity from the ui cookie if the state does not parse', async () => {
    const page = { ...signedInPage(token, '{"ui":'), headers: { 'set-cookie': [`ui=${uiCookie}; Path=/`] } };
    const { account } = await play({ 'GET /create-listing': page }, { session: withoutIdentity() });
    expect(await account.bootstrap()).toMatchObject({ kind: 'ok', value: seller });
  });

  it('asks who is signed in if neither cookie nor state shows it', async () => {
    const script = {
      'GET /create-listing': signedInPage(token, '{}'),
      'GET /vm-rest/users/self': { json: { id: 'u9', username: 'nine' } },
    };
    const { account } = await play(script, { session: withoutIdentity() });
    expect(await account.bootstrap()).toMatchObject({ kind: 'ok', value: { userId: 'u9', handle: 'nine' } });
  });

  it('tries the next page if the first is missing', async () => {
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

  it('distinguishes a visitor’s page from the seller’s', async () => {
    const page = signedInPage(token, '{"auth":{"isUserLoggedIn":false}}');
    const { account } = await play({ 'GET /create-listing': page });
    expect(await account.bootstrap()).toMatchObject({ kind: 'session_expired' });
  });

  it('reports a page without any token as a changed marketplace', async () => {
    const script = { 'GET /create-listing': { html: '<p>hi</p>' }, 'GET /feed': { html: '<p>hi</p>' } };
    const { account } = await play(script, { session: withoutIdentity() });
    expect(await account.bootstrap()).toMatchObject({ kind: 'protocol_changed' });
  });
});

describe('the token', () => {
  it('is renewed after a refusal, and the write repeated once: exactly two writes', async () => {
    const renewed = 'renewed-token-0123456';
    const script: Script = {
      'GET /create-listing': signedInPage(renewed),
      'GET /vm-rest/posts/a': { json: { id: 'a', price: 39, inventory: { status: 'available' } } },
      'POST /vm-rest/posts/a/likes/users/offers': ({ headers }) =>
        headers['x-xsrf-token'] === renewed ? shared : { status: 403, json: errorBody('InvalidCsrfTokenError', 403) },
    };
    const { account, server } = await play(script);
    expect(await account.sendOffer('a', offering(3300, 'd'))).toMatchObject({ kind: 'ok' });
    expect(server.writes().map(({ headers }) => headers['x-xsrf-token'])).toEqual([token, renewed]);
  });

  it('a share refused because of its token is left to the caller to repeat', async () => {
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

  it('a 403 that remains after a new token means forbidden, not a stale token', async () => {
    const refusal = { status: 403, json: errorBody('ForbiddenError', 403) };
    const { account } = await play({ 'GET /create-listing': signedInPage('renewed-token-0123456'), [share]: refusal });
    expect(await account.share('a')).toMatchObject({ kind: 'token_rejected' });
    await account.bootstrap();
    expect(await account.share('a')).toMatchObject({ kind: 'forbidden' });
  });

  it('stays in use while the marketplace accepts it, and a newer cookie replaces it', async () => {
    const script = { [share]: [{ ...shared, headers: { 'set-cookie': '_csrf=from-a-cookie-01234; Path=/' } }, shared] };
    // An older cookie with a longer path stays in the jar, as in a browser.
    const { cookies, ...session } = linkedSession();
    const older = { name: '_csrf', value: 'an-older-token-0123', path: '/vm-rest' };
    const { account, server } = await play(script, { session: { ...session, cookies: [...cookies, older] } });
    await account.share('a');
    await account.share('a');
    expect(server.writes().map(({ headers }) => headers['x-xsrf-token'])).toEqual([token, 'from-a-cookie-01234']);
  });

  it('is loaded before the first share if there is none', async () => {
    const { account, server } = await play({ [share]: shared }, { session: withoutIdentity() });
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
  ])('falls back to the bootstrap page if the call is missing %s', async (_case, reply) => {
    const { account } = await play({ 'GET /vm-rest/users/self': reply, 'GET /create-listing': signedInPage(token) });
    expect(await account.probe()).toMatchObject({ kind: 'ok', value: seller });
  });
});

const loginPage: Reply = { html: `<meta name="csrftoken" content="${token}"><input name="login_form[password]">` };

describe('the origin', () => {
  it('does not follow a redirect to another host', async () => {
    const { server: other } = await play({ 'GET /create-listing': signedInPage(token) });
    const away = { status: 302, headers: { location: `${other.origin}/create-listing` } };
    const { account } = await play({ 'GET /create-listing': away, 'GET /feed': away, [share]: away });
    expect(await account.bootstrap()).toMatchObject({ kind: 'protocol_changed' });
    expect(await account.share('a')).toMatchObject({ kind: 'protocol_changed' });
    expect(other.asked).toHaveLength(0);
  });

  it('can be reached without a session', async () => {
    const { market, server } = await play({ 'GET /login': loginPage });
    expect(await market.reach()).toEqual({ kind: 'ok', value: null });
    expect(server.asked[0]?.headers.cookie).toBeUndefined();
  });

  it('is a network failure if nothing listens there', async () => {
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

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', Buffer.from],
  ])('may send its replies as %s, which is allowed without a request for it', async (coding, encode) => {
    const page = { id: 'u1', username: 'jo', about: 'naïve '.repeat(1000) };
    const raw: Reply['raw'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
      response.end(encode(JSON.stringify(page)));
    };
    const { account } = await play({ 'GET /vm-rest/users/self': { raw } });
    expect(await account.probe()).toMatchObject({ kind: 'ok', value: { userId: 'u1', handle: 'jo' } });
  });

  it.each([
    ['is cut', 'gzip', gzipSync('{"trace_id":"t"}').subarray(0, 20)],
    ['is a bomb', 'gzip', gzipSync(Buffer.alloc(9 * 1024 * 1024, 32))],
  ])('makes no share confirmed with an encoded reply that %s', async (_case, coding, body) => {
    const raw: Reply['raw'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
      response.end(body);
    };
    const { account } = await play({ [share]: { raw } });
    expect(await account.share('a')).toMatchObject({ kind: 'protocol_changed' });
  });

  it('must be one that a session may be sent to', () => {
    const connect = () =>
      connectMarketplace({ origin: 'http://poshmark.com', userAgent: 'Hangtag/0', clock: movableClock() });
    expect(connect).toThrow(/marketplace's address/);
  });
});
