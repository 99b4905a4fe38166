// Clients of a practice marketplace, for its tests.
import { isObject } from '#domain/json.ts';
import { type StandinOptions, startStandin } from '#marketplace/standin/server.ts';
import { CookieJar } from './cookie-jar.ts';

export type Json = Record<string, unknown>;
export type Reply = { status: number; headers: Headers; text: string; json: Json };

export const epoch = Date.parse('2026-04-28T08:00:00Z');

/** A practice marketplace for a test, with a clock that only the control plane moves, and a client of the control plane. */
export async function openMarket(options: Partial<StandinOptions> = {}) {
  const standin = await startStandin({ port: 0, host: '127.0.0.1', limits: 'off', now: () => epoch, ...options });
  return { ...standin, ...reachMarket(standin.origin) };
}

/** Clients of the control plane and the pages of a running practice marketplace, perhaps in another process. */
export function reachMarket(origin: string) {
  const control = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(`${origin}/__standin/${path}`, { method, headers, ...init });
    return { status: reply.status, json: asJson(await reply.text()) };
  };
  return {
    origin,
    control,
    fault: (then: Json, when: Json = { op: 'any' }, id = 'f') => control('POST', 'faults', { id, when, then }),
    journal: async (op?: string) => {
      const { json } = await control('GET', 'journal?since=0');
      return list(json.entries).filter((entry) => op === undefined || entry.op === op);
    },
    visitor: () => visitor(origin),
    seller: async (username = 'thrifty_jo', password = 'practice-1') => {
      const caller = visitor(origin);
      await caller.get('/login');
      await caller.login(username, password);
      return caller;
    },
  };
}
export type ReachedMarket = ReturnType<typeof reachMarket>;
export type Market = Awaited<ReturnType<typeof openMarket>>;
export type Caller = ReturnType<typeof visitor>;

/** A careful client: one cookie jar, the newest token on each write, and no redirects. */
export function visitor(origin: string) {
  const jar = new CookieJar();
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const token = jar.get('_csrf');
    const reply = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: jar.header(),
        ...(method === 'GET' || token === undefined ? {} : { 'x-xsrf-token': token }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    jar.keep(reply.headers.getSetCookie());
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text, json: asJson(text) };
  };
  const get = (path: string) => call('GET', path);
  const closetPath = (filter: string, more: Json = {}, handle = 'thrifty_jo') => {
    const request = {
      filters: { department: 'All', inventory_status: [filter] },
      sort_by: 'added_desc',
      experience: 'all',
      count: 48,
      ...more,
    };
    return `/vm-rest/users/${handle}/posts/filtered?request=${encodeURIComponent(JSON.stringify(request))}&summarize=true&app_version=2.55&pm_version=2026.33.00`;
  };
  return {
    jar,
    call,
    get,
    closetPath,
    login: (name: string, password: string, more: Json = {}) =>
      call('POST', '/vm-rest/auth/users/access_token?pm_version=2026.33.00', { user_handle: name, password, ...more }),
    bootstrap: () => get('/create-listing'),
    self: () => get('/vm-rest/users/self?pm_version=2026.33.00'),
    closet: (filter = 'available', more: Json = {}, handle?: string) => get(closetPath(filter, more, handle)),
    wholeCloset: async (filter = 'available', handle?: string) => {
      const pages: Json[][] = [];
      let cursor: unknown;
      do {
        const page = await get(closetPath(filter, cursor === undefined ? {} : { max_id: cursor }, handle));
        pages.push(list(page.json.data));
        cursor = record(page.json.more).next_max_id;
      } while (cursor !== undefined && pages.length < 100);
      return pages;
    },
    post: (id: string) => get(`/vm-rest/posts/${id}?pm_version=2026.33.00`),
    share: (id: string, query = '', headers: Record<string, string> = {}) =>
      call('PUT', `/vm-rest/users/self/shared_posts/${id}?pm_version=2026.33.00${query}`, {}, headers),
    update: (id: string, post: Json) => call('POST', `/vm-rest/posts/${id}?pm_version=2026.33.00`, { post }),
    offer: (id: string, body: Json) =>
      call('POST', `/vm-rest/posts/${id}/likes/users/offers?pm_version=2026.33.00`, body),
    search: (request: Json) =>
      get(`/vm-rest/posts?request=${encodeURIComponent(JSON.stringify(request))}&summarize=true&pm_version=2026.33.00`),
  };
}

export const record = (value: unknown): Json => (isObject(value) ? value : {});
export const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(record) : []);
export const errorOf = (reply: Reply): Json => record(reply.json.error);
export const ids = (posts: readonly Json[]): string[] => posts.map((post) => String(post.id));

function asJson(text: string): Json {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The full write that a careful client builds from a full read. */
export function writeModel(post: Json, dollars: unknown): Json {
  const inventory = record(post.inventory);
  const catalog = record(post.catalog);
  const money = record(post.original_price_amount);
  return {
    catalog: {
      department: catalog.department,
      category: catalog.category,
      category_features: catalog.category_features,
    },
    colors: post.colors,
    inventory: {
      size_quantity_revision: inventory.size_quantity_revision,
      status: inventory.status,
      status_changed_at: inventory.status_changed_at,
      size_quantities: inventory.size_quantities,
    },
    price_amount: { val: dollars, currency_code: 'USD' },
    original_price_amount: { val: Math.round(Number(money.val)), currency_code: 'USD' },
    title: post.title,
    description: post.description,
    brand: post.brand,
    condition: post.condition,
    style_tags: post.style_tags,
    videos: post.videos,
    seller_private_info: post.seller_private_info,
    cover_shot: { id: record(post.cover_shot).id },
    pictures: list(post.pictures).map((picture) => ({ id: picture.id })),
    seller_shipping_discount: { id: null },
  };
}
