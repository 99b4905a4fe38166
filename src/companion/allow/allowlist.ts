// What the companion may do at the marketplace. It is compiled into the extension, so a server can't change it.

import { isObject, parseJson } from '#domain/json.ts';
import { type CallName, calls, otherClosetPath } from '#marketplace/protocol/calls.ts';
import { defaultSwitches } from '#marketplace/protocol/switches.ts';

export type Asked = { method: string; path: string; headers: Readonly<Record<string, string>>; body: string | null };

/** A call that is on the list. `update` still has to be compared with the listing. */
export type Allowed = {
  call: 'page' | CallName;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** The listing, closet, or page. */
  target: string | null;
  headers: Record<string, string>;
  body: string | null;
  isWrite: boolean;
};
type Verdict = { allowed: Allowed } | { refused: Refusal };

/** What is wrong with the request. The log says it in a sentence. */
export type Refusal = 'unknown_call' | 'unknown_parameter' | 'unknown_header' | 'wrong_body' | 'too_many' | 'denied';

const id = '([0-9A-Za-z_-]{1,64})';
const handle = '([0-9A-Za-z_.-]{1,64})';
/** In whatever form the site has it: `2026.40.00`, `vue3.2026.36.00`. */
const version = /^[0-9A-Za-z][\w.-]{0,63}$/;
const versions = { pm_version: version, app_version: version };
const flag = /^(true|false)$/;
const count = /^\d{1,3}$/;
/** A number, or a text that only the marketplace understands: `ENC_…`. */
const cursor = /^[\w.:=+/-]{1,1000}$/;

/** A share may name one party that it goes to. */
const toParty = { event_ids: new RegExp(`^${id}$`) };

type Query = Record<string, RegExp | ((text: string) => boolean)>;
type Row = {
  call: Allowed['call'];
  methods: readonly string[];
  path: RegExp;
  query: Query;
  body: (body: string | null) => boolean;
};

const noBody = (body: string | null): boolean => body === null;
const pattern = (path: string, id: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, id)}$`);
const read = (call: CallName, id: string, query: Query): Row => ({
  call,
  methods: ['GET'],
  path: pattern(calls[call].path, id),
  query: { ...versions, ...query },
  body: noBody,
});
const write = (call: CallName, path: string, body: (json: unknown) => boolean, query: Query = {}): Row => ({
  call,
  methods: calls[call].methods,
  path: pattern(path, id),
  query: { ...versions, ...query },
  body: (text) => text !== null && body(parseJson(text)),
});

type Keys = Record<string, (value: unknown) => boolean>;
const isWord = (value: unknown): boolean => typeof value === 'string' && /^\w{1,64}$/.test(value);
const pageKeys = {
  filters: isObject,
  count: (value: unknown) => typeof value === 'number' || (typeof value === 'string' && count.test(value)),
  max_id: (value: unknown) => typeof value === 'number' || (typeof value === 'string' && cursor.test(value)),
};
const closetKeys: Keys = { ...pageKeys, sort_by: isWord, experience: isWord };
const searchKeys: Keys = {
  ...closetKeys,
  query_and_facet_filters: isObject,
  query: (value) => typeof value === 'string',
  sizeSystem: isWord,
};

/** The JSON in the parameter `request` of the closet and of the search. */
function isListRequest(keys: Keys): (text: string) => boolean {
  return (text) => {
    const json = parseJson(text);
    return (
      isObject(json) &&
      Object.entries(json).every(([key, value]) => Object.hasOwn(keys, key) && keys[key]?.(value) === true)
    );
  };
}

/** Only these, and only as the wire protocol describes them. `{uid}` and `{user}` are a closet's name or id: the seller's, or that of somebody who is shared back. */
const rows: readonly Row[] = [
  ...defaultSwitches.bootstrapPaths.map(
    (path): Row => ({ call: 'page', methods: ['GET'], path: pattern(path, ''), query: {}, body: noBody }),
  ),
  read('self', '', {}),
  { ...read('self', '', {}), path: /^\/vm-rest\/auth\/users\/session$/ },
  read('closet', handle, { request: isListRequest(closetKeys), summarize: flag }),
  // The other path that public code names for a closet.
  {
    ...read('closet', handle, { nm: /^cl_all$/, summarize: flag, max_id: cursor }),
    path: pattern(otherClosetPath.split('?')[0] ?? '', handle),
  },
  read('search', '', { request: isListRequest(searchKeys), summarize: flag }),
  // Orders, of which `carry` hands on nothing about who bought them.
  read('sales', handle, { request: isListRequest(pageKeys) }),
  read('party', '', {}),
  // Who shared the seller's listings, of whom `carry` hands on ids and public names.
  read('news', handle, { count, max_id: cursor }),
  read('post', id, {}),
  read('likes', id, { count, max_id: cursor }),
  read('discounts', id, { price_amount: /^\d{1,6}$/, object_id: new RegExp(`^${id}$`) }),
  write('share', calls.share.path, isEmpty, toParty),
  // The other path that public code names for a share.
  write('share', '/vm-rest/posts/{id}/shares', isEmpty, toParty),
  write('update', calls.update.path, isUpdate),
  write('offer', calls.offer.path, isOffer),
];

/** Headers that a request may bring along. Everything else is the browser's own, and a `cookie` is dropped. */
const plainHeaders: Record<string, RegExp> = {
  accept: /^(application\/json|text\/html)$/,
  'content-type': /^application\/json$/,
};
/** Any name of the token's header, but no header that changes what a request means. */
const tokenHeader = /^x-[a-z-]{0,30}token$/;
const token = /^[0-9A-Za-z_-]{16,128}$/;
/** The connector sends these. A browser has its own. */
const browsersOwn = new Set(['cookie', 'referer', 'user-agent', 'origin']);

/** Decides about one request of the server. */
export function judge(asked: Asked): Verdict {
  const mark = asked.path.indexOf('?');
  const path = mark < 0 ? asked.path : asked.path.slice(0, mark);
  const found = rows.find((row) => row.methods.includes(asked.method) && row.path.test(path));
  // A browser takes `.` and `..` out of a path, so it would ask for another one.
  const isWalked = path.split('/').some((part) => part === '.' || part.includes('..'));
  if (found === undefined || isWalked) return { refused: 'unknown_call' };
  if (!isQuery(mark < 0 ? '' : asked.path.slice(mark + 1), found.query)) return { refused: 'unknown_parameter' };
  const headers = keptHeaders(asked.headers);
  if (headers === null) return { refused: 'unknown_header' };
  if (!found.body(asked.body)) return { refused: 'wrong_body' };
  return {
    allowed: {
      call: found.call,
      method: asked.method as Allowed['method'],
      path: asked.path,
      target: found.path.exec(path)?.[1] ?? (found.call === 'page' ? path : null),
      headers,
      // Written again, so that a key that occurs twice can't mean one thing here and another at the marketplace.
      body: asked.body === null ? null : JSON.stringify(parseJson(asked.body)),
      isWrite: asked.method !== 'GET',
    },
  };
}

/** What a request is about, for the log and the popup. */
export function describe(asked: Asked): { call: Allowed['call'] | 'refused'; target: string | null } {
  const verdict = judge(asked);
  if ('allowed' in verdict) return { call: verdict.allowed.call, target: verdict.allowed.target };
  const [path = ''] = asked.path.split('?');
  return { call: 'refused', target: `${asked.method} ${path}`.slice(0, 200) };
}

function isQuery(query: string, known: Query): boolean {
  if (query === '') return true;
  if (query.length > 4000 || query.includes('#')) return false;
  const seen = new Set<string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    if (rule === undefined || seen.has(name)) return false;
    seen.add(name);
    if (!(rule instanceof RegExp ? rule.test(value) : rule(value))) return false;
  }
  return true;
}

function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> | null {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (browsersOwn.has(name)) continue;
    const rule = Object.hasOwn(plainHeaders, name) ? plainHeaders[name] : tokenHeader.test(name) ? token : undefined;
    if (rule === undefined || !rule.test(value)) return null;
    kept[name] = value;
  }
  return kept;
}

function isEmpty(json: unknown): boolean {
  return isObject(json) && Object.keys(json).length === 0;
}

const hasExactly = (value: unknown, keys: readonly string[]): value is Record<string, unknown> =>
  isObject(value) && Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
const isDollars = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

function isUpdate(json: unknown): boolean {
  if (!hasExactly(json, ['post']) || !isObject(json.post)) return false;
  const amount = json.post.price_amount;
  return hasExactly(amount, ['val', 'currency_code']) && isDollars(amount.val);
}

function isOffer(json: unknown): boolean {
  if (!hasExactly(json, ['offer_amount', 'seller_shipping_discount', 'offer_api_version'])) return false;
  const { offer_amount: amount, seller_shipping_discount: discount, offer_api_version: api } = json;
  return (
    hasExactly(amount, ['val', 'currency_code']) &&
    isDollars(amount.val) &&
    typeof amount.currency_code === 'string' &&
    /^[A-Z]{3}$/.test(amount.currency_code) &&
    hasExactly(discount, ['id']) &&
    (discount.id === null || (typeof discount.id === 'string' && new RegExp(`^${id}$`).test(discount.id))) &&
    api === 3
  );
}
