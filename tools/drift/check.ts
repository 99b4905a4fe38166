// One line of the comparison between a recording and what the connector expects, and the values of a recording.

import { isObject, type JsonObject } from '../../src/domain/json.ts';
import { editsBetween } from '../../src/domain/text/edit-distance.ts';
import type { ProfileChanges } from '../../src/marketplace/profile/profile.ts';
import { protocolKeys } from '../../src/marketplace/recording/kinds.ts';
import type { Entry } from '../../src/marketplace/recording/recording.ts';

/** An entry with its number in the recording, from 1. */
export type Numbered = { entry: Entry; number: number };

export type Difference = {
  what: string;
  expected: string;
  seen: string;
  /** The entry of the recording that shows it. */
  where: string;
  /** Why a profile can't describe it. Without it, `change` does. */
  outOfReach?: string;
};

export type Check = {
  /** The name of a switch (`sharePath`), of a call (`call.closet`), or of a shape (`shape.listing`). */
  id: string;
  title: string;
  verdict: 'confirmed' | 'differs' | 'not_seen';
  differences: Difference[];
  change: Partial<ProfileChanges>;
};

export const whereOf = ({ entry, number }: Numbered): string => `entry ${number}: ${entry.method} ${entry.path}`;

export const notSeen = (id: string, title: string): Check => ({
  id,
  title,
  verdict: 'not_seen',
  differences: [],
  change: {},
});
export const confirmed = (id: string, title: string): Check => ({ ...notSeen(id, title), verdict: 'confirmed' });
export const differs = (
  id: string,
  title: string,
  differences: Difference[],
  change: Partial<ProfileChanges> = {},
): Check => ({ id, title, verdict: 'differs', differences, change });

/** `prose` is what people write: a recording has a placeholder for it. A `text` may be anything short. */
export type FieldKind =
  | 'id'
  | 'prose'
  | 'text'
  | 'word'
  | 'money'
  | 'number'
  | 'cursor'
  | 'time'
  | 'url'
  | 'object'
  | 'list';

const knownKeys = new Set(protocolKeys);

/** The value at `inventory.status`; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

export const hasAt = (value: unknown, path: string): boolean => valueAt(value, path) !== undefined;

/** Whether a value in a recording can be of that kind. */
export function isOfKind(value: unknown, kind: FieldKind): boolean {
  switch (kind) {
    case 'id':
      return typeof value === 'string' && /^<(id|text|handle):/.test(value);
    case 'prose':
      return typeof value === 'string' && /^<(text|name|address|handle):/.test(value);
    case 'text':
      return typeof value === 'string' && !/^<(time|url):/.test(value) && value !== '';
    case 'word':
      return typeof value === 'string' && /^([A-Za-z][\w]*|<(text|name|address):\d+>)$/.test(value);
    case 'money':
      return isObject(value) && ('val' in value || 'currency_code' in value);
    case 'number':
      return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
    case 'cursor':
      return isOfKind(value, 'number') || (typeof value === 'string' && /^<(text|secret|id|phone):/.test(value));
    case 'time':
      return typeof value === 'string' && value.startsWith('<time:');
    case 'url':
      return typeof value === 'string' && value.startsWith('<url:');
    case 'object':
      return isObject(value);
    case 'list':
      return Array.isArray(value);
  }
}

/** Paths of all fields down to a depth, without what is inside lists. */
export function pathsIn(value: unknown, depth: number, prefix = ''): string[] {
  if (!isObject(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    `${prefix}${key}`,
    ...pathsIn(inner, depth - 1, `${prefix}${key}.`),
  ]);
}

export const lastKey = (path: string): string => path.split('.').at(-1) ?? '';
export const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.');

/** Whether our protocol knows no field of that name. */
export const isNewKey = (path: string): boolean => !knownKeys.has(lastKey(path));

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== '');

/** How alike two names are, from 0 to 1: shared words, or else shared letters. */
export function likeness(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const shared = first.filter((word) => second.includes(word)).length;
  const byWords = (2 * shared) / (first.length + second.length || 1);
  const longer = Math.max(one.length, other.length, 1);
  return Math.max(byWords, 1 - editsBetween(one.toLowerCase(), other.toLowerCase(), longer) / longer);
}

/** The objects among the items of a list. */
export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
