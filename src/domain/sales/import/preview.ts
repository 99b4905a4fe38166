// Shows what the rows of a file become, before anything is sent.

import type { Cents } from '../../money.ts';
import { earningsOfOrder } from '../earnings.ts';
import { poshmark } from '../sale.ts';
import type { Sale } from './read-sale.ts';

/** What nobody can know unless the seller says it. */
export type Missing = 'soldOn' | 'cost' | 'fee';

/** The first sales, with fees and earnings as they will be stored. The rows of a bundle share a fee. */
export function previewSales(sales: readonly { row: number; sale: Sale }[], most: number) {
  const orders = Map.groupBy(sales, ({ sale, row }) => sale.orderId ?? `row ${row}`);
  const money = new Map<number, { fee: Cents; earnings: Cents }>();
  for (const { sale, row } of sales.slice(0, most)) {
    if (money.has(row)) continue;
    const order = orders.get(sale.orderId ?? `row ${row}`) ?? [];
    const computed = earningsOfOrder(order.map((one) => toEarn(one.sale)));
    order.forEach((one, at) => {
      const found = computed[at];
      if (found !== undefined) money.set(one.row, found);
    });
  }
  return sales.slice(0, most).map(({ row, sale }) => {
    const { fee, earnings } = money.get(row) ?? { fee: 0, earnings: sale.price };
    const isFeeKnown = sale.channel === undefined || sale.earnings !== undefined;
    const missing: (Missing | null)[] = [
      sale.soldOn === undefined ? 'soldOn' : null,
      isFeeKnown ? null : 'fee',
      sale.cost === undefined ? 'cost' : null,
    ];
    return {
      row,
      title: sale.title,
      soldOn: sale.soldOn ?? null,
      /** Brand, size, and so on. */
      facts: [sale.brand, sale.size, sale.condition?.replaceAll('-', ' ')].filter((fact) => fact !== undefined),
      pieces: sale.quantity ?? 1,
      price: sale.price,
      /** null: sold elsewhere, and the file doesn't say. */
      fee: isFeeKnown ? fee : null,
      discount: sale.shippingDiscount ?? null,
      /** Label, packaging, and other fees. */
      otherFees: (sale.labelFee ?? 0) + (sale.packagingFee ?? 0) + (sale.otherFee ?? 0),
      earnings,
      /** The file says what was earned. */
      isReported: sale.earnings !== undefined,
      cost: sale.cost ?? null,
      isBundle: (sale.isBundle ?? false) || (orders.get(sale.orderId ?? '')?.length ?? 1) > 1,
      channel: sale.channel ?? null,
      missing: missing.filter((one) => one !== null),
    };
  });
}

export type PreviewedSale = ReturnType<typeof previewSales>[number];

const toEarn = (sale: Sale) => ({
  price: sale.price,
  soldOn: sale.soldOn ?? null,
  shippingDiscount: sale.shippingDiscount ?? null,
  salesTax: sale.salesTax ?? null,
  reportedEarnings: sale.earnings ?? null,
  knownFee: (sale.channel ?? poshmark) === poshmark ? null : 0,
});
