// What Hangtag knows of one sale, and what follows from it.

import type { Cents } from '../money.ts';
import type { DateText } from '../time.ts';
import { earningsOfOrder } from './earnings.ts';

/** `other`: the marketplace uses a word that Hangtag doesn't know. It counts as sold. */
export const saleStates = ['sold', 'shipped', 'delivered', 'complete', 'cancelled', 'returned', 'other'] as const;
export type SaleState = (typeof saleStates)[number];

export const saleSources = ['report', 'marketplace', 'manual'] as const;
type SaleSource = (typeof saleSources)[number];

/** The channel of sales at the marketplace. Any other text is another place. */
export const poshmark = 'poshmark';

/** What a sale may say in words, and in cents. null: not known. */
export const saleTexts = [
  ...(['brand', 'department', 'category', 'subcategory', 'size', 'condition', 'sku', 'shelf', 'note'] as const),
  /** In the marketplace's words; null if the closet never showed the sale. */
  'marketState',
  /** The rows of a bundle share it. */
  'orderId',
] as const;
export const saleAmounts = [
  ...(['originalPriceCents', 'listPriceCents', 'lowestPriceCents', 'costCents', 'salesTaxCents'] as const),
  ...(['shippingDiscountCents', 'labelFeeCents', 'packagingFeeCents', 'otherFeeCents'] as const),
  'reportedEarningsCents',
  /** What the seller says the marketplace's fee was, and what all other fees were together. */
  'statedFeeCents',
  'statedOtherFeesCents',
] as const;

/** A sale by the names of its columns. */
export type SaleRow = Record<(typeof saleTexts)[number], string | null> &
  Record<(typeof saleAmounts)[number], Cents | null> & {
    source: SaleSource;
    /** The oldest import that contains it. */
    importId: string | null;
    channel: string;
    state: SaleState;
    /** No file and no reading changes what the seller chose. */
    stateBySeller: boolean;
    soldOn: DateText | null;
    listedOn: DateText | null;
    title: string;
    isBundle: boolean | null;
    viaOffer: boolean | null;
    quantity: number;
    /** Of all pieces of the row together. */
    priceCents: Cents;
    feeCents: Cents;
    earningsCents: Cents;
    /** Who said the cost. `seller` without one: the seller took it out, and no file brings it back. */
    costBy: 'seller' | 'report' | 'listing' | null;
    listingId: string | null;
  };
export type StoredSale = SaleRow & { id: string };

/** The same value under each of the names. */
export const underEach = <Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;

export const emptySale: Omit<SaleRow, 'source' | 'state' | 'title' | 'priceCents'> = {
  ...underEach([...saleTexts, ...saleAmounts], null),
  ...{ importId: null, listingId: null, soldOn: null, listedOn: null, isBundle: null, viaOffer: null, costBy: null },
  ...{ channel: poshmark, stateBySeller: false, quantity: 1, feeCents: 0, earningsCents: 0 },
};

/** The rows of one order with their fees and earnings, which add up to those of the order. */
function withEarnings<Row extends SaleRow>(order: readonly Row[]): Row[] {
  const computed = earningsOfOrder(
    order.map(({ channel, statedFeeCents, ...row }) => ({
      price: row.priceCents,
      soldOn: row.soldOn,
      shippingDiscount: row.shippingDiscountCents,
      salesTax: row.salesTaxCents,
      // What the seller says wins.
      reportedEarnings: statedFeeCents === null ? row.reportedEarningsCents : null,
      knownFee: statedFeeCents ?? (channel === poshmark ? null : 0),
    })),
  );
  return order.map((row, at) => ({
    ...row,
    feeCents: computed[at]?.fee ?? 0,
    earningsCents: computed[at]?.earnings ?? row.priceCents,
  }));
}

const states: readonly (readonly [RegExp, SaleState])[] = [
  [/^sold$/, 'sold'],
  [/^(shipped|in transit)$/, 'shipped'],
  [/^delivered$/, 'delivered'],
  [/^(order )?completed?$/, 'complete'],
  [/^(order )?cancell?ed$/, 'cancelled'],
  [/^(order )?(returned|refunded)$/, 'returned'],
];

/** What the marketplace's word means. */
const stateOfWord = (word: string): SaleState => {
  const spelled = word.toLowerCase().replaceAll('_', ' ').trim();
  return states.find(([pattern]) => pattern.test(spelled))?.[1] ?? 'other';
};

/**
 * The state of a sale that the seller chose none for. A report has completed sales only, so only a later cancellation or return tells
 * more than it.
 */
export function stateOf({ importId, marketState }: Pick<SaleRow, 'importId' | 'marketState'>): SaleState {
  const atMarket = marketState === null ? null : stateOfWord(marketState);
  if (atMarket === 'cancelled' || atMarket === 'returned') return atMarket;
  return importId === null ? (atMarket ?? 'sold') : 'complete';
}

/** What a file or a reading changes of the stored sales. */
export type SaleChanges = { added: SaleRow[]; changed: StoredSale[]; removed: string[] };

/**
 * What to write so that the stored sales become those of `now`: with fees and earnings of all rows of each order that changes, because
 * one more row changes those of the others.
 */
export function changesTo(
  stored: readonly StoredSale[],
  { now, added, removed }: { now: readonly StoredSale[]; added: readonly SaleRow[]; removed: readonly string[] },
): SaleChanges {
  const gone = new Set(removed);
  const before: ReadonlyMap<string, SaleRow> = new Map(stored.map((row) => [row.id, row]));
  const isTouched = (row: SaleRow | StoredSale): boolean => !isStored(row) || before.get(row.id) !== row;
  const touched = new Set(
    [...now.filter((row) => isTouched(row) || gone.has(row.id)), ...added].map(({ orderId }) => orderId),
  );
  const rows = [...now.filter(({ id }) => !gone.has(id)), ...added].filter(
    (row) => isTouched(row) || (row.orderId !== null && touched.has(row.orderId)),
  );
  const settled = [...Map.groupBy(rows, ({ orderId }) => orderId)].flatMap(([orderId, order]) =>
    orderId === null ? order.flatMap((row) => withEarnings([row])) : withEarnings(asBundle(order)),
  );
  return {
    added: settled.filter((row) => !isStored(row)),
    changed: settled.filter(isStored).filter((row) => {
      const old = before.get(row.id);
      return old !== undefined && differs(old, row);
    }),
    removed: [...removed],
  };
}

const isStored = (row: SaleRow | StoredSale): row is StoredSale => 'id' in row;

/** Several rows with one order id are a bundle. */
const asBundle = <Row extends SaleRow>(order: readonly Row[]): Row[] =>
  order.map((row) => (order.length > 1 ? { ...row, isBundle: true } : row));

const differs = (one: SaleRow, other: SaleRow): boolean =>
  (Object.keys(emptySale) as (keyof typeof emptySale)[]).some((name) => one[name] !== other[name]) ||
  one.title !== other.title ||
  one.priceCents !== other.priceCents ||
  one.state !== other.state ||
  one.source !== other.source;
