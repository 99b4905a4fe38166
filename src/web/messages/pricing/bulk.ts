// Texts of the bar that changes or analyzes the selected listings.
import { count, counted } from '#web/format/format.ts';

const listings = (number: number): string => counted(number, 'listing');

export const bulkMessages = {
  more: (number: number) => `and ${count(number)} more`,
  floorForm: {
    title: (number: number) => `Floor price for ${listings(number)}`,
    hint: 'Suggestions and offers never go below this.',
    preview: (low: string, high: string) => (low === high ? `Floor: ${low}.` : `Floors from ${low} to ${high}.`),
    above: (number: number) =>
      `${listings(number)} ${number === 1 ? 'costs' : 'cost'} less than that. Hangtag sends no offers for ${number === 1 ? 'it' : 'them'} and won’t suggest a lower price:`,
    noPrice: (number: number) =>
      `${listings(number)} ${number === 1 ? 'has' : 'have'} no price, so a percentage changes nothing there.`,
  },
  pending: {
    floor: 'Setting the floor price…',
    unfloor: 'Removing the floor price…',
    skip: 'Changing sharing…',
    share: 'Changing sharing…',
    undo: 'Undoing…',
  },
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
