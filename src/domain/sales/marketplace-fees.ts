// What Poshmark charges sellers in the United States, and what shipping costs: data by the date of the sale, with sources.

import type { Cents } from '../money.ts';
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
