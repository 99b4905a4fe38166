// Sums up the selected price changes.

import type { Optimization } from '#contract/pricing/advice.ts';
import { percentChange } from '#domain/money.ts';
import { isLargeChange } from '#domain/prices/price-change.ts';

type Change = Pick<Optimization, 'currentPrice' | 'suggestedPrice'>;

type ApplySummary<Item extends Change> = {
  up: number;
  down: number;
  /** The change with the largest percentage, with its sign. */
  largest: number;
  /** By how many dollars the sum of all asking prices changes. */
  difference: number;
  /** Changes that the seller must confirm a second time. */
  large: Item[];
};

const percentOf = ({ currentPrice, suggestedPrice }: Change): number => percentChange(currentPrice, suggestedPrice);

/** What applying the chosen prices would change. Shown before anything is sent. */
export const summarize = <Item extends Change>(chosen: readonly Item[]): ApplySummary<Item> => ({
  up: chosen.filter(({ currentPrice, suggestedPrice }) => suggestedPrice > currentPrice).length,
  down: chosen.filter(({ currentPrice, suggestedPrice }) => suggestedPrice < currentPrice).length,
  largest: chosen.map(percentOf).reduce((most, percent) => (Math.abs(percent) > Math.abs(most) ? percent : most), 0),
  difference: chosen.reduce((sum, { currentPrice, suggestedPrice }) => sum + suggestedPrice - currentPrice, 0),
  large: chosen.filter((change) => isLargeChange(change.currentPrice, change.suggestedPrice)),
});
