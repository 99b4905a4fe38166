// Made-up values for the fields of requests: some that a schema describes, and some that are meant to break something.
import { seeded } from '#domain/random/seeded.ts';

/** From 0 to below 1. */
export type Random = () => number;
/** As `z.toJSONSchema` writes it; only what is read here. */
export type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

/** What the run knows and a request may name: addresses of people, and ids of rows, including other sellers'. */
export type Known = { emails: readonly string[]; ids: readonly string[]; password: string };

export const randomOf = (seed: number, n: number): Random =>
  seeded(Math.imul(seed, 0x9e3779b1) ^ Math.imul(n, 0x85ebca6b));
export const pick = <T>(random: Random, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0];
const pickAny = <T>(random: Random, from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

/** Texts that have broken programs. A lone surrogate and a null byte are no texts of the database. */
export const hostileTexts = [
  '',
  ' ',
  "' or 1=1 --",
  "'; drop table users; --",
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  '\u202e reversed',
  '%',
  '_',
  '(',
  '..',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '#{7*7} {{7*7}}',
  '2026-02-30',
  '9999-99-99T99:99:99Z',
  'https://169.254.169.254/latest',
  'ada@example.com\r\nBcc: eve@example.com',
  'NaN',
  '-0',
  '1e400',
  '9223372036854775808',
  '-1',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
  'x'.repeat(10_000),
  '👩‍👩‍👧‍👦'.repeat(200),
] as const;

const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 53 + 1,
  2 ** 31,
  [],
  {},
  [[[[[]]]]],
  [null],
  { length: 1e9 },
  { toString: 'x', valueOf: 'y' },
];

export const hostileValue = (random: Random): unknown =>
  random() < 0.5 ? pick(random, hostileTexts) : pickAny(random, hostileValues);

const usualTexts: Record<string, readonly [string, ...string[]]> = {
  timezone: ['UTC', 'America/New_York', 'Asia/Kathmandu'],
  startTime: ['09:00', '23:59', '00:00'],
  endTime: ['10:00', '00:00', '23:00'],
  code: ['123456', '000000', 'ABCD2345'],
  token: ['A'.repeat(43), 'reset'],
  session: ['jwt=1; ui=2', '[{"name":"jwt","value":"1","domain":".poshmark.com"}]'],
  endpoint: ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'https://127.0.0.1/push'],
  fileName: ['sales.csv'],
  version: ['1.0.0'],
};

/** A picture that has the right beginning and nothing behind it. */
const brokenPicture = `data:image/png;base64,${Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(2_000, 7),
]).toString('base64')}`;

function textFor(name: string, schema: Schema, random: Random, known: Known): string {
  if (/image$/i.test(name)) return brokenPicture;
  if (/email/i.test(name)) return pickAny(random, known.emails) ?? 'ada@example.com';
  if (/password/i.test(name)) return random() < 0.7 ? known.password : 'linen-and-cotton-9';
  if (/id$/i.test(name)) return pickAny(random, known.ids) ?? '1';
  const text = pick(
    random,
    usualTexts[name] ?? ['Ada', 'A silk dress', 'https://example.com', '2026-11-21T12:00:00Z', '5'],
  );
  return schema.maxLength === undefined ? text : text.slice(0, schema.maxLength);
}

function numberFor({ type, minimum, maximum }: Schema, random: Random): number {
  const least = Math.max(minimum ?? 0, -1e6);
  const most = Math.min(maximum ?? least + 100, 1e6);
  const value = least + random() * Math.max(0, most - least);
  return type === 'integer' ? Math.round(value) : value;
}

/** A value that the schema mostly accepts. */
export function valueFor(name: string, schema: Schema, random: Random, known: Known): unknown {
  const given = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (given !== undefined) return valueFor(name, pickAny(random, given) ?? {}, random, known);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return pickAny(random, schema.enum);
  switch (schema.type) {
    case 'string':
      return textFor(name, schema, random, known);
    case 'integer':
    case 'number':
      return numberFor(schema, random);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'array': {
      const least = schema.minItems ?? 0;
      const length = Math.min(least + Math.floor(random() * 4), schema.maxItems ?? 100);
      // The items of a list of ids are named like one id.
      const item = name.replace(/s$/, '');
      return Array.from({ length }, () => valueFor(item, schema.items ?? {}, random, known));
    }
    case 'object':
      return objectFor(schema, random, known);
    default:
      return hostileValue(random);
  }
}

function objectFor({ properties = {}, required = [] }: Schema, random: Random, known: Known): Record<string, unknown> {
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || random() < 0.5);
  return Object.fromEntries(given.map(([name, schema]) => [name, valueFor(name, schema, random, known)]));
}

const foreignKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'id',
  'userId',
  'user_id',
  'isGuest',
  'role',
  '',
  'a.b',
  '\u0000',
];

/** The same with one thing that is wrong: a field of another type, missing, or unknown. */
export function spoiled(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return hostileValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return Array.from({ length: 600 }, () => value[0] ?? 'x');
    const at = Math.floor(random() * value.length);
    return value.with(at, spoiled(value[at], random));
  }
  const entries = Object.entries(value);
  const dice = random();
  if (entries.length === 0 || dice < 0.2)
    return { ...value, ...own(pickAny(random, foreignKeys) ?? 'id', hostileValue(random)) };
  const at = Math.floor(random() * entries.length);
  if (dice < 0.35) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(entries.map(([key, one], index) => [key, index === at ? spoiled(one, random) : one]));
}

/** An object with a key of its own, even if that is `__proto__`. */
const own = (key: string, value: unknown): object =>
  JSON.parse(`{${JSON.stringify(key)}:0}`, (at, one) => (at === key ? value : one));
