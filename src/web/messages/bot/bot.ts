// Texts of the bot band, the day rail, the figures, and the settings.
import { mostOffersADay } from '#domain/bot/offer.ts';
import { count, counted } from '#web/format/format.ts';

export const botMessages = {
  states: {
    stopped: 'Stopped',
    waiting: 'Waiting',
    sharing: 'Running',
    paused: 'Paused',
    waiting_for_browser: 'Waiting for browser',
  },
  /** The server's words without "Try again", because Hangtag does that. */
  refused: (message: string) => message.replace(/ Try again\b[^.]*\.$/, ''),
} as const;

export const settingsFormMessages = {
  form: 'Bot settings',
  title: 'Settings',
  reading: 'Loading settings',
  applies: (isRunning: boolean) => `Changes apply ${isRunning ? 'from the next share' : 'at the next start'}`,
  update: 'Update Settings',
  updating: 'Updating…',
  updated: 'Settings Updated',
  holdsRunning: 'Takes effect from the next share.',
  holdsStopped: 'Takes effect at the next start.',
  /** The day has more shares already than the limit that was saved. */
  stopsNow: (shares: number, resumesDaily: boolean) =>
    `You’ve already shared ${count(shares)} today, so the bot stops now${resumesDaily ? ' and starts again when your next day begins' : ''}.`,
  pausesNow: (shares: number, limit: number) =>
    `You’ve already shared ${count(shares)} today, and a warning lowered your limit to ${count(limit)}. Sharing pauses until your next day.`,
  failed: 'Update Failed',
  failedText: 'Failed to update settings',
  saved: 'All changes saved.',
  undo: 'Undo',
  frequency: 'Share frequency',
  custom: 'Custom',
  minutes: 'Minutes between rounds',
  minutesHint: (least: number, most: number) =>
    `${count(least)} to ${count(most)}. If a round runs long, the next one waits.`,
  limit: 'Daily share limit',
  limitBounds: (least: number, most: number) => `${count(least)} to ${count(most)}.`,
  planAllows: (isSlots: boolean, most: number) =>
    `Your ${isSlots ? 'slots allow' : 'schedule allows'} about ${count(most)} a day.`,
  /** The name of a preset, whatever the closet's size. */
  recommended: 'Recommended',
  forThisCloset: (listings: number, limit: number) =>
    `For a closet of ${counted(listings, 'listing')} we recommend ${count(limit)} shares a day at most.`,
  use: (limit: number) => `Use ${count(limit)}`,
  offers: 'Offer shipping discount',
  offersText: `Sends likers an offer with discounted shipping after each round. One per listing per week, at most ${mostOffersADay} a day, never below your floor price.`,
  offersNow: (listings: number, leftToday: number) =>
    listings === 0
      ? 'No listing would get an offer now. Offers go out as your listings get likes.'
      : `About ${counted(listings, 'listing')} ${listings === 1 ? 'has' : 'have'} likers and would get an offer now${listings > leftToday ? `, ${count(leftToday)} of them today` : ''}.`,
  percent: 'Discount (%)',
  percentHint: (least: number, most: number) =>
    `${least} to ${most}. You cover the shipping discount. Each offer shows the cost.`,
} as const;

const inWords = (letters: readonly string[]): string =>
  letters.length === 2 ? letters.join(' and ') : `${letters.slice(0, -1).join(', ')}, and ${letters.at(-1)}`;

export const slotMessages = {
  title: 'Scheduled slots',
  text: (place: string) => `Share only inside your slots (${place} time). Off: share around the clock.`,
  list: (place: string) => `Slots, ${place} time`,
  week: (place: string) => `Week of scheduled slots, ${place} time`,
  block: (letter: string, from: string, to: string, isOn: boolean) =>
    `Slot ${letter}, ${from} to ${to}${isOn ? '' : ', off'}`,
  drawn: (from: string, to: string) => `${from} to ${to}`,
  draw: 'Drag across the week to draw a slot.',
  add: 'Add slot',
  full: 'Every hour of your week already has a slot.',
  overlap: (letters: readonly string[]) => `Slots ${inWords(letters)} overlap.`,
  countOnce: 'Hours that overlap count once.',
  merge: 'Merge slots',
  startTime: (letter: string) => `Slot ${letter} start`,
  to: 'to',
  endTime: (letter: string) => `Slot ${letter} end`,
  days: (letter: string) => `Slot ${letter} days`,
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  enabled: (letter: string) => `Slot ${letter} enabled`,
  remove: (letter: string) => `Remove slot ${letter}`,
} as const;
