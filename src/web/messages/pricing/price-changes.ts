// Texts of price changes that several screens use.
import type { PriceHistoryEntry } from '#contract/listings/prices.ts';

export const changeMessages = {
  compareFallback: 'Couldn’t compare the prices. Try again.',
  updateFallback: 'Couldn’t change the prices. Try again.',
  undoFallback: 'Couldn’t restore the price. Try again.',
  source: {
    manual: 'by you',
    optimizer: 'by the optimizer',
    analysis: 'by market analysis',
    drop: 'by a price drop',
    undo: 'undone',
    marketplace: 'changed outside Hangtag',
  } satisfies Record<PriceHistoryEntry['source'], string>,
} as const;
