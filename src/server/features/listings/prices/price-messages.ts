// The answers to calls that change or undo prices, in words for the seller. Whole dollars.

import { fromDollars, inDollars } from '#domain/money.ts';
import { largeChangePercent } from '#domain/prices/price-change.ts';
import type { CurrentPrice } from './history/store.ts';

export const priceMessages = {
  /** The title of a message about a bulk change. */
  done: 'Prices Updated',
  notDone: 'Update Failed',
  notFound: 'This listing no longer exists.',
  noBatch: 'This price update no longer exists.',
  twice: 'This listing appears twice',
  inProgress: 'This isn’t done yet. It continues automatically.',
  stillRunning: 'These prices are still being updated. Wait until that’s done.',
  keyRunning: 'This update is already running.',
  keyMismatch: 'This Idempotency-Key was used for another change. Use a new one.',
  notChanged: 'The price wasn’t changed, so there’s nothing to undo.',
  alreadyUndone: 'The old price was already restored.',
  undoRunning: 'Hangtag is already undoing this change. Look again in a moment.',
  notInBatch: 'This listing wasn’t part of that update.',
} as const;

type PricedListing = Pick<CurrentPrice, 'id' | 'title' | 'currency'>;
type PriceChanged = { listing: PricedListing; price: number; expectedPrice: number };

const shown = ({ currency }: PricedListing, price: number): string => inDollars(fromDollars(price), currency);

const nowNot = ({ listing, price, expectedPrice }: PriceChanged): string =>
  `now ${shown(listing, price)}, not ${shown(listing, expectedPrice)}`;

/** "“Blue jacket” is now $30, not $40": the first three by name. */
export function priceChangedMessage(changes: readonly PriceChanged[]): string {
  const list = firstThree(changes.map((change) => `“${change.listing.title}” is ${nowNot(change)}`));
  return changes.length === 1
    ? `A price has changed: ${list}. Nothing was sent. Check it, then decide again.`
    : `Prices have changed: ${list}. Nothing was sent. Check them, then decide again.`;
}

export const priceChangedField = (change: PriceChanged): string => `The price is ${nowNot(change)}`;

function firstThree(all: readonly string[]): string {
  const named = all.slice(0, 3);
  const more = all.length - named.length;
  return more > 0 ? `${named.join(', ')}, and ${more} more` : named.join(', ');
}

type LargeChange = { listing: PricedListing; from: number; to: number };

/** "“Blue jacket” from $40 to $10": the first three by name. */
export function largeChangeMessage(changes: readonly LargeChange[]): string {
  const list = firstThree(
    changes.map(({ listing, from, to }) => `“${listing.title}” from ${shown(listing, from)} to ${shown(listing, to)}`),
  );
  return `This changes a price by more than ${largeChangePercent}%: ${list}. Nothing was sent. Confirm it to continue.`;
}

export const largeChangeField = ({ listing, from, to }: LargeChange): string =>
  `From ${shown(listing, from)} to ${shown(listing, to)} is more than ${largeChangePercent}%`;

const prices = (count: number): string => (count === 1 ? '1 price' : `${count} prices`);

export function batchMessage({ updated, failed, open }: { updated: number; failed: number; open: number }): string {
  if (open > 0) return `${prices(updated)} updated so far, ${open} to go.`;
  if (failed === 0) return `${prices(updated)} updated.`;
  if (updated === 0) return failed === 1 ? 'The price wasn’t updated.' : 'No prices were updated.';
  return `${prices(updated)} updated, ${failed} not.`;
}

export function undoMessage({ reverted, skipped }: { reverted: number; skipped: number }): string {
  if (skipped === 0) return `${prices(reverted)} restored.`;
  if (reverted === 0) return skipped === 1 ? 'The price wasn’t restored.' : 'No prices were restored.';
  return `${prices(reverted)} restored, ${skipped} not.`;
}
