// The messages about prices, for the seller. All amounts are whole dollars.

import { largeChangePercent } from '#domain/price-change.ts';
import type { PricedListing } from './store.ts';

export const priceMessages = {
  /** The title of a message about a bulk change. */
  done: 'Prices Updated',
  notDone: 'Update Failed',
  notFound: 'This listing no longer exists.',
  noBatch: 'This price update no longer exists.',
  twice: 'This listing appears twice',
  sold: 'This listing is sold, so its price stays the same.',
  gone: 'This listing no longer exists in your closet.',
  notForSale: 'This listing isn’t for sale right now, so its price stays the same.',
  otherCloset: 'This listing belongs to a closet that isn’t connected right now.',
  refused: (words: string) => `This price was refused: ${words}`,
  notApplied:
    'The change was accepted, but the listing still shows the old price. Check the listing before you try again.',
  stillOld: 'The change couldn’t be confirmed. Hangtag checked: the listing still has its old price.',
  unknown:
    'The change couldn’t be confirmed, and Hangtag couldn’t check the listing afterward. Check its price in your closet.',
  notMade: 'The change couldn’t be confirmed. At the next sync the listing didn’t have this price.',
  unreadable: 'Hangtag doesn’t recognize this listing’s page, so it left the price unchanged.',
  interrupted: 'Hangtag was interrupted before it sent this, and too much time has passed. Nothing was changed.',
  notSent: 'This wasn’t sent. ',
  inProgress: 'This isn’t done yet. It continues automatically.',
  stillRunning: 'These prices are still being updated. Wait until that’s done.',
  keyRunning: 'This update is already running.',
  keyMismatch: 'This Idempotency-Key was used for another change. Use a new one.',
  changedMeanwhile: (price: number) =>
    `The price was changed elsewhere in the meantime. It’s now $${price}, so Hangtag left it.`,
  largeAtMarket: (from: number, to: number) =>
    `The listing’s current price is $${from}, so $${to} is a change of more than ${largeChangePercent}%. Confirm it to continue.`,
  changedElsewhere: (now: number, set: number) =>
    `The price is now $${now}, not the $${set} that Hangtag set, so Hangtag left it.`,
  notChanged: 'The price wasn’t changed, so there’s nothing to undo.',
  alreadyUndone: 'The old price was already restored.',
  undoRunning: 'Hangtag is already undoing this change. Look again in a moment.',
  alreadyOld: 'The listing already has its old price.',
  notInBatch: 'This listing wasn’t part of that update.',
} as const;

type LargeChange = { listing: PricedListing; to: number };

/** "“Blue jacket” from $40 to $10": the first three by name. */
export function largeChangeMessage(changes: readonly LargeChange[]): string {
  const named = changes.slice(0, 3).map(({ listing, to }) => `“${listing.title}” from $${listing.price} to $${to}`);
  const more = changes.length - named.length;
  const list = more > 0 ? `${named.join(', ')}, and ${more} more` : named.join(', ');
  return `This changes a price by more than ${largeChangePercent}%: ${list}. Nothing was sent. Confirm it to continue.`;
}

export const largeChangeField = ({ listing, to }: LargeChange): string =>
  `From $${listing.price} to $${to} is more than ${largeChangePercent}%`;

/** The line in the activity log. */
export const changeLine = (title: string, from: number, to: number): string => `${title}: $${from} to $${to}`;

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
