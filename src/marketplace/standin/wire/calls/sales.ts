// Answers the orders of a seller: one for each sold listing, and older ones of things that the closet no longer shows.

import { fromDollars, toDollars } from '#domain/money.ts';
import { feeOn } from '#domain/sales/earnings.ts';
import { pictureUrl } from '../../pages/closet.ts';
import { pricesFor } from '../../seed/closet.ts';
import { factsOf, tasteOf } from '../../seed/facts.ts';
import { type Dice, dice, hex8, mix32, personOf } from '../../seed/random.ts';
import { listingsOf, lookOf } from '../../state/listings.ts';
import type { Account, Listing, Order, World } from '../../state/model.ts';
import { admitOwner } from '../admit.ts';
import { type Answer, type Exchange, invalid, json, originOf, traceId } from '../exchange.ts';
import { clampCount, cursorAt, type Json, parseObject, readCursor } from '../input.ts';
import { timeText } from './post.ts';

const dayMs = 86_400_000;
const weeks = 104;
/** Indexes that no listing of a closet has. */
const firstGone = 0x4000;
/** Serial numbers that neither a seller nor a liker has. */
const firstBuyer = 0x5000_0000;

/** Newest first. A seller who never sold anything has only what was planted. */
function ordersOf(world: World, account: Account): Order[] {
  const sold = listingsOf(world, account).flatMap((listing) =>
    listing.status === 'sold_out' ? [orderOfListing(world, listing)] : [],
  );
  const now = world.clock.now();
  return [...sold, ...olderOrders(world, account, sold), ...account.orders]
    .filter(({ bookedMs }) => bookedMs <= now)
    .sort((a, b) => b.bookedMs - a.bookedMs || (a.id < b.id ? 1 : -1));
}

function orderOfListing(world: World, listing: Listing): Order {
  const { account, index, statusMs } = listing;
  const look = lookOf(world, listing);
  const roll = dice(world.seed, account.serial, index, 0x5a1e5);
  return orderOf(world, account, {
    ...{ index, roll, bookedMs: statusMs, bundleSize: 1, title: look.title, picture: pictureUrl(look, 's', 1, '') },
    size: String((look.sizes[0] as { size_id?: unknown } | undefined)?.size_id ?? ''),
    total: offered(roll, listing.price),
    state: stateAfter(world.clock.now() - statusMs),
  });
}

/** Three to eight orders a week over two years, less what the closet still shows: more before the holidays, fewer in summer. */
function olderOrders(world: World, account: Account, shown: readonly Order[]): Order[] {
  if (account.sold === 0) return [];
  const { seed } = world;
  const { serial, asOfMs } = account;
  const taste = tasteOf(seed, serial);
  const orders: Order[] = [];
  const now = world.clock.now();
  // Life goes on after the date of the closet.
  for (let week = -Math.min(weeks, Math.ceil((now - asOfMs) / (7 * dayMs))); week < weeks; week += 1) {
    const endMs = asOfMs - week * 7 * dayMs;
    const fromWeek = dice(seed, serial, week, 0x3eec);
    const inYear = (new Date(endMs).getUTCMonth() + 0.5) / 12;
    const season = 5.2 + 1.6 * Math.cos(2 * Math.PI * (inYear - 0.93)) + fromWeek.normal() * 0.9;
    const known = shown.filter(({ bookedMs }) => bookedMs <= endMs && bookedMs > endMs - 7 * dayMs).length;
    const wanted = Math.min(8, Math.max(3, Math.round(season))) - known;
    for (let n = 0; n < wanted; n += 1) {
      const index = firstGone + (week + weeks) * 8 + n;
      const roll = dice(seed, serial, index, 0x5a1e5);
      const bundleSize = roll.chance(0.09) ? roll.int(2, 3) : 1;
      const items = Array.from({ length: bundleSize }, (_, item) =>
        factsOf(seed, serial, index + item * 0x1000, taste),
      );
      const [first] = items;
      if (first === undefined) continue;
      const prices = items.map(
        (facts) => pricesFor(roll, facts, taste, { ageDays: roll.int(2, 90), sold: true }).price,
      );
      const bookedMs = endMs - Math.floor(roll.next() * 7 * dayMs);
      const ageMs = now - bookedMs;
      orders.push(
        orderOf(world, account, {
          ...{ index, roll, bookedMs, bundleSize },
          title: bundleSize === 1 ? first.title : `${first.title} and ${bundleSize - 1} more`,
          size: bundleSize === 1 ? first.size : '',
          picture: `/pictures/s_${first.subcategory.flat}_${first.color.rgb.slice(1)}_1.svg`,
          total: offered(
            roll,
            prices.reduce((sum, price) => sum + price, 0),
            bundleSize > 1,
          ),
          state:
            ageMs < 14 * dayMs ? stateAfter(ageMs) : (roll.weighted(endings, ([, weight]) => weight)[0] ?? 'complete'),
        }),
      );
    }
  }
  return orders;
}

const endings = [
  ['complete', 95],
  ['cancelled', 2.5],
  ['returned', 2.5],
] as const;

/** About half of all orders come by an offer, and every bundle at a discount. */
const offered = (roll: Dice, price: number, always = false): number =>
  always || roll.chance(0.48) ? Math.max(Math.min(price, 5), Math.floor(price * (0.74 + roll.next() * 0.16))) : price;

const stateAfter = (ageMs: number): string => {
  const days = ageMs / dayMs;
  return days < 1 ? 'sold' : days < 3 ? 'shipped' : days < 8 ? 'delivered' : 'complete';
};

type Plan = Pick<Order, 'bookedMs' | 'bundleSize' | 'title' | 'size' | 'picture' | 'state'> & {
  index: number;
  roll: Dice;
  /** In whole dollars. */
  total: number;
};

const streets = ['Maple Street', 'Cedar Avenue', 'Harbor Lane', 'Mill Road', 'Juniper Court', 'Lakeview Drive'];
const cities = ['Dayton, OH 45402', 'Tucson, AZ 85701', 'Salem, OR 97301', 'Macon, GA 31201', 'Utica, NY 13501'];

/** With a buyer and an address that nobody has, so that a test can look for them. */
function orderOf(world: World, account: Account, { index, roll, total, ...plan }: Plan): Order {
  const totalCents = fromDollars(total);
  const soldOn = new Date(plan.bookedMs).toISOString().slice(0, 10);
  const isUndone = plan.state === 'cancelled' || plan.state === 'returned';
  const buyer = personOf(world.seed, firstBuyer + (mix32(account.serial ^ index) >>> 12));
  return {
    ...plan,
    id: orderId(world, account, { index, bookedMs: plan.bookedMs }),
    currency: world.settings.currency,
    totalCents,
    earningsCents: isUndone ? 0 : totalCents - feeOn({ price: totalCents, soldOn }),
    buyer,
    address: `${roll.int(11, 988)} ${roll.pick(streets)}, ${roll.pick(cities)}`,
  };
}

export const orderId = (world: World, { serial }: Account, { index, bookedMs }: { index: number; bookedMs: number }) =>
  hex8(Math.floor(bookedMs / 1000)) + hex8(mix32(serial ^ world.key ^ 0x0de5)) + hex8(mix32(index ^ 0x5a1e));

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
  const account = admitOwner(exchange, uid, { op: 'sales' });
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
