import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Carried } from '#domain/ports/carrier.ts';
import { openBrowserWire } from '#marketplace/connector/connector.ts';
import { type Outgoing, openWire, type Wire } from '#marketplace/protocol/wire.ts';
import { openRelayWorld } from './relay-world.ts';

/** A marketplace whose every answer the test writes. */
let market: Server;
let origin = '';
let answer: RequestListener = (_, reply) => void reply.end('{}');
const seen: { method: string | undefined; path: string | undefined; body: string; cookie: string | undefined }[] = [];
let world: Awaited<ReturnType<typeof openRelayWorld>>;

beforeAll(async () => {
  market = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ method: request.method, path: request.url, body, cookie: request.headers.cookie });
      answer(request, reply);
    });
  });
  await new Promise<void>((resolve) => market.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(market.address() as AddressInfo).port}`;
  world = await openRelayWorld();
});
afterEach(() => {
  seen.splice(0);
  answer = (_, reply) => void reply.end('{}');
});
afterAll(async () => {
  await world?.close();
  market.closeAllConnections();
  market.close();
});

type Line = { wire: Wire; close(): Promise<void> };

function serverLine(): Line {
  const wire = openWire({ origin, connections: 4, connectMs: 5_000, closeMs: 0 });
  return { wire, close: () => wire.close() };
}

/** A browser that does what the extension does: it fetches, follows redirects, and says how that ended. */
async function browserLine(): Promise<Line> {
  const userId = await world.addUser();
  const { caller } = await world.pair(userId);
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const fetched = async (
    request: Pick<Outgoing, 'method' | 'path'> & { body: string | null },
    ms: number,
  ): Promise<Carried> => {
    try {
      const signal = AbortSignal.timeout(ms);
      const { method, path, body } = request;
      const response = await fetch(origin + path, {
        method,
        signal,
        headers: { cookie: 'jwt=of-the-browser' },
        ...(body === null ? {} : { body }),
      });
      const text = await response.text();
      if (text.length > 2 * 1024 * 1024) return { kind: 'too_large' };
      const { pathname, search } = new URL(response.url);
      const headers = { 'retry-after': response.headers.get('retry-after') ?? '' };
      return { kind: 'answered', status: response.status, path: pathname + search, headers, body: text };
    } catch {
      return { kind: 'cut' };
    }
  };
  const browsing = (async () => {
    while (!leaving.signal.aborted) {
      const report = { state: 'ready' as const, version: '1' };
      const { request } = await world.one.companion
        .next(caller, report, leaving.signal)
        .catch(() => ({ request: null }));
      // A server that closes ends every poll at once.
      if (request === null) return;
      await world.one.companion.answer(caller, request.id, await fetched(request.request, Math.floor(request.leftMs)));
    }
  })();
  return {
    wire: openBrowserWire(world.one.companion.carrierOf(userId).carry),
    async close() {
      leaving.abort();
      await browsing;
    },
  };
}

/** A browser line without a browser. */
async function deadBrowserLine(): Promise<Line> {
  const userId = await world.addUser();
  return { wire: openBrowserWire(world.one.companion.carrierOf(userId).carry), close: async () => {} };
}

function deadServerLine(): Line {
  const wire = openWire({ origin: 'http://127.0.0.1:1', connections: 1, connectMs: 500, closeMs: 0 });
  return { wire, close: () => wire.close() };
}

const get = (path: string, more: Partial<Outgoing> = {}): Outgoing => ({
  method: 'GET',
  path,
  headers: ['accept', 'application/json', 'cookie', 'jwt=of-the-server'],
  deadlineMs: 3_000,
  ...more,
});

describe.each([
  { adapter: 'server', line: serverLine, dead: deadServerLine, cookie: 'jwt=of-the-server' },
  { adapter: 'browser', line: browserLine, dead: deadBrowserLine, cookie: 'jwt=of-the-browser' },
])('the wire through the $adapter', ({ line, dead, cookie }) => {
  const open = async () => {
    const opened = await line();
    return { ...opened, send: (request: Outgoing) => opened.wire.send(request) };
  };

  it('resolves to status, headers, and body of the answer, and sends the body it was given', async () => {
    answer = (_, reply) => void reply.writeHead(429, { 'retry-after': '7' }).end('{"a":"ü"}');
    const { send, close } = await open();
    const exchange = await send(get('/x?y=1', { method: 'PUT', body: '{"b":1}' }));
    expect(exchange).toMatchObject({ kind: 'answer', status: 429, body: '{"a":"ü"}' });
    expect(exchange.kind === 'answer' && exchange.headers['retry-after']).toBe('7');
    expect(seen).toEqual([{ method: 'PUT', path: '/x?y=1', body: '{"b":1}', cookie }]);
    await close();
  });

  it('tells a redirect as one, and never as the page behind it', async () => {
    answer = ({ url }, reply) =>
      void (url === '/login' ? reply.end('<form>') : reply.writeHead(302, { location: '/login' }).end());
    const { send, close } = await open();
    expect(await send(get('/feed'))).toMatchObject({ kind: 'answer', status: 302, headers: { location: '/login' } });
    await close();
  });

  it('proves that nothing was sent if nobody takes the call', async () => {
    const { wire, close } = await dead();
    expect(await wire.send(get('/x', { deadlineMs: 600 }))).toMatchObject({ kind: 'no_answer', sent: false });
    expect(seen).toEqual([]);
    await close();
  });

  it('sends nothing once it may not leave', async () => {
    const { send, close } = await open();
    const sending = send(get('/x', { mayLeave: () => false }));
    expect(await sending).toMatchObject({ kind: 'no_answer', sent: false });
    expect(seen).toEqual([]);
    await close();
  });

  it('tells a broken connection as sent', async () => {
    answer = (_, reply) => void reply.destroy();
    const { send, close } = await open();
    expect(await send(get('/x', { method: 'PUT', body: '{}' }))).toMatchObject({ kind: 'no_answer', sent: true });
    expect(seen).toHaveLength(1);
    await close();
  });

  it('tells an answer that never comes as sent, at the deadline', async () => {
    answer = () => {};
    const { send, close } = await open();
    // A browser has half of the time to take the call.
    expect(await send(get('/x', { method: 'PUT', body: '{}', deadlineMs: 2_000 }))).toMatchObject({
      kind: 'no_answer',
      sent: true,
    });
    expect(seen).toHaveLength(1);
    await close();
  });

  it('reads no answer that is too large', async () => {
    answer = (_, reply) => void reply.end('x'.repeat(9 * 1024 * 1024));
    const { send, close } = await open();
    expect(await send(get('/x'))).toEqual({ kind: 'too_large' });
    await close();
  });
});
