// Reads lists that come in pages.

import type { MarketResult } from '#domain/ports/marketplace.ts';
import type { Verdict } from '../protocol/classify.ts';
import { failure } from '../protocol/classify.ts';
import { traced } from './caller.ts';

/** A cursor as its own JSON text, which keeps every digit of a number. */
export type Cursor = string;
type ReadPage<T> = { data: T[]; more?: { next_max_id?: number | string | null } | null };

const mostPages = 200;

/**
 * Reads a list to its end, in its own order. If an item occurs twice, the first one counts. A repeated cursor, or a list that
 * does not end, is `protocol_changed`.
 */
export async function readAllPages<T>(list: {
  fetch(cursor: Cursor | null): Promise<Verdict>;
  read(json: unknown): ReadPage<T> | null;
  key(item: T): string;
  /** After so many pages, what was read is enough. */
  enoughPages?: number;
  /** Whether nothing after this page is wanted. */
  isLast?(page: readonly T[]): boolean;
  /** Runs before each page but the first, with how many items were read. If it throws, nothing more is read. */
  beforeNext?(read: number): Promise<void>;
}): Promise<MarketResult<T[]>> {
  const items = new Map<string, T>();
  const seen = new Set<Cursor>();
  let cursor: Cursor | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const verdict: Verdict = await list.fetch(cursor);
    if (verdict.kind !== 'ok') return verdict;
    const page = list.read(verdict.json);
    if (page === null) return failure('protocol_changed');
    for (const item of page.data) if (!items.has(list.key(item))) items.set(list.key(item), item);

    cursor = nextCursor(page, verdict.body);
    if (cursor === null || pages + 1 === list.enoughPages || list.isLast?.(page.data) === true)
      return traced([...items.values()], verdict);
    if (seen.has(cursor)) return failure('protocol_changed');
    seen.add(cursor);
    await list.beforeNext?.(items.size);
  }
  return failure('protocol_changed');
}

/** The JSON text of the next cursor; null at the end of the list. `body` is the text that `page` was parsed from. */
export function nextCursor(page: ReadPage<unknown>, body: string): Cursor | null {
  const value = page.more?.next_max_id;
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return JSON.stringify(value);
  // Parsing and printing a float may change its digits (1777338896.120 -> .12), and the cursor must be returned unchanged.
  for (const [, digits = ''] of body.matchAll(/(?<!\\)"next_max_id"\s*:\s*(-?\d[\d.eE+-]*)/g)) {
    if (Number(digits) === value) return digits;
  }
  return String(value);
}
