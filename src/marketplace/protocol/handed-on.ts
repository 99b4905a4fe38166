// What a browser hands on of replies that tell about other people: everything that Hangtag reads, and nothing else of anybody.

import { isObject, type JsonObject, parseExactly } from '#domain/json.ts';
import type { CallName } from './calls.ts';
import type { Sale } from './protocol.ts';

const around = ['more', 'error', 'restricted_action', 'success', 'trace_id', 'req_id'];
/** The fields of `Sale`, by its type only, because its schema would make the extension larger. */
const ofAnOrder = Object.keys({
  ...{ id: 1, state: 1, display_status: 1, title: 1, is_bundle: 1, bundle_size: 1, total_price_amount: 1 },
  ...{ seller_earning_amount: 1, inventory_booked_at: 1, picture_url: 1, size_obj: 1 },
} satisfies Record<keyof Sale, 1>);

/** The fields of `NewsItem`, and of who shared. */
const ofAnItem = {
  itself: ['id', 'created_at'],
  target: ['post_id'],
  actor: ['id', 'username', 'display_handle'],
} as const;

/** Names what may pass instead of what may not. What has another shape than expected isn't handed on. */
export function handedOn(call: CallName | 'page', text: string): string {
  if (call !== 'sales' && call !== 'news') return text;
  const json = parseExactly(text);
  if (!isObject(json)) return Array.isArray(json) ? '[]' : text;
  const data = call === 'sales' ? ordersIn(json.data) : newsIn(json.data);
  return JSON.stringify({ ...(data === null ? {} : { data }), ...only(around, json) });
}

function ordersIn(data: unknown): JsonObject | null {
  const orders = isObject(data) ? data.sales_summary : undefined;
  return Array.isArray(orders) ? { sales_summary: orders.map((order) => pick(ofAnOrder, order)) } : null;
}

const newsIn = (groups: unknown): unknown[] | null =>
  Array.isArray(groups)
    ? groups.map((group) => ({
        content: { data: listAt(at(group, 'content')).map((one) => ({ news_item: itemIn(at(one, 'news_item')) })) },
      }))
    : null;

function itemIn(item: unknown): JsonObject | null {
  if (!isObject(item)) return null;
  const target = { data: pick(ofAnItem.target, at(item.target, 'data')) };
  const actor = { data: listAt(item.actor).map((one) => pick(ofAnItem.actor, one)) };
  return { ...only(ofAnItem.itself, item), target, actor };
}

const at = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
const listAt = (value: unknown): unknown[] => {
  const data = at(value, 'data');
  return Array.isArray(data) ? data : [];
};
const pick = (keys: readonly string[], value: unknown): JsonObject | null =>
  isObject(value) ? only(keys, value) : null;

const only = (keys: readonly string[], value: JsonObject): JsonObject =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])));
