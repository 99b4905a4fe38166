// Decides what the rows of a report change: new sales, sales that are known, corrected cells, and bundles that the closet told as one.

import { type Cents, splitCents } from '../../money.ts';
import type { Sale } from '../import/read-sale.ts';
import { changesTo, emptySale, poshmark, type SaleChanges, type SaleRow, type StoredSale, stateOf } from '../sale.ts';
import { findKnownSales } from './known-sales.ts';

/** `known`: for each row the stored sale that it is, or null if the row is new. */
type MergedReport = SaleChanges & { known: (string | null)[] };

export function mergeReport(
  stored: readonly StoredSale[],
  sales: readonly Sale[],
  { importId }: { importId: string },
): MergedReport {
  const { known, entries } = matchRows(stored, sales);
  const byId = new Map(stored.map((sale) => [sale.id, sale]));
  const now = new Map(byId);
  sales.forEach((sale, at) => {
    const old = byId.get(known[at] ?? '');
    if (old !== undefined) now.set(old.id, corrected(old, sale, importId));
  });
  const added = sales.flatMap((sale, at) => (known[at] === null ? [newRow(sale, importId)] : []));
  const rows = entries.flatMap((entry) => inherited(entry, added));
  const replaced = new Set(entries.map(({ id }) => id));
  const heirs = new Map(rows.map(({ from, to }) => [from, to]));
  return {
    known,
    ...changesTo(stored, {
      now: [...now.values()],
      added: added.map((row) => heirs.get(row) ?? row),
      removed: [...replaced],
    }),
  };
}

/** `entries`: what the closet told as one sale, and the report tells as the pieces of it. */
function matchRows(
  stored: readonly StoredSale[],
  sales: readonly Sale[],
): { known: (string | null)[]; entries: StoredSale[] } {
  const isBundleEntry = ({ source, isBundle }: StoredSale): boolean => source === 'marketplace' && isBundle === true;
  const known: (string | null)[] = sales.map(() => null);
  const placeOf = (channel: string): string => channel.toLowerCase();
  for (const [place, rows] of Map.groupBy(sales.keys(), (at) => placeOf(sales[at]?.channel ?? poshmark))) {
    const candidates = stored.filter((sale) => placeOf(sale.channel) === place && !isBundleEntry(sale));
    const found = findKnownSales(
      rows.flatMap((at) => sales[at] ?? []),
      candidates.map((sale) => ({ id: sale.id, ...named(sale) })),
    );
    rows.forEach((at, index) => {
      known[at] = found[index] ?? null;
    });
  }
  const taken = new Set(known);
  const entryOf = new Map(
    stored.flatMap((sale) =>
      sale.source === 'marketplace' && sale.orderId !== null && !taken.has(sale.id) ? [[sale.orderId, sale]] : [],
    ),
  );
  const left = Map.groupBy(
    [...sales.keys()].filter((at) => known[at] === null),
    (at) => sales[at]?.orderId,
  );
  const entries = [...left].flatMap(([orderId, rows]) => {
    const entry = entryOf.get(orderId ?? '');
    const [only, ...others] = rows;
    if (entry === undefined || only === undefined) return [];
    if (others.length > 0) return [entry];
    known[only] = entry.id;
    return [];
  });
  return { known, entries };
}

/** What tells a stored sale from others. */
export const named = (sale: StoredSale): Pick<Sale, 'title' | 'price' | 'orderId' | 'soldOn' | 'brand' | 'size'> => ({
  title: sale.title,
  price: sale.priceCents,
  ...(sale.orderId !== null && { orderId: sale.orderId }),
  ...(sale.soldOn !== null && { soldOn: sale.soldOn }),
  ...(sale.brand !== null && { brand: sale.brand }),
  ...(sale.size !== null && { size: sale.size }),
});

/** The cells of a row by the names of the columns. A cell without a value is left out. */
const cellsOf = (sale: Sale): Partial<SaleRow> => {
  const cells: { [Name in keyof SaleRow]?: SaleRow[Name] | undefined } = {
    orderId: sale.orderId,
    soldOn: sale.soldOn,
    listedOn: sale.listedOn,
    brand: sale.brand,
    department: sale.department,
    category: sale.category,
    subcategory: sale.subcategory,
    size: sale.size,
    condition: sale.condition,
    sku: sale.sku,
    isBundle: sale.isBundle,
    viaOffer: sale.isOffer,
    originalPriceCents: sale.originalPrice,
    lowestPriceCents: sale.lowestPrice,
    shippingDiscountCents: sale.shippingDiscount,
    labelFeeCents: sale.labelFee,
    packagingFeeCents: sale.packagingFee,
    otherFeeCents: sale.otherFee,
    reportedEarningsCents: sale.earnings,
    salesTaxCents: sale.salesTax,
    channel: sale.channel,
  };
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== undefined));
};

const newRow = (sale: Sale, importId: string): SaleRow => {
  const row: SaleRow = {
    ...emptySale,
    source: 'report',
    importId,
    title: sale.title,
    priceCents: sale.price,
    quantity: sale.quantity ?? 1,
    state: 'complete',
    ...cellsOf(sale),
  };
  return withReportedCost(row, sale.cost);
};

/** What the seller typed stays, and an empty cell erases nothing. */
function corrected(old: StoredSale, sale: Sale, importId: string): StoredSale {
  const cells = cellsOf(sale);
  if (old.source === 'manual') {
    // Everything in it was typed, so a file only adds.
    const missing = Object.entries(cells).filter(([name]) => old[name as keyof SaleRow] === null);
    return withReportedCost({ ...old, ...Object.fromEntries(missing) }, sale.cost);
  }
  // The price column of another program may be what was earned. A row with both is the marketplace's.
  const isWhole = sale.orderId !== undefined && sale.earnings !== undefined;
  const row: StoredSale = {
    ...old,
    ...cells,
    source: 'report',
    importId: old.importId ?? importId,
    title: old.source === 'marketplace' ? sale.title : old.title,
    priceCents: isWhole || old.source === 'marketplace' ? sale.price : old.priceCents,
    quantity: sale.quantity ?? old.quantity,
  };
  const state = row.stateBySeller ? row.state : stateOf(row);
  return withReportedCost({ ...row, state }, sale.cost);
}

const withReportedCost = <Row extends SaleRow>(row: Row, cost: Cents | undefined): Row =>
  cost === undefined || row.costBy === 'seller' ? row : { ...row, costCents: cost, costBy: 'report' };

/** The pieces take over what was known of the order: its state, and what the seller typed, split by price. */
function inherited(entry: StoredSale, added: readonly SaleRow[]): { from: SaleRow; to: SaleRow }[] {
  const pieces = added.filter(({ orderId }) => orderId === entry.orderId);
  const prices = pieces.map(({ priceCents }) => priceCents);
  const split = (cents: Cents | null): (Cents | null)[] =>
    cents === null ? pieces.map(() => null) : splitCents(cents, prices);
  const costs = split(entry.costCents);
  const otherFees = split(entry.statedOtherFeesCents);
  const isWhole = prices.reduce((sum, price) => sum + price, 0) === entry.priceCents;
  const earnings = split(isWhole ? entry.reportedEarningsCents : null);
  const saysEarnings = pieces.some(({ reportedEarningsCents }) => reportedEarningsCents !== null);
  return pieces.map((piece, at) => {
    const row: SaleRow = {
      ...piece,
      marketState: entry.marketState,
      soldOn: piece.soldOn ?? entry.soldOn,
      note: entry.note,
      shelf: entry.shelf,
      stateBySeller: entry.stateBySeller,
      statedOtherFeesCents: otherFees[at] ?? null,
      reportedEarningsCents: saysEarnings ? piece.reportedEarningsCents : (earnings[at] ?? null),
      ...(entry.costBy === 'seller' && { costCents: costs[at] ?? null, costBy: 'seller' }),
    };
    return { from: piece, to: { ...row, state: entry.stateBySeller ? entry.state : stateOf(row) } };
  });
}
