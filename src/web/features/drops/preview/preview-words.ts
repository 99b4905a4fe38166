// What a preview says about each listing.
import type { PreviewedDrop } from '#contract/drops/drops.ts';
import { inDollars } from '#domain/money.ts';

/** The reasons in the order in which they are shown, each with what it means and what to do. */
export const blockedWords: Record<NonNullable<PreviewedDrop['blocked']>, { name: string; why: string }> = {
  day_full: {
    name: 'Over the day’s number',
    why: 'The plan drops no more than that many prices a day. Others come first.',
  },
  resting: { name: 'Resting', why: 'Their price changed too recently for this plan.' },
  dropped_today: { name: 'Dropped today', why: 'A plan dropped their price today. No listing drops twice on one day.' },
  changing: { name: 'Changing right now', why: 'Hangtag is changing their price. They are left for the next day.' },
  below_floor: {
    name: 'Floor price too close',
    why: 'A drop would end less than 10% below their lowest price, so likers wouldn’t hear of it. Lower the floor price, or wait for a buyer.',
  },
  below_profit: {
    name: 'Too little profit',
    why: 'A drop that likers hear of would leave less than the plan’s profit.',
  },
  below_minimum: { name: 'As low as it gets', why: 'Poshmark takes no price below $3.' },
  cost_unknown: { name: 'No cost', why: 'The plan keeps a profit, and these have no cost. Add it in Market analysis.' },
  fees_unknown: { name: 'Another currency', why: 'Hangtag knows Poshmark’s fees only in US dollars.' },
  large_change: {
    name: 'More than 60% at once',
    why: 'Their lowest price was far below today’s. Hangtag makes such a change only if you set it yourself.',
  },
  price_unknown: { name: 'No price', why: 'Hangtag couldn’t read their price. Sync your closet.' },
};

const inWhole = (dollars: number, currency: string): string => inDollars(dollars * 100, currency);

/** “$36, from $40. Its lowest was $40.” */
export function dropWords({ price, lowestPrice, lowestKnown, newPrice, currency, isAtFloor }: PreviewedDrop): string {
  const now = price === null ? '' : inWhole(price, currency);
  const lowest = lowestPrice === null || !lowestKnown ? '' : ` Its lowest was ${inWhole(lowestPrice, currency)}.`;
  if (newPrice === null) return `${now === '' ? 'No price' : now}.${lowest}`;
  return `${inWhole(newPrice, currency)}, from ${now}.${lowest}${isAtFloor ? ' It stops at its floor.' : ''}`;
}

/** What likers hear of depends on the lowest price. */
export const unknownLowest = 'May not reach your likers: the lowest price isn’t known.';
