// Makes up requests from the contract table: the n-th request of a seed is always the same.
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import {
  hostileTexts,
  hostileValue,
  type Known,
  pick,
  type Random,
  randomOf,
  type Schema,
  spoiled,
  valueFor,
} from './values.ts';

export type Caller = 'seller' | 'other seller' | 'guest' | 'nobody' | 'browser';

export type MadeUp = {
  name: string;
  method: string;
  path: string;
  caller: Caller;
  /** 401 means that the caller's session has ended: the call needs it, and it was sent. */
  showsSession: boolean;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The sender goes away after this many bytes of the body, or after a moment. */
  breaksOff?: true;
  /** The body is sent at 2 KB a second. */
  trickles?: true;
  /** In bytes: so much of a body that trickles comes at once before that. */
  atOnce?: number;
};

type Row = { name: string; route: Route; body: Schema | null; query: Schema | null };

const schemaOf = (schema: z.ZodType | undefined): Schema | null =>
  schema === undefined
    ? null
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema);

const rows: readonly Row[] = Object.entries(routes).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Route>).map(([name, route]) => ({
    name: `${group}.${name}`,
    route,
    body: schemaOf(route.body),
    query: schemaOf(route.query),
  })),
);

/** Each hashes a password, computes prices, or reads a closet. Asked as often as the rest, they would be most of the run. */
const costly =
  `account.register account.demo account.login account.remove account.confirm account.export account.changeProfile
  account.resetPassword closet.linkPractice listings.sync sales.importSales listings.inventoryReport pricing.optimize
  pricing.analyzeListing pricing.analyzeImage pricing.correctPhoto pricing.backtest`.split(/\s+/);
/** Of the costly ones, this part is made. */
const costlyPart = 0.2;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;

export function madeUp(seed: number, n: number, known: Known): MadeUp {
  const random = randomOf(seed, n);
  let row = pick(random, rows as [Row, ...Row[]]);
  while (costly.includes(row.name) && random() > costlyPart) row = pick(random, rows as [Row, ...Row[]]);
  const { name, route } = row;
  const method = random() < 0.04 ? pick(random, methods) : route.method;
  const path = pathOf(row, random, known);
  const caller = callerOf(route, random);
  const headers = headersOf(route, random);
  const needed = caller === 'browser' ? 'companion' : 'user';
  const isReplaced = headers.cookie !== undefined || headers.authorization !== undefined;
  const showsSession = route.access === needed && caller !== 'nobody' && !isReplaced;
  const made: MadeUp = { name, method, path, caller, showsSession, headers };
  // TRACE and GET with a body are refused by the client of Node itself, or by nobody.
  if (method === 'GET' || method === 'HEAD' || method === 'TRACE') return made;
  return { ...made, ...bodyOf(row, random, known) };
}

function callerOf({ access }: Route, random: Random): Caller {
  const dice = random();
  if (access === 'companion') return dice < 0.8 ? 'browser' : dice < 0.9 ? 'nobody' : 'seller';
  if (dice < 0.45) return 'seller';
  if (dice < 0.6) return 'other seller';
  if (dice < 0.8) return 'guest';
  return dice < 0.95 ? 'nobody' : 'browser';
}

function pathOf({ route, query }: Row, random: Random, known: Known): string {
  const path = route.path.replace(/\{\w+\}/g, () => inPath(random, known));
  if (random() < 0.02) return `${path}${pick(random, ['/', '//', '/..', '/%00', '%', '%zz', '?', '/x', ';a=b', '#x'])}`;
  const given = query === null ? {} : (valueFor('', query, random, known) as Record<string, unknown>);
  const extra =
    random() < 0.1 ? { [pick(random, ['limit', 'before', 'q', 'days', '__proto__', 'id'])]: hostileValue(random) } : {};
  const parts = Object.entries({ ...given, ...extra }).map(
    ([key, value]) => `${encode(key)}=${encode(String(asText(value)))}`,
  );
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** An id of a row that may be another's, or something that is none. */
function inPath(random: Random, { ids }: Known): string {
  if (random() < 0.6) return encode(ids[Math.floor(random() * ids.length)] ?? '1');
  if (random() < 0.5) return String(Math.floor(random() * 400));
  return encode(pick(random, hostileTexts).slice(0, 2_000)) || 'x';
}

/** Text that is none in UTF-8 is sent as the bytes that a careless client would send. */
const encode = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : text.replace(/[^\w]/g, (one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80'));

function headersOf(route: Route, random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random() < 0.97) headers.origin = random() < 0.98 ? 'https://hangtag.example' : 'https://evil.example';
  if (random() < 0.98) headers['content-type'] = 'application/json';
  if (route.idempotent && random() < 0.5)
    headers['idempotency-key'] = pick(random, ['again', 'x'.repeat(300), 'a b', '%00', '"']);
  if (route.etag && random() < 0.3)
    headers['if-none-match'] = pick(random, ['*', '"x"', 'W/"x"', ',,,', 'x'.repeat(5_000)]);
  if (random() < 0.06) {
    const [name, value] = pick(random, oddHeaders);
    headers[name] = value;
  }
  return headers;
}

const oddHeaders: [[string, string], ...[string, string][]] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/json;;;'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br'],
  ['host', 'evil.example'],
  ['x-forwarded-for', '1.2.3.4, 5.6.7.8'],
  ['x-forwarded-host', 'evil.example'],
  ['sec-fetch-site', 'cross-site'],
  ['authorization', 'Bearer x'],
  ['authorization', `Bearer ${'x'.repeat(5_000)}`],
  ['cookie', '__Host-hangtag=; __Host-hangtag=x; =; a'],
  ['cookie', `__Host-hangtag=${'x'.repeat(4_000)}`],
  ['user-agent', '<script>alert(1)</script> {{7*7}}'],
  ['accept', 'text/html'],
  ['range', 'bytes=0-1,2-3,4-5'],
  ['transfer-encoding', 'chunked'],
  ['expect', '100-continue'],
  ['x-http-method-override', 'DELETE'],
  ['upgrade', 'websocket'],
];

function bodyOf({ body }: Row, random: Random, known: Known): Pick<MadeUp, 'body' | 'breaksOff'> {
  const dice = random();
  if (body === null && dice < 0.5) return {};
  if (dice < 0.85) {
    const value = valueFor('', body ?? {}, random, known);
    return { body: write(random() < 0.55 ? value : spoiled(value, random)) };
  }
  return random() < 0.05 ? { body: '{"a":"', breaksOff: true } : { body: pick(random, rawBodies) };
}

/** A lone surrogate stays one on its way: JSON writes it as an escape. */
const write = (value: unknown): string => JSON.stringify(value) ?? '';

const deep = (levels: number, open: string, close: string): string => `${open.repeat(levels)}1${close.repeat(levels)}`;

const rawBodies: [string | Buffer, ...(string | Buffer)[]] = [
  '',
  'null',
  '[]',
  '"text"',
  '0',
  '{',
  '{"email":',
  '{"email":"ada@exam',
  '{"a":1}}',
  '{"a":1,"a":2}',
  '{"__proto__":{"isGuest":false},"constructor":{"prototype":{"x":1}}}',
  `{"price":${'9'.repeat(400)}}`,
  '{"price":1e999999}',
  '{"price":-0}',
  '{"price":0.00000000000000000000000001}',
  '{"a":"\u0000"}',
  '{"a":"\\u0000","b":"\\ud800","c":"\\udc00\\ud800"}',
  '\ufeff{"a":1}',
  'NaN',
  "{'a':1}",
  '{"a":1,}',
  deep(5_000, '[', ']'),
  deep(5_000, '{"a":', '}'),
  deep(40_000, '[', ''),
  `{"a":"${'x'.repeat(99_000)}"}`,
  `{"a":"${'x'.repeat(150_000)}"}`,
  `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":${n}`).join()}}`,
  `[${'1,'.repeat(40_000)}1]`,
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  Buffer.from('{"email":"ada@example.com"}', 'utf16le'),
  gzipSync('{"email":"ada@example.com"}'),
  gzipSync(Buffer.alloc(1_000_000, 0x20)),
  Buffer.alloc(1_000, 0),
  'email=ada%40example.com&password=x',
];
