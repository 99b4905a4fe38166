// What a browser hands on of the seller's orders: everything that Hangtag reads, and nothing of who bought them.

import { isObject, type JsonObject, parseExactly } from '#domain/json.ts';

const aroundOrders = ['more', 'error', 'restricted_action', 'success', 'trace_id', 'req_id'];
/** The fields of `Sale` in `protocol.ts`, whose schemas would make the extension larger. */
export const ofAnOrder: readonly string[] = [
  'id',
  'state',
  'display_status',
  'title',
  'is_bundle',
  'bundle_size',
  'total_price_amount',
  'seller_earning_amount',
  'inventory_booked_at',
  'picture_url',
  'size_obj',
];

/** Names what may pass instead of what may not. Where orders have another shape than expected, none of them is handed on. */
export function withoutBuyers(text: string): string {
  const json = parseExactly(text);
  if (!isObject(json)) return Array.isArray(json) ? '[]' : text;
  const orders = isObject(json.data) ? json.data.sales_summary : undefined;
  const kept = Array.isArray(orders) ? { data: { sales_summary: orders.map(onlySale) } } : {};
  return JSON.stringify({ ...kept, ...only(aroundOrders, json) });
}

const onlySale = (order: unknown) => (isObject(order) ? only(ofAnOrder, order) : null);

const only = (keys: readonly string[], value: JsonObject): JsonObject =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])));
