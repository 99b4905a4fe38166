import { describe, expect, it } from 'vitest';
import { frontWorld } from './front-world.ts';

import { call, open, token, xhr } from './made-up-calls.ts';

describe('an https address', () => {
  it('asks browsers to keep using https', async () => {
    const own = open({ publicUrl: new URL('https://hangtag.example') });
    const reply = await own.call('/api/thing/find?q=a');
    expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect((await call('/api/thing/find?q=a')).headers.get('strict-transport-security')).toBeNull();
  });

  it('has cookies that only it can set and read', async () => {
    const world = await frontWorld({ serve: { publicUrl: new URL('https://hangtag.example') } });
    const reply = await world.call('/api/demo', { method: 'POST', headers: xhr });
    const [set = '', hint] = reply.headers.getSetCookie();
    expect(set).toMatch(/^__Host-hangtag=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=7776000$/);
    expect(hint).toBe('hangtag_signed_in=1; Path=/; SameSite=Lax; Secure; Max-Age=7776000');
    const cookie = set.split(';')[0] ?? '';
    expect((await world.call('/api/user', { headers: { cookie } })).status).toBe(200);
    expect((await world.call('/api/user', { headers: { cookie: cookie.replace('__Host-', '') } })).status).toBe(401);
    await world.drop();
  });
});

describe('the hint that someone is signed in', () => {
  const document = new Response('<title>Hangtag</title>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  const pages = { answer: async () => document.clone(), inline: { scripts: [], styles: [] } };
  const hint = 'hangtag_signed_in=1; Path=/; SameSite=Lax';
  const withSession = { cookie: `hangtag=${token}` };

  it.each(['/', '/dashboard', '/api/thing'])(
    'is set again with %s if it was lost and the session is still valid',
    async (path) => {
      const { call: ask } = open({ pages });
      expect((await ask(path, { headers: withSession })).headers.getSetCookie()).toEqual([hint]);
    },
  );

  it.each([
    ['the browser still has it', { cookie: `hangtag=${token}; hangtag_signed_in=1` }],
    ['the session has ended', { cookie: `hangtag=${'E'.repeat(43)}` }],
    ['nobody is signed in', {}],
  ])('is not changed if %s', async (_, headers) => {
    const { call: ask } = open({ pages });
    expect((await ask('/', { headers })).headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['no-cache', 'private, no-cache'],
    ['no-store', 'no-store'],
  ])('turns a page that caches may keep (%s) into one that is %s', async (given, sent) => {
    const headers = { 'content-type': 'text/html', 'cache-control': given };
    const { call: ask } = open({ pages: { ...pages, answer: async () => new Response('', { headers }) } });
    expect((await ask('/', { headers: withSession })).headers.get('cache-control')).toBe(sent);
    expect((await ask('/')).headers.get('cache-control')).toBe(given);
  });

  it('is secure if the session is', async () => {
    const { call: ask } = open({ pages, publicUrl: new URL('https://hangtag.example') });
    const reply = await ask('/', { headers: { cookie: `__Host-hangtag=${token}` } });
    expect(reply.headers.getSetCookie()).toEqual([`${hint}; Secure`]);
  });

  it('is deleted with the session by the call that signs out, and gives no access alone', async () => {
    const world = await frontWorld();
    const demo = await world.call('/api/demo', { method: 'POST', headers: xhr });
    const cookie = demo.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    for (const headers of [xhr, { ...xhr, cookie }]) {
      const left = await world.call('/api/logout', { method: 'POST', headers });
      expect(left.headers.getSetCookie()).toEqual([
        'hangtag=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
        'hangtag_signed_in=; Path=/; SameSite=Lax; Max-Age=0',
      ]);
    }
    expect((await world.call('/api/user', { headers: { cookie: 'hangtag_signed_in=1' } })).status).toBe(401);
    await world.drop();
  });
});

describe('the client’s address', () => {
  it('is the peer’s, whatever headers the client sends, unless a proxy is trusted', async () => {
    const headers = { ...xhr, 'x-forwarded-for': '1.2.3.4' };
    const ask = (own: ReturnType<typeof open>) =>
      own.call('/api/who', { method: 'POST', headers }, '10.0.0.9').then((reply) => reply.json());
    expect(await ask(open())).toMatchObject({ address: '10.0.0.9', forwarded: true });
    expect(await ask(open({ trustedProxies: { kind: 'hops', count: 1 } }))).toMatchObject({ address: '1.2.3.4' });
  });
});
