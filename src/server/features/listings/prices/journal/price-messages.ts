// What a seller reads about price changes: the answers to calls, and why a single price wasn't changed. Whole dollars.

import { type Currency, currencyName, fromDollars, inDollars } from '#domain/money.ts';
import { largeChangePercent } from '#domain/prices/price-change.ts';

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

type PricedListing = { id: string; title: string; currency: Currency };
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

/** Why the journal says that a price wasn't changed, or that nobody knows. */
export const writeMessages = {
  unavailable: {
    sold: 'This listing is sold, so its price stays the same.',
    removed: 'This listing no longer exists in your closet.',
    not_for_sale: 'This listing isn’t for sale right now, so its price stays the same.',
    reserved: 'A buyer is paying for this listing right now, so its price stays the same.',
  },
  otherCloset: 'This listing belongs to a closet that isn’t connected right now.',
  refused: (words: string) => `This price was refused: ${words}`,
  notApplied:
    'The change was accepted, but the listing still shows the old price. Check the listing before you try again.',
  stillOld: 'The change couldn’t be confirmed. Hangtag checked: the listing still has its old price.',
  unknown:
    'The change couldn’t be confirmed, and Hangtag couldn’t check the listing afterward. Check its price in your closet.',
  notMade: 'The change couldn’t be confirmed. At the next sync the listing didn’t have this price.',
  browserAsks:
    'The companion in your browser asks you first, because this is more than it changes on its own. Click it in the toolbar there and say yes, then change the price again.',
  unreadable: 'Hangtag doesn’t recognize this listing’s page, so it left the price unchanged.',
  interrupted: 'Hangtag was interrupted before it sent this, and too much time has passed. Nothing was changed.',
  notSent: 'This wasn’t sent. ',
  stopped: 'You stopped this before it was sent.',
  otherCurrency: (price: number, currency: Currency) =>
    `This listing is priced in ${currencyName(currency)} (${inDollars(fromDollars(price), currency)}), so Hangtag left it. Check it, then decide again.`,
  alreadyOld: 'The listing already has its old price.',
  /** About prices in this currency. */
  of(currency: Currency) {
    const shown = (price: number): string => inDollars(fromDollars(price), currency);
    return {
      changedMeanwhile: (price: number) =>
        `The price was changed elsewhere in the meantime. It’s now ${shown(price)}, so Hangtag left it.`,
      priceChanged: (now: number, expected: number) =>
        `The price is now ${shown(now)}, not the ${shown(expected)} that you saw, so Hangtag left it. Check it, then decide again.`,
      largeAtMarket: (from: number, to: number) =>
        `The listing’s current price is ${shown(from)}, so ${shown(to)} is a change of more than ${largeChangePercent}%. Confirm it to continue.`,
      changedElsewhere: (now: number, set: number) =>
        `The price is now ${shown(now)}, not the ${shown(set)} that Hangtag set, so Hangtag left it.`,
    };
  },
} as const;
