// For tests: a marketplace that replies exactly as the test says, and records the requests.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { MarketSession } from '#domain/ports/marketplace.ts';

type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
};

/** The reply: JSON, a page, a plain text, or whatever `raw` does with the response. */
export type Reply = {
  status?: number;
  headers?: Record<string, string | string[]>;
  json?: unknown;
  html?: string;
  text?: string;
  raw?(response: ServerResponse): void;
};

/** Rows of `METHOD /path` (without the query) with one reply, a list of replies (the last one repeats), or a function. */
export type Script = Record<string, Reply | Reply[] | ((asked: Asked) => Reply)>;

export async function playMarketplace(script: Script) {
  const asked: Asked[] = [];
  const turns = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://here');
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', headers } = request;
    const one = { method, path: url.pathname, query: url.searchParams, headers, body };
    asked.push(one);
    const key = `${one.method} ${one.path}`;
    const row = script[key];
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    answer(pick(row, one, turn), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    /** Requests whose method changes something. */
    writes: () => asked.filter(({ method }) => method !== 'GET'),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pick(row: Script[string] | undefined, asked: Asked, turn: number): Reply {
  if (row === undefined)
    return { status: 404, json: { error: { error_type: 'InternalError', message: 'no such row' } } };
  if (Array.isArray(row)) return row[Math.min(turn, row.length - 1)] ?? {};
  return typeof row === 'function' ? row(asked) : row;
}

function answer(reply: Reply, response: ServerResponse): void {
  if (reply.raw) {
    reply.raw(response);
    return;
  }
  const { status = 200, headers = {}, json, html, text } = reply;
  const type = html === undefined ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(html ?? text ?? (json === undefined ? '' : JSON.stringify(json)));
}

/** For tests: a clock that the test moves, or that jumps to the next moment someone waits for. */
export function movableClock(start: Instant = Date.UTC(2026, 3, 28, 1)): Clock & { advance(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    at(instant, run) {
      const timer = setImmediate(() => {
        now = Math.max(now, instant);
        run();
      });
      return () => clearImmediate(timer);
    },
    advance(ms) {
      now += ms;
    },
  };
}

export const seller = { userId: '66b1f0a2c3d4e5f6a7b8c9d0', handle: 'thrifty_jo' };
export const uiCookie = encodeURIComponent(JSON.stringify({ uid: seller.userId, dh: seller.handle, fn: 'Jo' }));

/** A signed-in page with a token and, if given, a page state. */
export function signedInPage(
  token: string,
  state: string = JSON.stringify({ ui: { uid: seller.userId, dh: seller.handle } }),
): Reply {
  return {
    html: `<!doctype html><html><head><title>Create listing</title><meta id="csrftoken" name="csrftoken" content="${token}">
</head><body><script>window.__INITIAL_STATE__=${state};</script></body></html>`,
    headers: { 'set-cookie': [`_csrf=${token}; Path=/`] },
  };
}

/** An error body of the marketplace. */
export function errorBody(
  errorType: string,
  statusCode: number,
  userMessage: unknown = null,
): { error: object; trace_id: string } {
  const unused = { params: null, pmErrorCode: null, stackTrace: null, errorMessage: null };
  return { error: { errorType, userMessage, statusCode, ...unused }, trace_id: '9a0f6f7c-51b2-4a6f-8f5c-8c1f3f0f2b11' };
}

/** A full post (8.1). `change` replaces top-level fields. */
export function fullPost(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '68a0c1d2e3f405162738495a',
    creator_id: seller.userId,
    creator_username: seller.handle,
    title: "Levi's 501 high rise jeans",
    description: 'Worn twice, no flaws.',
    brand: "Levi's",
    brand_obj: { id: 'br_levis', canonical_name: "Levi's" },
    price: 39,
    original_price: 98,
    price_amount: { val: '39.0', currency_code: 'USD', currency_symbol: '$' },
    original_price_amount: { val: '98.0', currency_code: 'USD', currency_symbol: '$' },
    size: '28',
    condition: 'uln',
    colors: [{ name: 'Blue', rgb: '#2f5fa7', message_id: 'blue' }],
    catalog: {
      department: '000e8975d97b4e80ef00a955',
      category: '00108975d97b4e80ef00a955',
      category_features: ['00608975d97b4e80ef00a955'],
      department_obj: { id: '000e8975d97b4e80ef00a955', display: 'Women' },
      category_obj: { id: '00108975d97b4e80ef00a955', display: 'Jeans' },
      category_feature_objs: [{ id: '00608975d97b4e80ef00a955', display: 'Straight Leg' }],
    },
    inventory: {
      status: 'available',
      status_changed_at: '2025-08-16T10:37:22-07:00',
      size_quantity_revision: 3,
      multi_item: false,
      nfs_reason: null,
      size_quantities: [{ size_id: '28', quantity_available: 1, quantity_reserved: 0, quantity_sold: 0 }],
    },
    cover_shot: { id: '68a0c1d2e3f4051627384901', url: 'https://pictures.example/m_1.jpg' },
    pictures: [
      { id: '68a0c1d2e3f4051627384901', url: 'https://pictures.example/m_1.jpg' },
      { id: '68a0c1d2e3f4051627384902', url: 'https://pictures.example/m_2.jpg' },
    ],
    videos: [],
    style_tags: [],
    seller_private_info: { sku: 'A-17' },
    seller_shipping_discount: { id: null },
    like_count: 12,
    aggregates: { likes: 99, shares: 340, comments: 1 },
    status: 'published',
    created_at: '2025-08-16T10:37:22-07:00',
    first_published_at: '2025-08-16T10:40:02-07:00',
    updated_at: '2026-04-27T18:14:56.120Z',
    ...change,
  };
}

export const token = 'k3Yb-0pQ_7wZx9Lr';

/** A session as stored after linking. */
export function linkedSession(): MarketSession {
  return {
    cookies: [
      { name: 'jwt', value: 'jwt-canary-0123456789' },
      { name: 'ui', value: uiCookie },
      { name: '_csrf', value: token },
    ],
    token,
    ...seller,
  };
}
