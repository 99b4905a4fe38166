// Texts of the price optimizer and of price changes.
import type { PriceHistoryEntry } from '#contract/schemas/listings/prices.ts';
import type { Strategy } from '#domain/pricing/advice/choose-listings.ts';
import { counted } from '#web/format/format.ts';

const strategies: Record<Strategy, { name: string; text: string }> = {
  engagement: { name: 'Top Performers', text: 'Most liked and shared.' },
  underperforming: { name: 'Underperforming', text: 'Few likes for their age.' },
  recent: { name: 'Recently Shared', text: 'Most recently shared.' },
  random: { name: 'Random Sample', text: 'A random pick of your active listings.' },
};

export const optimizerMessages = {
  lead: 'Compares your prices with similar items and flags the ones worth changing.',
  strategy: 'Strategy',
  strategies,
  count: 'Listings',
  run: 'Optimize Prices',
  again: 'Run again',
  running: 'Comparing…',
  runningLabel: (count: number) => `Comparing ${count} listings with similar items`,
  complete: 'Optimization Complete',
  completeText: (looked: string, worth: string) => `${looked} compared, ${worth}.`,
  worth: (changes: number) => (changes === 0 ? 'none worth changing' : `${changes} worth changing`),
  failed: 'Optimization Failed',
  failedFallback: 'Couldn’t compare the prices. Try again.',
  from: ({ strategy, limit }: { strategy: Strategy; limit: number }) =>
    `${strategies[strategy].name}, up to ${limit} listings`,
  fromEarlier: 'From earlier runs. These still apply.',
  noListings: 'Nothing to price yet.',
  noListingsText: 'Sync your closet to compare your prices.',
  sync: 'Go to Sync Closet',
  noneWorth: 'No prices worth changing.',
  /** Above the prices that stay, each with its reasons. */
  noneWorthText: (compared: number) =>
    `${counted(compared, 'listing')} compared. See below why ${compared === 1 ? 'its price stays' : 'each price stays'}.`,
  raise: 'raise',
  lower: 'lower',
  keep: 'keep',
  average: 'average confidence',
  columns: {
    listing: 'Listing',
    now: 'Now',
    suggested: 'Suggested',
    change: 'Change',
    bar: 'Lower | Raise',
    receive: 'You receive',
    confidence: 'Confidence',
  },
  sortBy: 'Sort by',
  orders: {
    advice: 'As advised',
    title: 'Listing',
    now: 'Price now',
    suggested: 'Suggested price',
    change: 'Change',
    difference: 'Difference',
    confidence: 'Confidence',
  },
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all',
  all: 'All',
  allRaises: (count: number) => `${count} to raise`,
  allLowers: (count: number) => `${count} to lower`,
  none: 'None',
  pick: 'Select',
  moreReasons: 'Why',
  engagement: 'Demand',
  range: (low: string, high: string) => `Likely to sell for ${low} to ${high}.`,
  kept: (count: string) => `${count}: no change`,
  keptAt: (price: string) => `Stays at ${price}.`,
  selected: (selected: number, of: number) => `${selected} of ${of} selected.`,
  total: (difference: number, amount: string) =>
    difference === 0
      ? 'Total asking price unchanged.'
      : `Total asking price ${difference > 0 ? 'up' : 'down'} ${amount}.`,
  apply: (count: number) => (count === 1 ? 'Apply 1 price' : `Apply ${count} prices`),
  applyNone: 'Apply prices',
  applyNoneWhy: 'Select at least one listing first',
  summary: {
    title: (count: string) => `Change ${count}?`,
    up: (count: number) => `${count} up`,
    down: (count: number) => `${count} down`,
    largest: (change: string) => `largest ${change}`,
    text: 'Prices update one at a time. You can undo any or all of them.',
    likers: 'Drops of 10% or more notify likers.',
    go: (count: number) => (count === 1 ? 'Apply 1 price' : `Apply ${count} prices`),
    back: 'Not now',
  },
  large: {
    title: 'Change by more than 60%?',
    text: 'Check these again. They may contain a typo.',
    row: (title: string, from: string, to: string, change: string) => `${title}: ${from} to ${to}, ${change}`,
    go: 'Yes, change them',
    goOne: 'Yes, change it',
  },
} as const;

const minutesLeft = (minutes: number): string =>
  minutes === 1 ? 'about a minute to go' : `about ${minutes} minutes to go`;

export const changeMessages = {
  updated: 'Prices Updated',
  updateFailed: 'Update Failed',
  updateFallback: 'Couldn’t change the prices. Try again.',
  oneUpdated: 'Price Updated',
  oneUpdatedText: (title: string, from: string, to: string) => `${title}, ${from} to ${to}`,
  running: 'Changing prices',
  runningText: (done: number, total: number, minutes: number) =>
    `${done} of ${total} done${minutes > 0 ? `, ${minutesLeft(minutes)}` : ''}. You can leave this page. The update continues.`,
  undoingText: (soFar: string, minutes: number) => (minutes > 0 ? `${soFar} Still ${minutesLeft(minutes)}.` : soFar),
  undoing: 'Restoring prices',
  done: (updated: string) => `${updated} changed.`,
  stoppedText: (stopped: number) =>
    `${stopped === 1 ? '1 price wasn’t' : `${stopped} prices weren’t`} sent because you stopped.`,
  someFailed: (failed: string) => `${failed} couldn’t be changed.`,
  restored: (restored: number, isAll: boolean) =>
    restored === 1 ? '1 price restored.' : `${isAll ? 'All ' : ''}${restored} prices restored.`,
  nothing: 'No prices were changed.',
  state: {
    waiting: 'Waiting',
    updated: 'Updated',
    stopped: 'Stopped',
    failed: 'Not changed',
    reverted: 'Restored',
    skipped: 'Not restored',
  },
  stop: 'Stop',
  stopFailed: 'Stop Failed',
  stopFallback: 'Couldn’t stop the update. Try again.',
  undoAll: 'Undo all',
  undo: 'Undo',
  undoOf: (title: string) => `Undo ${title}`,
  undoingNow: 'Undoing…',
  undone: 'Prices restored',
  undoneOne: 'Price restored',
  notUndone: 'Not restored',
  undoFailed: 'Undo Failed',
  undoFallback: 'Couldn’t restore the price. Try again.',
  dismiss: 'Done',
  unread: 'Couldn’t load the progress.',
  unsure: 'The server didn’t answer',
  unsureText: 'Hangtag can’t tell how far the update got. Trying again won’t change a price twice.',
  askAgain: 'Try again',
  nothingChanged: 'Prices unchanged',
  thing: 'price',
  listing: 'listing',
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
      undo: 'undone',
      marketplace: 'changed outside Hangtag',
    } satisfies Record<PriceHistoryEntry['source'], string>,
    putBack: (price: string) => `Restore ${price}`,
  },
} as const;
