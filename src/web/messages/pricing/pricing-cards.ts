// Texts about pricing that the dashboard shows before its pricing cards are loaded.
import { counted } from '#web/format/format.ts';

export const pricingCardMessages = {
  photo: 'Price from a photo',
  optimizer: 'Smart pricing optimizer',
  loading: 'Loading',
  retry: 'Try again',
  analysis: 'AI Analysis',
  analysisText: 'Compare one listing with what similar items sell for',
  analyze: 'Analyze',
  reprice: {
    worth: (listings: number, amount: string) =>
      `${counted(listings, 'listing')} worth repricing, about\u00a0${amount}`,
    /** The same beside a large figure, which is the number of listings. */
    worthAfter: (listings: number, amount: string) =>
      `${listings === 1 ? 'listing' : 'listings'} worth repricing, about\u00a0${amount}`,
    find: 'Find listings worth repricing',
    none: (compared: number) => `${counted(compared, 'listing')} compared, none worth repricing.`,
    /** The advised listings were repriced, sold, or changed since. */
    done: 'No open price advice.',
    old: (day: string) => `Prices last compared ${day}.`,
    again: 'Compare again',
    running: 'Comparing prices…',
    loading: 'Loading price advice',
    unread: 'Couldn’t load price advice.',
    photo: 'Price an item from a photo',
  },
} as const;
