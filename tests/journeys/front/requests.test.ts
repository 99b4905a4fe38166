import { describe, expect, it } from 'vitest';
import { DatabaseAway } from '#domain/ports/database.ts';
import { call, failure, lines, open, post, sent, token, xhr } from './made-up-calls.ts';

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

  const refusals: [string, string, RequestInit][] = [
    ['an unknown call', '/api/nothing', { headers: sent }],
    ['a page', '/nothing', { headers: sent }],
    ['a wrong method', '/api/thing', { method: 'PUT', headers: sent }],
    ['a call without a session', '/api/thing', {}],
    ['a forged one', '/api/thing', { headers: { ...sent, origin: 'https://evil.example' } }],
    ['another host', '/api/thing', { headers: { ...sent, host: 'evil.example' } }],
    ['another type', '/api/thing', { headers: { ...sent, 'content-type': 'text/plain' } }],
  ];
  it.each(refusals)(
    'to a large body comes after all of it, so that a proxy is not cut off while it sends: %s',
    async (_, path, init) => {
      const megabytes = { sent: 0 };
      const body = (most: number) =>
        new ReadableStream<Uint8Array>({
          pull(stream) {
            if (megabytes.sent === most) return stream.close();
            megabytes.sent += 1;
            stream.enqueue(new Uint8Array(1e6));
          },
        });
      const ask = (most: number) => {
        const large = { method: 'POST', ...init, body: body(most), duplex: 'half' };
        return call(path, large);
      };
      const reply = await ask(11);
      expect([reply.status >= 400, megabytes.sent, reply.headers.get('connection')]).toEqual([true, 11, null]);
      // Not without end.
      megabytes.sent = 0;
      expect((await ask(1_000)).headers.get('connection')).toBe('close');
      expect(megabytes.sent).toBeLessThan(16);
    },
  );

  it('to an interrupted body is a refusal, not an internal error', async () => {
    lines.length = 0;
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error('aborted')) });
    const init = { method: 'POST', body, headers: sent, duplex: 'half' };
    expect((await call('/api/thing', init)).status).toBe(400);
    expect(lines.map(({ message }) => message)).toEqual(['Request']);
  });

  it('has an id that is also in its log line', async () => {
    lines.length = 0;
    const reply = await post('{"name":"secret words"}');
    const id = reply.headers.get('x-request-id');
    expect(lines.map(({ fields }) => fields.requestId)).toEqual([id]);
    expect(lines[0]?.fields).toMatchObject({ route: 'thing.write', status: 200, userId: '7' });
    expect(JSON.stringify(lines)).not.toContain('secret words');
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  it('that refuses a caller leaves who, when, and from where in the log, and others leave no address', async () => {
    lines.length = 0;
    const forged = { method: 'POST', body: '{}', headers: { ...sent, origin: 'https://evil.example' } };
    const asked: [string, RequestInit][] = [
      ['/api/thing', {}],
      ['/api/thing', forged],
      ['/api/late', { headers: sent }],
      ['/api/nothing', {}],
      ['/api/thing', { headers: sent }],
    ];
    for (const [path, init] of asked) await call(path, init, '10.0.0.1');
    const said = lines.map(({ fields: { status, route, address, userId } }) => [status, route, address, userId]);
    expect(said).toEqual([
      [401, 'thing.read', '10.0.0.1', undefined],
      [403, 'unknown', '10.0.0.1', undefined],
      [429, 'thing.late', '10.0.0.1', undefined],
      [404, 'unknown', undefined, undefined],
      [200, 'thing.read', undefined, '7'],
    ]);
  });

  it('contains only what its row names', async () => {
    expect(await (await call('/api/thing', { headers: sent })).text()).toBe('{"n":1}');
  });
});

describe('a refusal', () => {
  it('after a crash gives a request id and no internals', async () => {
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

  it.each([
    ['a read', 'GET', true, 'can’t reach its database'],
    ['a change that was not made', 'POST', false, 'can’t reach its database'],
    ['a change that may have been made', 'POST', true, 'may or may not be done'],
  ])('of %s without a database says what to do and when, and not the cause', async (_, method, mayBeDone, says) => {
    const without = async (): Promise<never> => {
      throw new DatabaseAway(new Error('no route to db.internal'), { mayBeDone });
    };
    const own = open({ whoIs: without });
    const reply = await own.call('/api/thing', {
      method,
      headers: sent,
      ...(method === 'POST' && { body: '{"name":"x"}' }),
    });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    const body = await reply.json();
    expect(body).toMatchObject({ error: 'database_away', message: expect.stringContaining(says) });
    expect(JSON.stringify(body)).not.toContain('db.internal');
  });

  it('for too many requests says when to try again', async () => {
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

  it('ignores a method in a header', async () => {
    const reply = await call('/api/thing', { headers: { ...sent, 'x-http-method-override': 'POST' } });
    expect(await reply.json()).toEqual({ n: 1 });
  });

  it('is 401 without a session, whatever other headers claim', async () => {
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
  const type = (name: string) => ({ 'content-type': name });
  const codes = { 400: 'invalid_input', 413: 'body_too_large', 415: 'unsupported_media_type' };
  it.each<[string, BodyInit, Record<string, string>, keyof typeof codes]>([
    ['of plain text', '{}', type('text/plain'), 415],
    ['of a form', 'name=a', type('application/x-www-form-urlencoded'), 415],
    ['whose content type only starts like JSON', '{}', type('application/jsonp'), 415],
    ['that is compressed', '{}', { 'content-encoding': 'gzip' }, 415],
    ['that is broken', '{"name":', {}, 400],
    ['that is a list', '[]', {}, 400],
    ['that is null', 'null', {}, 400],
    ['that is no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 400],
    ['with a NUL in it', '{"name":"a\\u0000"}', {}, 400],
    ['with one field twice', '{"name":"a","name":"b"}', {}, 400],
    ['with one field twice, spelled differently', '{"name":"a","n\\u0061me":"b"}', {}, 400],
    ['of 100,001 bytes', JSON.stringify({ name: 'x'.repeat(99_990) }), {}, 413],
  ])('%s is refused', async (_, body, headers, status) => {
    const refused = await failure(await post(body, { ...sent, ...headers }));
    expect(refused).toMatchObject({ status, error: codes[status] });
  });

  it('is measured as it arrives, whatever its length header claims', async () => {
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

  it('names each wrong field in its message, up to ten', async () => {
    const made = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`no${at}`, 1]));
    const { message } = await failure(await post(JSON.stringify(made(3))));
    expect(message).toBe(
      'A name is needed; There is no field "no0" here; There is no field "no1" here; There is no field "no2" here',
    );
    const many = await failure(await post(JSON.stringify(made(2_000))));
    expect(many.message.split('; ')).toHaveLength(10);
  });

  it('that is not an object is refused without naming fields', async () => {
    for (const body of ['[]', '5', '"name"', 'null']) {
      expect(await (await post(body)).json()).toEqual({
        error: 'invalid_input',
        message: 'The request is not in the expected form.',
      });
    }
  });

  it('gets a plain sentence for a field whose row has no message', async () => {
    const body = JSON.stringify({ name: 'a', deep: 'x' });
    const sentence = 'This is not in the expected form';
    expect(await failure(await post(body))).toMatchObject({ message: sentence, fields: { deep: sentence } });
  });

  it('is refused if a call takes none, except an empty object', async () => {
    const change = (body: BodyInit | undefined) => call('/api/thing/5', { method: 'PATCH', body, headers: sent });
    expect((await change(undefined)).status).toBe(200);
    expect((await change('{}')).status).toBe(200);
    expect((await change('{"price":1}')).status).toBe(400);
    expect((await change('[1]')).status).toBe(400);
  });

  it('is refused quickly if it is hostile', async () => {
    const hostile = ['['.repeat(99_000), '{"a":'.repeat(19_000), `{"name":"${'\\\\'.repeat(40_000)}"}`];
    for (const body of hostile) {
      const used = process.cpuUsage();
      expect((await post(body)).status).toBeLessThan(500);
      const { user, system } = process.cpuUsage(used);
      expect((user + system) / 1000).toBeLessThan(500);
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
  it('is passed on, and refused if it is invalid', async () => {
    const ask = (key: string) => post('{"name":"a"}', { ...sent, 'idempotency-key': key });
    expect(await (await ask('k-1')).json()).toEqual({ name: 'a', key: 'k-1' });
    expect(await (await post('{"name":"a"}')).json()).toEqual({ name: 'a', key: null });
    expect((await ask('x'.repeat(201))).status).toBe(400);
  });
});
