// What a seller earns from a sale: Poshmark’s fee on its day, earnings, and profit, to the cent.

import { type Cents, splitCents } from '../money.ts';
import type { DateText } from '../time.ts';

/** A flat amount plus a part of the order, by the order's price. `below`: prices from the previous tier up to this. */
type Tier = { below: Cents; flat: Cents; basisPoints: number };
/** `of`: what the part is taken of. `order total`: price, shipping that the buyer paid, and sales tax. */
type FeeSchedule = { since: DateText; of: 'price' | 'order total'; tiers: readonly Tier[]; source: string };

const usualTiers: readonly Tier[] = [
  { below: 1500, flat: 295, basisPoints: 0 },
  { below: Number.POSITIVE_INFINITY, flat: 0, basisPoints: 2000 },
];

/** Oldest first. */
export const feeSchedules: readonly FeeSchedule[] = [
  { since: '2011-12-06', of: 'price', tiers: usualTiers, source: 'poshmark.com/posh_guide' },
  {
    since: '2024-10-03',
    of: 'order total',
    tiers: [
      { below: 1500, flat: 100, basisPoints: 599 },
      { below: 5000, flat: 200, basisPoints: 599 },
      { below: Number.POSITIVE_INFINITY, flat: 300, basisPoints: 599 },
    ],
    source: 'blog.reeva.ai/resources/poshmarks-new-fee-structure-what-it-means-for-you',
  },
  {
    since: '2024-10-24',
    of: 'price',
    tiers: usualTiers,
    source: 'Poshmark’s mail to sellers of October 21, 2024, as TechCrunch reported it that day',
  },
];

/**
 * What a label for up to 5 pounds costs. The buyer pays it, except for what the seller takes over. `since`: an exact day only where
 * `isExact`, otherwise the first month for which a source shows this price. It went up, down, and up again.
 */
type Label = { since: DateText; cents: Cents; isExact: boolean; source: string };
export const shippingLabels: readonly Label[] = [
  { since: '2021-02-01', cents: 745, isExact: false, source: 'prelovedelights.com/how-does-poshmark-shipping-work' },
  { since: '2022-02-01', cents: 767, isExact: false, source: 'listinggenie.co/guides/how-to-ship-on-poshmark' },
  { since: '2023-01-01', cents: 797, isExact: false, source: 'hustleandslow.com/poshmark-shipping' },
  { since: '2024-10-01', cents: 767, isExact: false, source: 'blog.reeva.ai, on the fees of October 2024' },
  { since: '2025-01-01', cents: 827, isExact: false, source: 'a sales report: $3.28 for the choice “$4.99 shipping”' },
  { since: '2025-09-12', cents: 649, isExact: true, source: 'blog.poshmark.com/2025/09/08' },
];

/** What a buyer may still pay if the seller takes over the rest. $5.95 was a choice at least in 2023; today: $4.99 and free. */
export const discountedShipping: readonly Cents[] = [0, 499, 595];

/** What sellers pay for a heavier label, on top. */
type HeavyLabels = { since: DateText; steps: readonly { upToPounds: number; cents: Cents }[]; source: string };
export const heavyLabels: readonly HeavyLabels[] = [
  {
    since: '2025-01-01',
    steps: [
      { upToPounds: 10, cents: 450 },
      { upToPounds: 15, cents: 995 },
      { upToPounds: 20, cents: 1995 },
      { upToPounds: 25, cents: 2995 },
    ],
    source: 'unanswered.io/guide/poshmark-overweight-shipping, for 2025',
  },
  {
    since: '2026-02-01',
    steps: [
      { upToPounds: 10, cents: 500 },
      { upToPounds: 15, cents: 1000 },
    ],
    source: 'resellers’ guides of 2026, not confirmed by Poshmark',
  },
];

/** The last entry that was in force on a day. Without a day: today's. A day before all entries: the first. */
function inForce<Entry extends { since: DateText }>(entries: readonly Entry[], day: DateText | null): Entry {
  const found = entries.findLast(({ since }) => day === null || since <= day) ?? entries[0];
  if (found === undefined) throw new Error('A table of fees is empty');
  return found;
}

/** What a buyer pays for shipping in the United States, whatever the item costs. Without a day: today. */
export const buyerShipping = (day: DateText | null = null): Cents => inForce(shippingLabels, day).cents;

type Order = {
  price: Cents;
  /** The seller's day; null: not known, so today's fees. */
  soldOn?: DateText | null;
  shippingDiscount?: Cents | null;
  salesTax?: Cents | null;
};

/**
 * Poshmark's fee on an order. In October 2024 it was a part of the total with shipping and sales tax, so it is too low for those
 * three weeks where the tax isn't known.
 */
export function feeOn({ price, soldOn = null, shippingDiscount, salesTax }: Order): Cents {
  const schedule = inForce(feeSchedules, soldOn);
  const tier = schedule.tiers.find(({ below }) => price < below);
  if (tier === undefined) throw new Error('A schedule of fees has no tier for this price');
  const paid = price + Math.max(0, buyerShipping(soldOn) - (shippingDiscount ?? 0)) + (salesTax ?? 0);
  const base = schedule.of === 'price' ? price : paid;
  return Math.min(price, tier.flat + Math.round((base * tier.basisPoints) / 10_000));
}

/** What the seller receives from a sale today. It does not always rise with the price: 14.99 leaves 12.04, and 15.00 leaves 12.00. */
export const earningsFrom = (price: Cents): Cents => price - feeOn({ price });

/** A sale as far as its earnings depend on it. `knownFee`: what the seller says; `reportedEarnings`: what Poshmark says. */
type SoldRow = Order & { reportedEarnings?: Cents | null; knownFee?: Cents | null };

/**
 * Fee and earnings of the rows of one order: several for a bundle. Always price - fee - shipping discount = earnings, so where
 * Poshmark says what was earned, the rest is the fee. Otherwise it is the fee of the order's total, split by price to the cent.
 */
export function earningsOfOrder(rows: readonly SoldRow[]): { fee: Cents; earnings: Cents }[] {
  const sum = (amounts: readonly (Cents | null | undefined)[]): Cents =>
    amounts.reduce<Cents>((total, amount) => total + (amount ?? 0), 0);
  const orderFee = feeOn({
    price: sum(rows.map(({ price }) => price)),
    soldOn: rows[0]?.soldOn ?? null,
    shippingDiscount: sum(rows.map(({ shippingDiscount }) => shippingDiscount)),
    salesTax: sum(rows.map(({ salesTax }) => salesTax)),
  });
  const feesOfDay = splitCents(
    orderFee,
    rows.map(({ price }) => price),
  );
  return rows.map(({ price, shippingDiscount, reportedEarnings, knownFee }, index) => {
    const left = price - (shippingDiscount ?? 0);
    if (reportedEarnings != null) return { fee: left - reportedEarnings, earnings: reportedEarnings };
    const fee = knownFee ?? feesOfDay[index] ?? 0;
    return { fee, earnings: left - fee };
  });
}

/** What is left of a sale after its other fees and the item's cost; null if the cost isn't known. */
export const profitOf = (sale: { earnings: Cents; otherFees: Cents; cost: Cents | null }): Cents | null =>
  sale.cost === null ? null : sale.earnings - sale.otherFees - sale.cost;

/**
 * The label and the buyer's part of it that make up a shipping discount: $3.28 is an $8.27 label of which the buyer paid $4.99. Null
 * if no label and choice that Poshmark is known to have offered do. The label of that day comes first, as not all days are exact.
 */
export function explainShippingDiscount(
  discount: Cents,
  soldOn: DateText | null,
): { label: Cents; buyerPaid: Cents } | null {
  const labels = [buyerShipping(soldOn), ...shippingLabels.map(({ cents }) => cents)];
  const explained = labels.flatMap((label) =>
    discountedShipping.flatMap((buyerPaid) => (label - buyerPaid === discount ? [{ label, buyerPaid }] : [])),
  );
  return explained[0] ?? null;
}

/** How heavy a parcel may be with a label that cost this much more; null if no label is known to have. */
export const poundsOfLabel = (fee: Cents, soldOn: DateText | null): number | null =>
  inForce(heavyLabels, soldOn).steps.find(({ cents }) => cents === fee)?.upToPounds ?? null;
