import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { RouteTable } from '#contract/route.ts';
import { Failure } from '#domain/failure.ts';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import { type ServeOptions, serve } from '#server/http/serve.ts';
import { silentLog } from '#tests/database.ts';
import { frontWorld, type World } from './front-world.ts';

const token = 'T'.repeat(43);
const xhr = { 'x-requested-with': 'XMLHttpRequest' };
const sent = { ...xhr, 'content-type': 'application/json', cookie: `hangtag=${token}` };

const table = {
  thing: {
    read: {
      method: 'GET',
      path: '/api/thing',
      summary: 'Read',
      access: 'user',
      etag: true,
      reply: z.object({ n: z.number() }),
    },
    find: {
      method: 'GET',
      path: '/api/thing/find',
      summary: 'Find',
      access: 'public',
      query: z.strictObject({ q: z.string('Please say what').max(10, 'That is too long') }),
      reply: z.object({ q: z.string() }),
    },
    write: {
      method: 'POST',
      path: '/api/thing',
      summary: 'Write',
      access: 'user',
      idempotent: true,
      body: z.strictObject({
        name: z.string('A name is needed'),
        deep: z.array(z.strictObject({ at: z.number('A number is needed') })).optional(),
      }),
      reply: z.object({ name: z.string(), key: z.string().nullable() }),
    },
    change: {
      method: 'PATCH',
      path: '/api/thing/{id}',
      summary: 'Change',
      access: 'public',
      reply: z.object({ id: z.string() }),
    },
    photo: {
      method: 'POST',
      path: '/api/thing/photo',
      summary: 'A large one',
      access: 'public',
      bodyLimit: 1_000_000,
      body: z.strictObject({ image: z.string() }),
      reply: z.object({ size: z.number() }),
    },
    crash: { method: 'GET', path: '/api/crash', summary: 'Crash', access: 'public', reply: z.object({}) },
    late: { method: 'GET', path: '/api/late', summary: 'Too often', access: 'public', reply: z.object({}) },
    who: {
      method: 'POST',
      path: '/api/who',
      summary: 'Who calls',
      access: 'public',
      client: true,
      reply: z.object({ address: z.string(), userAgent: z.string(), forwarded: z.boolean() }),
    },
  },
} as const satisfies RouteTable;

type Told = { fields: Record<string, unknown>; message: string };

function open(change: Partial<ServeOptions<typeof table, { id: string }>> = {}) {
  const lines: Told[] = [];
  const tell = (fields: object, message: string) => void lines.push({ fields: { ...fields }, message });
  const server = serve<typeof table, { id: string }>({
    routes: table,
    handlers: {
      thing: {
        // More than the row names: what must not leave.
        read: async () => ({ n: 1, password: 'never told' }),
        find: async ({ query }) => ({ q: query.q }),
        write: async ({ body, idempotencyKey }) => ({ name: body.name, key: idempotencyKey }),
        change: async ({ id }) => ({ id }),
        photo: async ({ body }) => ({ size: body.image.length }),
        crash: async () => {
          throw new Error('select secret from users at /srv/app.ts');
        },
        late: async () => {
          throw new Failure('too_many_requests', 'Not so fast.', { retryAfterMs: 1500 });
        },
        who: async ({ client }) => client,
      },
    },
    whoIs: async (given) => (given === token ? { id: '7' } : null),
    publicUrl: null,
    trustedProxies: { kind: 'none' },
    clock: manualClock(0),
    log: { debug: tell, info: tell, error: tell },
    ...change,
  });
  const call = (path: string, init: RequestInit = {}, peer?: string) =>
    server.fetch(new Request(`http://localhost:5000${path}`, init), peer);
  return { server, call, lines };
}

const { call, lines } = open();
const post = (body: BodyInit | undefined, headers: Record<string, string> = sent, path = '/api/thing') =>
  call(path, { method: 'POST', body, headers });
const failure = async (reply: Response) => ({ status: reply.status, ...(await reply.json()) });

describe('every reply', () => {
  const replies: [string, () => Promise<Response>][] = [
    ['a good one', () => call('/api/thing/find?q=a')],
    ['one without a session', () => call('/api/thing')],
    ['an unknown call', () => call('/api/nothing')],
    ['/api itself', () => call('/api')],
    ['a wrong method', () => call('/api/thing', { method: 'PUT', headers: sent })],
    ['broken JSON', () => post('{')],
    ['a forged one', () => post('{}', { origin: 'https://evil.example' })],
    ['a crash', () => call('/api/crash')],
    ['one too often', () => call('/api/late')],
    ['another type', () => post('a=1', { ...sent, 'content-type': 'text/plain' })],
  ];
  it.each(replies)('is JSON with its headers: %s', async (_, ask) => {
    const reply = await ask();
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    expect(reply.headers.get('server')).toBeNull();
    expect(reply.headers.get('x-powered-by')).toBeNull();
    expect(typeof (await reply.json())).toBe('object');
  });

  it('to a body that broke off on its way is no crash of ours', async () => {
    lines.length = 0;
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error('aborted')) });
    const init = { method: 'POST', body, headers: sent, duplex: 'half' };
    expect((await call('/api/thing', init)).status).toBe(400);
    expect(lines.map(({ message }) => message)).toEqual(['Request']);
  });

  it('has an id that its log line carries too', async () => {
    lines.length = 0;
    const reply = await post('{"name":"secret words"}');
    const id = reply.headers.get('x-request-id');
    expect(lines.map(({ fields }) => fields.requestId)).toEqual([id]);
    expect(lines[0]?.fields).toMatchObject({ route: 'thing.write', status: 200, userId: '7' });
    expect(JSON.stringify(lines)).not.toContain('secret words');
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  it('holds what its row names and nothing else', async () => {
    expect(await (await call('/api/thing', { headers: sent })).text()).toBe('{"n":1}');
  });
});

describe('a refusal', () => {
  it('of a crash tells a request id and no internals', async () => {
    const reply = await call('/api/crash');
    const body = await reply.clone().json();
    expect(reply.status).toBe(500);
    expect(body).toEqual({
      error: 'internal',
      message: expect.any(String),
      requestId: reply.headers.get('x-request-id'),
    });
    expect(JSON.stringify(body)).not.toMatch(/select|srv/);
  });

  it('for coming too often says when to come again', async () => {
    const reply = await call('/api/late');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '2']);
  });

  it('of a wrong method names the right ones', async () => {
    const cases: [string, string, string][] = [
      ['PUT', '/api/thing', 'GET, HEAD, POST'],
      ['DELETE', '/api/thing/5', 'PATCH'],
      ['GET', '/api/thing/photo', 'POST'],
      ['PATCH', '/api/thing/photo', 'POST'],
      ['OPTIONS', '/api/thing', 'GET, HEAD, POST'],
      ['POST', '/api/openapi.json', 'GET, HEAD'],
    ];
    for (const [method, path, allow] of cases) {
      const reply = await call(path, { method, headers: xhr });
      expect([method, path, reply.status, reply.headers.get('allow')]).toEqual([method, path, 405, allow]);
    }
  });

  it('is 404 for what does not exist', async () => {
    for (const path of ['/api/nothing', '/api', '/api/', '/api/thing/find/x.css', '/api/user/x.css', '/api/thing/']) {
      expect([path, (await call(path)).status]).toEqual([path, 404]);
    }
    const odd = await call('/api/thing/%00', { method: 'PATCH', headers: xhr });
    expect(odd.status).toBe(404);
  });

  it('does not listen to a method that is smuggled in a header', async () => {
    const reply = await call('/api/thing', { headers: { ...sent, 'x-http-method-override': 'POST' } });
    expect(await reply.json()).toEqual({ n: 1 });
  });

  it('is 401 without a session, whatever else claims one', async () => {
    const claims: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${token}` },
      { cookie: 'hangtag=short' },
      { cookie: `other=${token}` },
    ];
    for (const headers of claims) expect((await call('/api/thing', { headers })).status).toBe(401);
    expect((await call(`/api/thing?token=${token}`)).status).toBe(401);
  });
});

describe('a body', () => {
  const refused: [string, BodyInit, Record<string, string>, number, string][] = [
    ['of plain text', '{}', { ...sent, 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [
      'of a form',
      'name=a',
      { ...sent, 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    [
      'that only begins like JSON’s type',
      '{}',
      { ...sent, 'content-type': 'application/jsonp' },
      415,
      'unsupported_media_type',
    ],
    ['that is compressed', '{}', { ...sent, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['that is broken', '{"name":', sent, 400, 'invalid_input'],
    ['that is a list', '[]', sent, 400, 'invalid_input'],
    ['that is null', 'null', sent, 400, 'invalid_input'],
    ['that is no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), sent, 400, 'invalid_input'],
    ['with a NUL in it', '{"name":"a\\u0000"}', sent, 400, 'invalid_input'],
    ['with one field twice', '{"name":"a","name":"b"}', sent, 400, 'invalid_input'],
    ['with one field twice, spelt differently', '{"name":"a","n\\u0061me":"b"}', sent, 400, 'invalid_input'],
    ['of 100,001 bytes', JSON.stringify({ name: 'x'.repeat(99_990) }), sent, 413, 'body_too_large'],
  ];
  it.each(refused)('%s is refused', async (_, body, headers, status, error) => {
    expect(await failure(await post(body, headers))).toMatchObject({ status, error });
  });

  it('of exactly 100,000 bytes is taken', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(99_989) });
    expect(body.length).toBe(100_000);
    expect((await post(body)).status).toBe(200);
  });

  it('is measured as it comes, whatever its length claims to be', async () => {
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(stream) {
        given += 10_000;
        stream.enqueue(new Uint8Array(10_000).fill(0x20));
      },
    });
    const init = { method: 'POST', body: endless, headers: { ...sent, 'content-length': '2' }, duplex: 'half' };
    const reply = await call('/api/thing', init);
    expect(reply.status).toBe(413);
    expect(given).toBeLessThan(200_000);
  });

  it('may be larger where its row says so', async () => {
    const photo = (bytes: number) => post(JSON.stringify({ image: 'x'.repeat(bytes) }), sent, '/api/thing/photo');
    expect(await (await photo(900_000)).json()).toEqual({ size: 900_000 });
    expect((await photo(1_000_000)).status).toBe(413);
  });

  it('names unknown and wrong fields by their path', async () => {
    const body = { name: 'a', extra: 1, deep: [{ at: 1 }, { at: 'x', more: true }] };
    expect(await failure(await post(JSON.stringify(body)))).toMatchObject({
      status: 400,
      fields: {
        extra: 'There is no field "extra" here',
        'deep.1.at': 'A number is needed',
        'deep.1.more': 'There is no field "more" here',
      },
    });
    expect(await failure(await post(undefined))).toMatchObject({ status: 400, fields: { name: 'A name is needed' } });
  });

  it('that is no object is refused without naming fields', async () => {
    for (const body of ['[]', '5', '"name"', 'null']) {
      expect(await (await post(body)).json()).toEqual({
        error: 'invalid_input',
        message: 'The request is not in the expected form.',
      });
    }
  });

  it('gets a plain sentence for a field whose row gives no words', async () => {
    const body = JSON.stringify({ name: 'a', deep: 'x' });
    const sentence = 'This is not in the expected form';
    expect(await failure(await post(body))).toMatchObject({ message: sentence, fields: { deep: sentence } });
  });

  it('is refused where a call takes none, but for an empty object', async () => {
    const change = (body: BodyInit | undefined) => call('/api/thing/5', { method: 'PATCH', body, headers: sent });
    expect((await change(undefined)).status).toBe(200);
    expect((await change('{}')).status).toBe(200);
    expect((await change('{"price":1}')).status).toBe(400);
    expect((await change('[1]')).status).toBe(400);
  });

  it('survives a hostile one quickly', async () => {
    const hostile = ['['.repeat(99_000), '{"a":'.repeat(19_000), `{"name":"${'\\\\'.repeat(40_000)}"}`];
    for (const body of hostile) {
      const startedAt = performance.now();
      expect((await post(body)).status).toBeLessThan(500);
      expect(performance.now() - startedAt).toBeLessThan(500);
    }
  });
});

describe('a query', () => {
  it('is parsed like a body', async () => {
    expect(await (await call('/api/thing/find?q=%25_%27')).json()).toEqual({ q: "%_'" });
    expect(await failure(await call('/api/thing/find'))).toMatchObject({
      status: 400,
      fields: { q: 'Please say what' },
    });
    expect((await call('/api/thing/find?q=a&z=1')).status).toBe(400);
    expect((await call('/api/thing/find?q=a&q=b')).status).toBe(400);
  });
});

describe('a request of another site', () => {
  const host = { host: 'localhost:5000' };
  const cases: [string, Record<string, string>, number][] = [
    ['this origin', { ...host, origin: 'http://localhost:5000' }, 200],
    ['another origin', { ...host, origin: 'https://evil.example', ...xhr }, 403],
    ['another port', { ...host, origin: 'http://localhost:5001', ...xhr }, 403],
    ['no origin to speak of', { ...host, origin: 'null', ...xhr }, 403],
    ['an origin that is no address', { ...host, origin: 'localhost:5000', ...xhr }, 403],
    ['an origin that begins like ours', { ...host, origin: 'http://localhost:5000.evil.example', ...xhr }, 403],
    ['this site by the browser’s word', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['another site by the browser’s word', { 'sec-fetch-site': 'cross-site', ...xhr }, 403],
    ['a sibling domain', { 'sec-fetch-site': 'same-site', ...xhr }, 403],
    ['another site with our origin', { ...host, origin: 'http://localhost:5000', 'sec-fetch-site': 'cross-site' }, 403],
    ['a program with the header', { ...xhr }, 200],
    ['a program without any header', {}, 403],
    ['a program with another header', { 'x-requested-with': 'curl' }, 403],
  ];
  it.each(cases)('%s, without a body', async (_, headers, status) => {
    expect((await call('/api/thing/5', { method: 'PATCH', headers })).status).toBe(status);
  });

  it('is known by the public address behind a proxy', async () => {
    const own = open({ publicUrl: new URL('https://hangtag.example') });
    const ask = (origin: string) =>
      own.call('/api/thing/5', { method: 'PATCH', headers: { origin, host: 'internal:5000' } });
    expect((await ask('https://hangtag.example')).status).toBe(200);
    expect((await ask('http://hangtag.example')).status).toBe(403);
    expect((await ask('https://evil.example')).status).toBe(403);
  });

  it('reads nothing that belongs to somebody', async () => {
    const headers = { cookie: `hangtag=${token}`, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await call('/api/thing', { headers })).status).toBe(403);
    expect((await call('/api/thing/find?q=a', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
  });
});

describe('an unchanged reply', () => {
  it('is not sent again', async () => {
    const first = await call('/api/thing', { headers: sent });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await call('/api/thing', { headers: { ...sent, 'if-none-match': etag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await call('/api/thing', { headers: { ...sent, 'if-none-match': '"other"' } })).status).toBe(200);
    for (const match of ['*', `W/${etag}`, `"other", ${etag}`]) {
      expect((await call('/api/thing', { headers: { ...sent, 'if-none-match': match } })).status).toBe(304);
    }
  });
});

describe('an Idempotency-Key', () => {
  it('is handed on, and refused where it is none', async () => {
    const ask = (key: string) => post('{"name":"a"}', { ...sent, 'idempotency-key': key });
    expect(await (await ask('k-1')).json()).toEqual({ name: 'a', key: 'k-1' });
    expect(await (await post('{"name":"a"}')).json()).toEqual({ name: 'a', key: null });
    expect((await ask('x'.repeat(201))).status).toBe(400);
  });
});

describe('an https address', () => {
  it('asks browsers to stay on it', async () => {
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

  it('takes the session and its hint away together, and the hint alone opens nothing', async () => {
    const world = await frontWorld();
    const left = await world.call('/api/logout', { method: 'POST', headers: xhr });
    expect(left.headers.getSetCookie()).toEqual([
      'hangtag=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      'hangtag_signed_in=; Path=/; SameSite=Lax; Max-Age=0',
    ]);
    expect((await world.call('/api/user', { headers: { cookie: 'hangtag_signed_in=1' } })).status).toBe(401);
    await world.drop();
  });
});

describe('the hint that someone is signed in', () => {
  const document = new Response('<title>Hangtag</title>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  const pages = { answer: async () => document.clone(), inline: { scripts: [], styles: [] } };
  const hint = 'hangtag_signed_in=1; Path=/; SameSite=Lax';
  const withSession = { cookie: `hangtag=${token}` };

  it.each(['/', '/dashboard', '/api/thing'])(
    'comes back with %s where it was lost and the session still holds',
    async (path) => {
      const { call: ask } = open({ pages });
      expect((await ask(path, { headers: withSession })).headers.getSetCookie()).toEqual([hint]);
    },
  );

  it.each([
    ['the browser still has it', { cookie: `hangtag=${token}; hangtag_signed_in=1` }],
    ['the session has ended', { cookie: `hangtag=${'E'.repeat(43)}` }],
    ['nobody is signed in', {}],
  ])('is left alone where %s', async (_, headers) => {
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

  it('is secure where the session is', async () => {
    const { call: ask } = open({ pages, publicUrl: new URL('https://hangtag.example') });
    const reply = await ask('/', { headers: { cookie: `__Host-hangtag=${token}` } });
    expect(reply.headers.getSetCookie()).toEqual([`${hint}; Secure`]);
  });

  it('is not given back by the call that signs out', async () => {
    const world = await frontWorld();
    const demo = await world.call('/api/demo', { method: 'POST', headers: xhr });
    const cookie = demo.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const left = await world.call('/api/logout', { method: 'POST', headers: { ...xhr, cookie } });
    expect(left.headers.getSetCookie().map((one) => one.split(';')[0])).toEqual(['hangtag=', 'hangtag_signed_in=']);
    await world.drop();
  });
});

describe('stopping', () => {
  it('refuses what is new with 503', async () => {
    const own = open();
    own.server.drain();
    const reply = await own.call('/api/thing/find?q=a');
    expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('connection')]).toEqual([
      503,
      '5',
      'close',
    ]);
    expect((await reply.json()).error).toBe('shutting_down');
  });
});

describe('the client’s address', () => {
  it('is the peer’s, whatever the client writes, until a proxy is trusted', async () => {
    const headers = { ...xhr, 'x-forwarded-for': '1.2.3.4' };
    const ask = (own: ReturnType<typeof open>) =>
      own.call('/api/who', { method: 'POST', headers }, '10.0.0.9').then((reply) => reply.json());
    expect(await ask(open())).toMatchObject({ address: '10.0.0.9', forwarded: true });
    expect(await ask(open({ trustedProxies: { kind: 'hops', count: 1 } }))).toMatchObject({ address: '1.2.3.4' });
  });
});

describe('the OpenAPI page', () => {
  it('is made of the same table', async () => {
    const page = await (await call('/api/openapi.json')).json();
    expect(Object.keys(page.paths)).toEqual([...new Set(Object.values(table.thing).map(({ path }) => path))]);
    expect(page.paths['/api/thing'].post.requestBody.content['application/json'].schema).toMatchObject({
      required: ['name'],
      additionalProperties: false,
    });
  });

  it('tells of the key that makes a call repeatable, and of the reply to a reader who has it already', async () => {
    const page = await (await call('/api/openapi.json')).json();
    const { get, post: write } = page.paths['/api/thing'];
    expect(write.parameters).toEqual([
      { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', pattern: '^[!-~]{1,200}$' } },
    ]);
    expect(Object.keys(write.responses)).toEqual(['200', 'default']);
    expect(get.parameters).toBeUndefined();
    expect(Object.keys(get.responses)).toEqual(['200', '304', 'default']);
  });
});

/** What a socket gets for these bytes, from its first to the close of a server that does not keep it. */
const exchange = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('listening', () => {
  it('answers over a real socket, and ends at once where nothing is under way', async () => {
    const own = open({ log: silentLog });
    const { port } = await own.server.listen(0, '127.0.0.1');
    const reply = await fetch(`http://127.0.0.1:${port}/api/thing/find?q=a`);
    expect(await reply.json()).toEqual({ q: 'a' });
    const who = await fetch(`http://127.0.0.1:${port}/api/who`, { method: 'POST', headers: xhr });
    expect(await who.json()).toMatchObject({ address: '127.0.0.1', forwarded: false });
    const startedAt = performance.now();
    await own.server.close();
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('refuses what is no readable request in the shape of every refusal', async () => {
    const own = open({ log: silentLog });
    const { port } = await own.server.listen(0, '127.0.0.1');
    const cases: [string, number, string][] = [
      ['RUBBISH\r\n\r\n', 400, 'invalid_input'],
      ['GET /api/thing HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_input'],
      ['GET /api/thing HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'invalid_input'],
      [`GET /api/thing?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, 'headers_too_large'],
    ];
    for (const [text, status, error] of cases) {
      const answer = await exchange(port, text);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toMatch(/\r\nx-request-id: [\w-]+\r\n/i);
      expect(answer).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/i);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ error, message: expect.any(String) });
    }
    await own.server.close();
  });

  it('refuses TRACE and a body too large over a real socket', async () => {
    const own = open({ log: silentLog });
    const { port } = await own.server.listen(0, '127.0.0.1');
    expect(await exchange(port, 'TRACE /api/thing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 (403|405)/,
    );
    const large = `POST /api/thing/photo HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: XMLHttpRequest\r\nContent-Type: application/json\r\nContent-Length: 13000000\r\n\r\n{`;
    expect(await exchange(port, large)).toMatch(/^HTTP\/1.1 413/);
    await own.server.close();
  });

  it('says in one sentence that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(open().server.listen(port, '127.0.0.1')).rejects.toThrow(
      `Another program is already using port ${port}.`,
    );
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('health and figures', () => {
  let world: World;
  beforeAll(async () => {
    world = await frontWorld();
  });
  afterAll(() => world.drop());
  const local = { host: 'localhost:5000' };

  it('are plain text without a session', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const reply = await world.call(path, { headers: local });
      expect([path, reply.status, reply.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, 'text/plain']);
    }
  });

  it('keep the figures from other machines', async () => {
    expect((await world.call('/metrics', { headers: local }, '10.0.0.1')).status).toBe(404);
    expect((await world.call('/metrics', { headers: { ...local, 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404);
  });
});

describe('live updates', () => {
  let world: World;
  beforeAll(async () => {
    world = await frontWorld();
  });
  afterAll(async () => {
    await world.server.close();
    await world.drop();
  });

  const listen = async (cookie: string | null, headers: Record<string, string> = {}) => {
    const reply = await world.call('/api/events', { headers: { cookie: cookie ?? '', ...headers } });
    const reader = reply.body?.getReader();
    let text = '';
    let isOver = false;
    const read = async (): Promise<void> => {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) isOver = true;
      else {
        text += new TextDecoder().decode(value);
        await read();
      }
    };
    const reading = read();
    return {
      reply,
      reading,
      isOver: () => isOver,
      events: () => [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name),
      lastId: () => [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '',
      cancel: () => reader?.cancel(),
    };
  };
  const note = (userId: string) =>
    world.activity.record(world.database, { userId, action: 'SYNC', at: world.clock.now() });

  it('need a session and this site', async () => {
    expect((await world.call('/api/events')).status).toBe(401);
    const own = await world.register();
    const headers = { cookie: own.cookie() ?? '', origin: 'https://evil.example' };
    expect((await world.call('/api/events', { headers })).status).toBe(403);
  });

  it('stand in the OpenAPI page, with the names of the events', async () => {
    const page = await (await world.call('/api/openapi.json')).json();
    const { get } = page.paths['/api/events'];
    expect(get).toMatchObject({ operationId: 'events.listen', security: [{ session: [] }] });
    expect(Object.keys(get.responses)).toEqual(['200', 'default']);
    expect(Object.keys(get.responses['200'].content)).toEqual(['text/event-stream']);
    for (const name of ['bot', 'share', 'activity', 'listing'])
      expect(get.responses['200'].description).toContain(`\`${name}\``);
  });

  it('begin with everything, for what changed before the first look was told to nobody', async () => {
    const ada = await world.register();
    const hers = await listen(ada.cookie());
    await world.clock.advance(1000);
    expect(hers.events()).toEqual(['bot', 'share', 'activity', 'listing']);
    await world.clock.advance(5000);
    expect(hers.events()).toHaveLength(4);
    await hers.cancel();
  });

  it('tell one’s own news within a second, and nobody else’s', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    const [hers, others] = [await listen(ada.cookie()), await listen(eve.cookie())];
    expect(hers.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await world.clock.advance(1000);
    await note(ada.user.id);
    await world.database.query(`update bots set state = 'waiting', revision = revision + 1 where user_id = $1`, [
      ada.user.id,
    ]);
    await world.clock.advance(1000);
    expect(hers.events().slice(4).sort()).toEqual(['activity', 'bot']);
    expect(others.events()).toHaveLength(4);
    await hers.cancel();
    await others.cancel();
    expect(world.events.count()).toBe(0);
  });

  it('lose nothing while the browser was away', async () => {
    const ada = await world.register();
    const first = await listen(ada.cookie());
    await world.clock.advance(1000);
    const lastId = first.lastId();
    await first.cancel();
    await note(ada.user.id);
    const second = await listen(ada.cookie(), { 'last-event-id': lastId });
    await world.clock.advance(1000);
    expect(second.events()).toEqual(['activity']);
    await second.cancel();
  });

  it('end when the session does', async () => {
    const ada = await world.register();
    const own = await listen(ada.cookie());
    await world.clock.advance(1000);
    await ada.account.logout();
    await world.clock.advance(21_000);
    await own.reading;
    expect(own.isOver()).toBe(true);
  });

  it('over a real socket are let go with the browser, and end with the server', async () => {
    const own = await frontWorld();
    const ada = await own.register();
    const { port } = await own.server.listen(0, '127.0.0.1');
    const headers = { cookie: ada.cookie() ?? '' };
    const leaving = new AbortController();
    const gone = await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal: leaving.signal });
    const staying = await fetch(`http://127.0.0.1:${port}/api/events`, { headers });
    expect([gone.status, staying.status, own.events.count()]).toEqual([200, 200, 2]);
    leaving.abort();
    await vi.waitFor(() => expect(own.events.count()).toBe(1));
    await own.server.close();
    expect(await staying.text()).toContain(': connected');
    await own.drop();
  });

  it('are eight a user at most: the oldest goes', async () => {
    const ada = await world.register();
    const all = [];
    for (let n = 0; n < 9; n++) all.push(await listen(ada.cookie()));
    await world.clock.advance(100);
    expect(all.map(({ isOver }) => isOver())).toEqual([true, ...Array(8).fill(false)]);
    expect(world.events.count()).toBe(8);
    world.events.close();
    await Promise.all(all.map(({ reading }) => reading));
    expect(world.events.count()).toBe(0);
  });
});
