// Texts of the bar that changes or analyzes the selected listings.
import { count, counted } from '#web/format/format.ts';

const listings = (number: number): string => counted(number, 'listing');

export const bulkMessages = {
  forms: { floorPrice: 'Floor price', costCents: 'Set cost', shelf: 'Set shelf' },
  more: (number: number) => `and ${count(number)} more`,
  floorForm: {
    title: (number: number) => `Floor price for ${listings(number)}`,
    hint: 'Suggestions and offers never go below this.',
    preview: (low: string, high: string) => (low === high ? `Floor: ${low}.` : `Floors from ${low} to ${high}.`),
    above: (number: number) =>
      `${listings(number)} ${number === 1 ? 'costs' : 'cost'} less than that. Hangtag sends no offers for ${number === 1 ? 'it' : 'them'} and won’t suggest a lower price:`,
    losing: (number: number) =>
      `At that floor, ${listings(number)} ${number === 1 ? 'sells' : 'sell'} below what you paid:`,
    noPrice: (number: number) =>
      `${listings(number)} ${number === 1 ? 'has' : 'have'} no price, so a percentage changes nothing there.`,
  },
  factForm: {
    title: {
      costCents: (number: number) => `Cost of ${number === 1 ? '1 listing' : `each of ${listings(number)}`}`,
      shelf: (number: number) => `Shelf of ${listings(number)}`,
    },
    label: { costCents: 'What you paid for each', shelf: 'Shelf' },
    hint: { costCents: 'In dollars.', shelf: 'Where you keep them.' },
    set: { costCents: 'Set cost', shelf: 'Set shelf' },
    remove: { costCents: 'Remove cost', shelf: 'Remove shelf' },
    empty: { costCents: 'Enter what you paid for each', shelf: 'Enter a shelf' },
    replaces: {
      costCents: (number: number) =>
        `${listings(number)} ${number === 1 ? 'has a cost' : 'have a cost'} that this replaces.`,
      shelf: (number: number) =>
        `${listings(number)} ${number === 1 ? 'has a shelf' : 'have a shelf'} that this replaces.`,
    },
    losing: (number: number) =>
      `At today’s price, ${listings(number)} ${number === 1 ? 'sells' : 'sell'} below what you paid:`,
  },
  pending: {
    floor: 'Setting the floor price…',
    unfloor: 'Removing the floor price…',
    skip: 'Changing sharing…',
    share: 'Changing sharing…',
    cost: 'Setting the cost…',
    uncost: 'Removing the cost…',
    shelf: 'Setting the shelf…',
    unshelf: 'Removing the shelf…',
    undo: 'Undoing…',
  },
  done: {
    floor: (number: number) => `Floor price set for ${listings(number)}.`,
    unfloor: (number: number) => `Floor price removed from ${listings(number)}.`,
    skip: (number: number) => `Rounds now skip ${listings(number)}.`,
    share: (number: number) => `Rounds share ${listings(number)} again.`,
    cost: (number: number) => `Cost set for ${listings(number)}.`,
    uncost: (number: number) => `Cost removed from ${listings(number)}.`,
    shelf: (number: number) => `Shelf set for ${listings(number)}.`,
    unshelf: (number: number) => `Shelf removed from ${listings(number)}.`,
    undo: (number: number) => `Undone for ${listings(number)}.`,
  },
  nothingToDo: {
    floor: 'These listings already have that floor price.',
    unfloor: 'None of these listings has a floor price.',
    skip: 'Rounds already skip these listings.',
    share: 'Rounds already share these listings.',
    cost: 'These listings already have that cost.',
    uncost: 'None of these listings has a cost.',
    shelf: 'These listings are already on that shelf.',
    unshelf: 'None of these listings has a shelf.',
    undo: 'Nothing to undo. These listings were changed since.',
  },
  notChanged: (number: number) => `${listings(number)} not changed:`,
  analysis: {
    running: (done: number, all: number) => `Analyzing ${count(done)} of ${listings(all)}`,
    analyzed: (analyzed: number, all: number) =>
      analyzed === all ? `Analyzed ${listings(all)}` : `Analyzed ${count(analyzed)} of ${listings(all)}`,
    tally: ({ raise, lower, keep, unsure }: { raise: number; lower: number; keep: number; unsure: number }) =>
      [
        `${count(raise)} to raise`,
        `${count(lower)} to lower`,
        `${count(keep)} to keep`,
        ...(unsure > 0 ? [`${count(unsure)} without enough data`] : []),
      ].join(', '),
    notAnalyzed: (number: number) => `${listings(number)} not analyzed:`,
  },
} as const;
