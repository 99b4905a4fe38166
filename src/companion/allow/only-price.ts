// Reads a listing, and checks that an update changes its price and nothing else in it.

import { isObject, parseJson } from '#domain/json.ts';
import { usDollars } from '#domain/money.ts';
import { buildPriceWrite } from '#marketplace/connector/price-write.ts';
import type { Allowed } from './allowlist.ts';
import type { Wish } from './bounds.ts';

/**
 * Compares the body of an update with the listing as the marketplace has it now. The body must be the whole listing with another
 * price: what a save leaves out, the marketplace may clear.
 */
export function changesOnlyPrice(body: string, listing: string, id: string): boolean {
  const post = fieldOf(parseJson(body), 'post');
  const current = postIn(parseJson(listing), id);
  if (!isObject(post) || current === null) return false;
  const dollars = fieldOf(post.price_amount, 'val');
  if (typeof dollars !== 'number' || !Number.isInteger(dollars) || dollars < 1) return false;
  if (priceOf(current) === dollars) return false;
  return isSame(post, buildPriceWrite(current, dollars, { partialUpdateAllowed: false }));
}

/** What an update or an offer would do to the listing as the marketplace has it now; null if that isn't readable. */
export function wishOf({ call, body, target }: Allowed, listing: string): Wish | null {
  const json = parseJson(body ?? '');
  const current = postIn(parseJson(listing), target ?? '');
  if (current === null || (call !== 'update' && call !== 'offer')) return null;
  const amount = call === 'update' ? fieldOf(fieldOf(json, 'post'), 'price_amount') : fieldOf(json, 'offer_amount');
  const [price, to] = [priceOf(current), fieldOf(amount, 'val')];
  if (!(price > 0) || typeof to !== 'number') return null;
  const code = fieldOf(current.price_amount, 'currency_code');
  const currency = typeof code === 'string' && /^[A-Z]{3}$/.test(code) ? code : usDollars;
  return { call, listing: target ?? '', title: String(current.title ?? '').slice(0, 80), price, to, currency };
}

const priceOf = (post: Record<string, unknown>): number =>
  Math.round(Number(fieldOf(post.price_amount, 'val') ?? post.price));

/** A listing is the body itself, or its `data`. */
function postIn(json: unknown, id: string): Record<string, unknown> | null {
  for (const one of [fieldOf(json, 'data'), json]) if (isObject(one) && one.id === id) return one;
  return null;
}

/** The same JSON, whatever the order of the keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

const fieldOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
