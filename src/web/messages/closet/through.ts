// Texts of a closet that is linked through the seller's own browser, for the dashboard's first view.
import { type MarketplaceName, startWith } from '#domain/closet.ts';

export const throughMessages = {
  label: 'Shares through',
  server: 'This server',
  browser: 'Your paired browser',
  another: 'Connect another way',
  signedOut: (name: MarketplaceName) =>
    `${startWith(name)} signed you out in your paired browser. Sign in there, and Hangtag continues on its own.`,
} as const;
