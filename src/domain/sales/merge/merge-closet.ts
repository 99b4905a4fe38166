// Decides what the sales of the closet change: new ones, new states, and orders that a report has told in more detail.

import { type Cents, splitCents } from '../../money.ts';
import type { DateText } from '../../time.ts';
import { changesTo, emptySale, poshmark, type SaleChanges, type SaleRow, type StoredSale, stateOf } from '../sale.ts';
import { findKnownSales } from './known-sales.ts';
import { named } from './merge-report.ts';

/** A sale as the closet shows it. Several pieces that were sold together are one. */
export type ClosetSale = {
  id: string;
  /** In the marketplace's words. */
  state: string;
  title: string;
  size: string | null;
  isBundle: boolean;
  bundleSize: number;
  priceCents: Cents;
  earningsCents: Cents | null;
  soldOn: DateText | null;
};

/** A sale that the closet no longer shows stays. */
export function mergeCloset(stored: readonly StoredSale[], shown: readonly ClosetSale[]): SaleChanges {
  const orders = Map.groupBy(
    stored.filter(({ orderId }) => orderId !== null),
    ({ orderId }) => orderId,
  );
  const unknown = shown.filter(({ id }) => !orders.has(id));
  const withoutOrder = stored.filter(({ orderId, channel }) => orderId === null && channel === poshmark);
  const found = findKnownSales(
    unknown.map(asNamed),
    withoutOrder.map((sale) => ({ id: sale.id, ...named(sale) })),
  );
  const knownAs = new Map(unknown.map((sale, at) => [sale.id, found[at] ?? null]));
  const byId = new Map(stored.map((sale) => [sale.id, sale]));
  const now = new Map(byId);
  for (const sale of shown) {
    const known = byId.get(knownAs.get(sale.id) ?? '');
    const rows = orders.get(sale.id) ?? (known === undefined ? [] : [known]);
    for (const row of updated(rows, sale)) now.set(row.id, row);
  }
  const added = unknown.filter(({ id }) => knownAs.get(id) === null).map(newRow);
  return changesTo(stored, { now: [...now.values()], added, removed: [] });
}

const asNamed = (sale: ClosetSale) => ({
  title: sale.title,
  price: sale.priceCents,
  orderId: sale.id,
  ...(sale.soldOn !== null && { soldOn: sale.soldOn }),
  ...(sale.size !== null && { size: sale.size }),
});

const factsOf = (sale: ClosetSale) => ({
  marketState: sale.state,
  orderId: sale.id,
  soldOn: sale.soldOn,
  title: sale.title || 'Untitled',
  size: sale.size,
  isBundle: sale.isBundle,
  quantity: sale.isBundle ? Math.min(Math.max(sale.bundleSize, 1), 100) : 1,
  priceCents: sale.priceCents,
  reportedEarningsCents: sale.earningsCents,
});

function newRow(sale: ClosetSale): SaleRow {
  const row: SaleRow = { ...emptySale, source: 'marketplace', state: 'sold', ...factsOf(sale) };
  return { ...row, state: stateOf(row) };
}

/** A report and the seller know more than the closet, which only adds its state and what they don't say. */
function updated(rows: readonly StoredSale[], sale: ClosetSale): StoredSale[] {
  const facts = factsOf(sale);
  const isWhole = rows.reduce((sum, { priceCents }) => sum + priceCents, 0) === sale.priceCents;
  const saysEarnings = rows.some(
    ({ reportedEarningsCents, statedFeeCents }) => reportedEarningsCents !== null || statedFeeCents !== null,
  );
  const earnings =
    saysEarnings || !isWhole || sale.earningsCents === null
      ? null
      : splitCents(
          sale.earningsCents,
          rows.map(({ priceCents }) => priceCents),
        );
  return rows.map((row, at) => {
    const merged: StoredSale =
      row.source === 'marketplace' && rows.length === 1
        ? {
            ...row,
            ...facts,
            soldOn: facts.soldOn ?? row.soldOn,
            size: facts.size ?? row.size,
            reportedEarningsCents: facts.reportedEarningsCents ?? row.reportedEarningsCents,
          }
        : {
            ...row,
            marketState: facts.marketState,
            orderId: facts.orderId,
            soldOn: row.soldOn ?? facts.soldOn,
            size: row.size ?? (rows.length === 1 ? facts.size : null),
            isBundle: row.isBundle ?? facts.isBundle,
            reportedEarningsCents: row.reportedEarningsCents ?? earnings?.[at] ?? null,
          };
    return merged.stateBySeller ? merged : { ...merged, state: stateOf(merged) };
  });
}
