// Finds, sorts, and adds up sales.
import type { Sale } from '#contract/sales/sales.ts';
import { poshmark } from '#domain/sales/sale.ts';
import { sortBy } from '#web/ui/list/row-order.ts';
import type { Filters, Order, Sorting } from './sales-view.ts';

/** Cancelled and returned sales count in no sum. */
export const counts = ({ state }: Pick<Sale, 'state'>): boolean => state !== 'cancelled' && state !== 'returned';

/** All that was taken off the price: the fee, the shipping discount, and other fees. */
export const feesOf = ({ feeCents, shippingDiscountCents, otherFeesCents }: Sale): number =>
  feeCents + (shippingDiscountCents ?? 0) + (otherFeesCents ?? 0);

const texts = new WeakMap<Sale, string>();
const textOf = (sale: Sale): string => {
  const known = texts.get(sale);
  if (known !== undefined) return known;
  const { title, brand, category, department, size, sku, shelf, orderId, note, channel } = sale;
  const text = [title, brand, category, department, size, sku, shelf, orderId, note, channel].join('\n').toLowerCase();
  texts.set(sale, text);
  return text;
};

const isIn = ({ soldOn }: Sale, { from, to }: Pick<Filters, 'from' | 'to'>): boolean =>
  (from === '' && to === '') || (soldOn !== null && (from === '' || soldOn >= from) && (to === '' || soldOn <= to));

export const findSales = (all: readonly Sale[], filters: Filters): readonly Sale[] => {
  const words = filters.q.toLowerCase().split(/\s+/);
  const { state, source, offer, withoutCost, isBundle } = filters;
  return all.filter(
    (sale) =>
      (!withoutCost || (sale.costCents === null && counts(sale))) &&
      (state === '' || (state === 'counts' ? counts(sale) : sale.state === state)) &&
      (source === '' || sale.source === source) &&
      (offer === '' || sale.viaOffer === (offer === 'yes')) &&
      (!isBundle || sale.isBundle === true) &&
      isIn(sale, filters) &&
      words.every((word) => textOf(sale).includes(word)),
  );
};

const keys: Record<Order, (sale: Sale) => number | string | null> = {
  sold: ({ soldOn }) => soldOn,
  title: ({ title }) => title.toLowerCase(),
  price: ({ priceCents }) => priceCents,
  fees: feesOf,
  earned: ({ earningsCents }) => earningsCents,
  cost: ({ costCents }) => costCents,
  profit: ({ profitCents }) => profitCents,
  days: ({ daysToSell }) => daysToSell,
};

/** Sales come newest first, so those of one day stay so. */
export const sortSales = (sales: readonly Sale[], { by, isDescending }: Sorting): readonly Sale[] =>
  sortBy(sales, keys[by], isDescending);

export type Sums = {
  sales: number;
  /** Cancelled or returned, and in no other number. */
  left: number;
  revenue: number;
  earned: number;
  /** Of the sales whose cost is known; null if none is. */
  profit: number | null;
  withoutCost: number;
};

export const addUp = (sales: readonly Sale[]): Sums => {
  const sums: Sums = { sales: 0, left: 0, revenue: 0, earned: 0, profit: null, withoutCost: 0 };
  for (const sale of sales) {
    if (!counts(sale)) {
      sums.left += 1;
      continue;
    }
    sums.sales += 1;
    sums.revenue += sale.priceCents;
    sums.earned += sale.earningsCents;
    if (sale.profitCents === null) sums.withoutCost += 1;
    else sums.profit = (sums.profit ?? 0) + sale.profitCents;
  }
  return sums;
};

export const stateNames: Record<Sale['state'], string> = {
  sold: 'Sold',
  shipped: 'Shipped',
  delivered: 'Delivered',
  complete: 'Completed',
  cancelled: 'Canceled',
  returned: 'Returned',
  other: 'Other',
};

export const sourceNames: Record<Sale['source'], string> = {
  report: 'From a sales report',
  marketplace: 'Read from Poshmark',
  manual: 'Added by you',
};

export const placeOf = ({ channel }: Pick<Sale, 'channel'>): string => (channel === poshmark ? 'Poshmark' : channel);
