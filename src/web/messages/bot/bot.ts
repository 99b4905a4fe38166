// Texts of the bot band, the day rail, the figures, and the settings.
import { count, counted } from '#web/format/format.ts';

export const botMessages = {
  states: {
    stopped: 'Stopped',
    waiting: 'Waiting',
    sharing: 'Running',
    paused: 'Paused',
    waiting_for_browser: 'Waiting for browser',
  },
} as const;

export const settingsFormMessages = {
  title: 'Settings',
  limit: 'Daily share limit',
  forThisCloset: (listings: number, limit: number) =>
    `For a closet of ${counted(listings, 'listing')} we recommend ${count(limit)} shares a day at most.`,
  offersText: 'Sends likers an offer after each round, and never below your floor price.',
  offersNow: (listings: number, leftToday: number) =>
    listings === 0
      ? 'No listing would get an offer now. Offers go out as your listings get likes.'
      : `About ${counted(listings, 'listing')} ${listings === 1 ? 'has' : 'have'} likers and would get an offer now${listings > leftToday ? `, ${count(leftToday)} of them today` : ''}.`,
} as const;

const inWords = (letters: readonly string[]): string =>
  letters.length === 2 ? letters.join(' and ') : `${letters.slice(0, -1).join(', ')}, and ${letters.at(-1)}`;

export const slotMessages = {
  overlap: (letters: readonly string[]) => `Slots ${inWords(letters)} overlap.`,
  startTime: (letter: string) => `Slot ${letter} start`,
  endTime: (letter: string) => `Slot ${letter} end`,
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
} as const;
