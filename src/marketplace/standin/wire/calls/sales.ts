// Answers the list of a seller's orders.

import { toDollars } from '#domain/money.ts';
import type { Order, World } from '../../state/model.ts';
import { admitSeller } from '../admit.ts';
import { type Json, parseObject } from '../body.ts';
import { forbidden, invalid } from '../errors.ts';
import { type Answer, type Exchange, json, originOf, traceId } from '../exchange.ts';
import { clampCount, cursorAt, readCursor } from '../paging.ts';
import { ordersOf } from './orders.ts';
import { timeText } from './post.ts';

const statusTexts: Record<string, string> = {
  sold: 'Sold',
  shipped: 'Shipped',
  delivered: 'Delivered',
  complete: 'Order Complete',
  cancelled: 'Cancelled',
  returned: 'Returned',
};

/** `GET /vm-rest/users/{uid}/orders/sales?request=…`: the seller's own, newest first. */
export function answerSales(exchange: Exchange, uid: string): Answer {
  const account = admitSeller(exchange, { op: 'sales', write: false });
  if (uid !== account.id && uid !== 'self') throw forbidden(exchange);
  const { world } = exchange;
  const request = parseObject(new URLSearchParams(exchange.query).get('request') ?? '{}');
  const start = readCursor(request?.max_id);
  if (request === null || start === null) throw invalid(exchange, 'The request is not readable');
  const orders = ordersOf(world, account);
  const end = start + clampCount(request.count);
  return json(200, {
    data: { sales_summary: orders.slice(start, end).map((order) => summaryOf(world, order, originOf(exchange.req))) },
    more: end >= orders.length ? {} : { next_max_id: cursorAt(end) },
    trace_id: traceId(),
  });
}

function summaryOf({ settings }: World, order: Order, origin: string): Json {
  const amount = (cents: number) => {
    const dollars = toDollars(cents);
    const text = Number.isInteger(dollars) ? dollars.toFixed(1) : String(dollars);
    return { val: settings.moneyAs === 'string' ? text : dollars, currency_code: order.currency, currency_symbol: '$' };
  };
  const [street, city, region] = order.address.split(', ');
  const [state, zip] = region?.split(' ') ?? [];
  return {
    id: order.id,
    state: order.state,
    display_status: statusTexts[order.state] ?? order.state,
    title: order.title,
    is_bundle: order.bundleSize > 1,
    bundle_size: order.bundleSize,
    total_price_amount: amount(order.totalCents),
    seller_earning_amount: order.earningsCents === null ? undefined : amount(order.earningsCents),
    inventory_booked_at: timeText(order.bookedMs),
    picture_url: origin + order.picture,
    size_obj: order.size === '' ? undefined : { display: order.size },
    buyer: { username: order.buyer.handle, display_handle: order.buyer.handle, full_name: order.buyer.fullName },
    shipping_address: { name: order.buyer.fullName, street_address: street, city, state, zip },
  };
}
