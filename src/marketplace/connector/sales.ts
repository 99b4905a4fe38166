// Reads the closet's orders (21), without who bought them and where they went.

import { usDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type {
  MarketAccount,
  MarketplaceSale,
  MarketplaceSales,
  MarketResult,
  UnreadableSale,
} from '#domain/ports/marketplace.ts';
import { type Money, type Sale, SalesPage } from '../protocol/protocol.ts';
import type { Caller } from './caller.ts';
import { readTime, webAddresses } from './listing-from-post.ts';
import { pageSize, userIdOf, withCursor } from './listings.ts';
import { readAllPages } from './paging.ts';

export async function readSales(
  caller: Caller,
  { since, beforeNext }: Parameters<MarketAccount['sales']>[0] = {},
): Promise<MarketResult<MarketplaceSales>> {
  const uid = await userIdOf(caller);
  if (typeof uid !== 'string') return uid;
  const path = caller.context.switches.salesPath.replace('{uid}', encodeURIComponent(uid));
  const request = JSON.stringify({ filters: {}, count: pageSize });
  let nameless = 0;
  const read = await readAllPages<MarketplaceSale | UnreadableSale>({
    fetch: (cursor) =>
      caller.call({ method: 'GET', path: `${path}?request=${encodeURIComponent(withCursor(request, cursor))}` }),
    read(json) {
      const page = SalesPage.safeParse(json).data;
      return page
        ? { ...page, data: page.data.sales_summary.map((row) => saleFrom(row, caller.context.origin)) }
        : null;
    },
    key: ({ id }) => id ?? `nameless ${nameless++}`,
    isLast: (page) => since !== undefined && page.every((sale) => 'bookedAt' in sale && isBefore(sale.bookedAt, since)),
    ...(beforeNext && { beforeNext }),
  });
  if (read.kind !== 'ok') return read;
  const sales = read.value.flatMap((row) => ('why' in row ? [] : [row]));
  return { ...read, value: { sales, unreadable: read.value.flatMap((row) => ('why' in row ? [row] : [])) } };
}

const isBefore = (moment: Instant, since: Instant): boolean => moment < since;

function saleFrom(row: Sale | null, origin: string): MarketplaceSale | UnreadableSale {
  if (row === null) return { id: null, why: 'The order has no id.' };
  const { id } = row;
  const total = readAmount(row.total_price_amount);
  const earnings = readAmount(row.seller_earning_amount);
  const bookedAt = readTime(row.inventory_booked_at);
  if (total === 'other_currency' || earnings === 'other_currency') return { id, why: 'The order isn’t in US dollars.' };
  if (typeof total !== 'number' || total < 0) return { id, why: 'The order has no price that can be read.' };
  if (earnings === 'unreadable') return { id, why: 'The order’s earnings can’t be read.' };
  if (bookedAt === undefined) return { id, why: 'The order has no date that can be read.' };
  return {
    id,
    state: stateOf(row),
    title: row.title ?? '',
    isBundle: row.is_bundle ?? false,
    bundleSize: row.bundle_size ?? 1,
    totalPriceCents: total,
    earningsCents: earnings,
    bookedAt,
    size: row.size_obj?.display || null,
    pictureUrl: webAddresses([row.picture_url], origin)[0] ?? null,
  };
}

/** A delivered order is complete once its buyer has accepted it, which only its status on screen says. */
function stateOf({ state, display_status: status }: Sale): string {
  if (state === 'delivered' && status?.toLowerCase() === 'order complete') return 'complete';
  return state || status || 'unknown';
}

/** Whole cents, digit by digit: an amount of money is never a float. null if there is none. */
function readAmount(amount: Money | undefined): number | 'other_currency' | 'unreadable' | null {
  if (amount === undefined) return null;
  if ((amount.currency_code || usDollars).toUpperCase() !== usDollars) return 'other_currency';
  const [, sign, dollars, cents = ''] = /^(-?)(\d{1,7})(?:\.(\d{1,2})0*)?$/.exec(String(amount.val).trim()) ?? [];
  if (dollars === undefined) return 'unreadable';
  const whole = Number(`${dollars}${cents.padEnd(2, '0')}`);
  return sign === '-' ? 0 - whole : whole;
}
