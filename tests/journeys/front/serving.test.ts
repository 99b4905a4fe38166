import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { frontJourney } from './front-world.ts';
import { call, open, table, xhr } from './made-up-calls.ts';

describe('stopping', () => {
  it('refuses new requests with 503', async () => {
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

describe('the OpenAPI page', () => {
  it('comes from the same table', async () => {
    const page = await (await call('/api/openapi.json')).json();
    expect(Object.keys(page.paths)).toEqual([...new Set(Object.values(table.thing).map(({ path }) => path))]);
    expect(page.paths['/api/thing'].post.requestBody.content['application/json'].schema).toMatchObject({
      required: ['name'],
      additionalProperties: false,
    });
  });

  it('describes the idempotency key, and the reply if nothing changed', async () => {
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

/** Everything a socket receives for these bytes until the server closes it. */
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
  it('answers over a real socket, and closes at once if no request is in progress', async () => {
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

  it('answers an unreadable request with a refusal in the usual shape', async () => {
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
});

describe('with a database', () => {
  const world = frontJourney();
  const local = { host: 'localhost:5000' };

  it('health and metrics are plain text without a session', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const reply = await world.call(path, { headers: local });
      expect([path, reply.status, reply.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, 'text/plain']);
    }
  });

  it('keep the metrics from other machines', async () => {
    expect((await world.call('/metrics', { headers: local }, '10.0.0.1')).status).toBe(404);
    expect((await world.call('/metrics', { headers: { ...local, 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404);
  });

  it('that is away, calls sign nobody in, let nobody in who was signed in, and say when to try again', async () => {
    const seller = await world.register();
    const bringBack = await world.takeAway();
    const headers = { ...xhr, ...local, cookie: seller.cookie() ?? '' };
    const signIn = (password: string) => world.post('/api/login', { email: seller.email, password });
    const read = () => world.call('/api/user', { headers });
    const tries: [string, () => Promise<Response>][] = [
      ['the right password', () => signIn(seller.password)],
      ['a wrong password', () => signIn('a guess')],
      ['a session', read],
      ['a session that changes something', () => world.call('/api/user', { method: 'DELETE', headers })],
    ];
    for (const [what, ask] of tries) {
      const reply = await ask();
      const { 'retry-after': retryAfter, 'set-cookie': cookie } = Object.fromEntries(reply.headers);
      expect([what, reply.status, retryAfter, cookie]).toEqual([what, 503, '5', undefined]);
      expect(await reply.json()).toMatchObject({ error: 'database_away' });
    }
    await bringBack();
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(200);
    const { rows } = await world.database.query<{ sessions: number }>('select count(*)::int as sessions from sessions');
    expect(rows).toEqual([{ sessions: 1 }]);
  });

  it('whose connections are ended, calls are answered, or asked to try again, and never crash', async () => {
    const seller = await world.register();
    const headers = { ...xhr, ...local, 'content-type': 'application/json', cookie: seller.cookie() ?? '' };
    const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    const rename = (n: number) =>
      world.call('/api/user/profile', {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ lastName: `Seller ${n}` }),
      });
    const read = () => world.call('/api/user', { headers });
    const seen = new Set<string>();
    for (let n = 0; n < 12; n++) {
      const calls = [rename(n), read(), read(), rename(n + 100), read()];
      const ending = world.database.query(endOthers).catch(() => {});
      for (const reply of await Promise.all(calls))
        seen.add(
          reply.ok ? 'answered' : `${reply.status} ${(await reply.json()).error} ${reply.headers.get('retry-after')}`,
        );
      await ending;
    }
    expect([...seen].sort()).toEqual(['503 database_away 5', 'answered']);
    await expect.poll(async () => (await read()).status).toBe(200);
  });
});
