// Texts of the bar that changes or analyzes the selected listings.
import { type Currency, currencyName, usDollars } from '#domain/money.ts';
import { count, counted, roughly } from '#web/format/format.ts';

const listings = (number: number): string => counted(number, 'listing');

export const bulkMessages = {
  label: 'Selected listings',
  selected: (number: number) => `${count(number)} selected`,
  hidden: (number: number) => `${count(number)} hidden by filters`,
  asking: (amount: string) => `${amount} asking`,
  clear: 'Clear selection',
  floor: 'Floor price',
  skip: 'Skip sharing',
  share: 'Share again',
  analyze: 'Analyze',
  more: (number: number) => `and ${count(number)} more`,
  floorForm: {
    title: (number: number) => `Floor price for ${listings(number)}`,
    unit: 'Set the floor in',
    /** null: the listings have several currencies. */
    amount: (currency: Currency | null) => (currency === usDollars ? 'Dollars' : 'Amount'),
    percent: 'Percent of price',
    amountField: (currency: Currency | null) =>
      currency === null
        ? 'Floor price'
        : `Floor price in ${currency === usDollars ? 'dollars' : currencyName(currency)}`,
    ownCurrency: 'The number counts in each listing’s own currency.',
    percentField: 'Floor as a percentage of the current price',
    hint: 'Suggestions and offers never go below this.',
    enter: 'Enter a floor price',
    enterPercent: 'Enter a whole percentage, from 1 to 100',
    preview: (low: string, high: string) => (low === high ? `Floor: ${low}.` : `Floors from ${low} to ${high}.`),
    above: (number: number) =>
      `${listings(number)} ${number === 1 ? 'costs' : 'cost'} less than that. Hangtag sends no offers for ${number === 1 ? 'it' : 'them'} and won’t suggest a lower price:`,
    aboveOne: (title: string, price: string) => `${title}, ${price}`,
    noPrice: (number: number) =>
      `${listings(number)} ${number === 1 ? 'has' : 'have'} no price, so a percentage changes nothing there.`,
    set: 'Set floor price',
    setAnyway: 'Set it anyway',
    remove: 'Remove floor price',
    cancel: 'Cancel',
  },
  pending: {
    floor: 'Setting the floor price…',
    unfloor: 'Removing the floor price…',
    skip: 'Changing sharing…',
    share: 'Changing sharing…',
    undo: 'Undoing…',
  },
  progress: (done: number, all: number) => `${count(done)} of ${count(all)}`,
  done: {
    floor: (number: number) => `Floor price set for ${listings(number)}.`,
    unfloor: (number: number) => `Floor price removed from ${listings(number)}.`,
    skip: (number: number) => `Rounds now skip ${listings(number)}.`,
    share: (number: number) => `Rounds share ${listings(number)} again.`,
    undo: (number: number) => `Undone for ${listings(number)}.`,
  },
  nothingToDo: {
    floor: 'These listings already have that floor price.',
    unfloor: 'None of these listings has a floor price.',
    skip: 'Rounds already skip these listings.',
    share: 'Rounds already share these listings.',
    undo: 'Nothing to undo. These listings were changed since.',
  },
  notChanged: (number: number) => `${listings(number)} not changed:`,
  changedSince: 'Changed since, so it stays as it is.',
  stopped: (message: string) => `${message} The rest stays as it was.`,
  interrupted: 'You left before this was done.',
  failedFallback: 'Couldn’t change the listings. Try again.',
  undo: 'Undo',
  dismiss: 'Done',
  analysis: {
    running: (done: number, all: number) => `Analyzing ${count(done)} of ${listings(all)}`,
    waiting: (seconds: number) => `Too many at once. Hangtag continues in ${counted(seconds, 'second')}.`,
    left: (ms: number) => `(${roughly(ms)} left)`,
    cancel: 'Cancel',
    analyzed: (analyzed: number, all: number) =>
      analyzed === all ? `Analyzed ${listings(all)}` : `Analyzed ${count(analyzed)} of ${listings(all)}`,
    canceled: 'Canceled.',
    stopped: 'Stopped.',
    tally: ({ raise, lower, keep, unsure }: { raise: number; lower: number; keep: number; unsure: number }) =>
      [
        `${count(raise)} to raise`,
        `${count(lower)} to lower`,
        `${count(keep)} to keep`,
        ...(unsure > 0 ? [`${count(unsure)} without enough data`] : []),
      ].join(', '),
    notAnalyzed: (number: number) => `${listings(number)} not analyzed:`,
    noPrice: 'It has no price.',
    failedFallback: 'Couldn’t analyze this listing.',
    resume: 'Continue',
  },
} as const;
