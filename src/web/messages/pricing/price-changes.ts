// Texts of the price optimizer and of price changes.
import type { PriceHistoryEntry } from '#contract/listings/prices.ts';
import type { Strategy } from '#domain/pricing/advice/choose-listings.ts';

const strategies: Record<Strategy, { name: string; text: string }> = {
  engagement: { name: 'Top Performers', text: 'Most liked and shared.' },
  underperforming: { name: 'Underperforming', text: 'Few likes for their age.' },
  recent: { name: 'Recently Shared', text: 'Most recently shared.' },
  random: { name: 'Random Sample', text: 'A random pick of your active listings.' },
};

export const optimizerMessages = {
  strategies,
  failedFallback: 'Couldn’t compare the prices. Try again.',
  from: ({ strategy, limit }: { strategy: Strategy; limit: number }) =>
    `${strategies[strategy].name}, up to ${limit} listings`,
  allButLosses: (number: number) => `${number} above cost`,
  belowCost: (cost: string, loss: string) => `Below what you paid (${cost}): you lose ${loss}.`,
  afterCost: (profit: string) => `${profit} after cost`,
  sellBelow: (losing: number, all: number) =>
    all === 1
      ? 'It sells below what you paid.'
      : `${losing === all ? `All ${all}` : losing} of these ${losing === 1 ? 'sells' : 'sell'} below what you paid.`,
  orders: {
    advice: 'As advised',
    title: 'Listing',
    now: 'Price now',
    suggested: 'Suggested price',
    change: 'Change',
    difference: 'Difference',
    confidence: 'Confidence',
  },
  total: (difference: number, amount: string) =>
    difference === 0
      ? 'Total asking price unchanged.'
      : `Total asking price ${difference > 0 ? 'up' : 'down'} ${amount}.`,
} as const;

const minutesLeft = (minutes: number): string =>
  minutes === 1 ? 'about a minute to go' : `about ${minutes} minutes to go`;

export const changeMessages = {
  updateFallback: 'Couldn’t change the prices. Try again.',
  runningText: (done: number, total: number, minutes: number) =>
    `${done} of ${total} done${minutes > 0 ? `, ${minutesLeft(minutes)}` : ''}. You can leave this page. The update continues.`,
  undoingText: (soFar: string, minutes: number) => (minutes > 0 ? `${soFar} Still ${minutesLeft(minutes)}.` : soFar),
  state: {
    waiting: 'Waiting',
    updated: 'Updated',
    stopped: 'Stopped',
    failed: 'Not changed',
    reverted: 'Restored',
    skipped: 'Not restored',
  },
  undoFallback: 'Couldn’t restore the price. Try again.',
  history: {
    title: 'Price history',
    empty: 'No price changes yet.',
    loading: 'Loading price history',
    first: (price: string) => `First seen at ${price}`,
    change: (from: string, to: string) => `${from} to ${to}`,
    source: {
      manual: 'by you',
      optimizer: 'by the optimizer',
      analysis: 'by market analysis',
      drop: 'by a price drop',
      undo: 'undone',
      marketplace: 'changed outside Hangtag',
    } satisfies Record<PriceHistoryEntry['source'], string>,
    putBack: (price: string) => `Restore ${price}`,
  },
} as const;
