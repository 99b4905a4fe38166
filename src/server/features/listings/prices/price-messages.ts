import { largeChangePercent } from '#domain/price-change.ts';
import type { PricedListing } from './store.ts';

/** The messages about prices, for the seller. All amounts are whole dollars. */
export const priceMessages = {
  /** Over a message about a whole change of prices. */
  done: 'Prices Updated',
  notDone: 'Update Failed',
  notFound: 'There is no such listing.',
  noBatch: 'There is no such change of prices.',
  twice: 'This listing is in the list twice',
  sold: 'This listing is sold, so its price stays.',
  gone: 'The marketplace no longer has this listing.',
  notForSale: 'This listing is not for sale at the marketplace now, so its price stays.',
  otherCloset: 'This listing belongs to a closet that is not linked now.',
  refused: (words: string) => `The marketplace refused this price: ${words}`,
  notApplied:
    'The marketplace took the change and still shows the old price. Look at the listing there before you try again.',
  stillOld: 'The marketplace gave no clear answer. We looked: the listing still has its old price.',
  unknown:
    'The marketplace gave no clear answer, and we could not look afterwards. We do not know whether the price was changed. Please look at the listing there.',
  notMade: 'The marketplace gave no clear answer. At the next sync it did not have this price.',
  unreadable: 'The marketplace showed this listing in a way we do not know, so we left its price alone.',
  interrupted: 'We were interrupted before this was sent, and too much time has passed since. Nothing was changed.',
  notSent: 'This was not sent. ',
  inProgress: 'This is not done yet. It goes on by itself.',
  stillRunning: 'These prices are still being changed. Please wait until that is done.',
  keyRunning: 'The same change is under way already.',
  keyMismatch: 'This Idempotency-Key was used for another change. Use a new one.',
  changedMeanwhile: (price: number) =>
    `The price was changed at the marketplace meanwhile: it is $${price} there. We left it.`,
  largeAtMarket: (from: number, to: number) =>
    `At the marketplace it costs $${from}, so $${to} is a change of more than ${largeChangePercent}%. Confirm it to go on.`,
  changedElsewhere: (now: number, set: number) =>
    `It costs $${now} at the marketplace now, not the $${set} that we set. We left it.`,
  notChanged: 'Its price was not changed, so there is nothing to put back.',
  alreadyUndone: 'Its old price was put back already.',
  alreadyOld: 'It has its old price at the marketplace already.',
  notInBatch: 'This listing was not part of that change.',
} as const;

type LargeChange = { listing: PricedListing; to: number };

/** "“Blue jacket” from $40 to $10": the first three by name. */
export function largeChangeMessage(changes: readonly LargeChange[]): string {
  const named = changes.slice(0, 3).map(({ listing, to }) => `“${listing.title}” from $${listing.price} to $${to}`);
  const more = changes.length - named.length;
  const list = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
  return `This changes a price by more than ${largeChangePercent}%: ${list}. Nothing was sent. Confirm it to go on.`;
}

export const largeChangeField = ({ listing, to }: LargeChange): string =>
  `From $${listing.price} to $${to} is more than ${largeChangePercent}%`;

/** The line in the activity log. */
export const changeLine = (title: string, from: number, to: number): string => `${title}: $${from} to $${to}`;

const prices = (count: number): string => (count === 1 ? '1 price' : `${count} prices`);

export function batchMessage({ updated, failed, open }: { updated: number; failed: number; open: number }): string {
  if (open > 0) return `${prices(updated)} updated so far, ${open} still to come.`;
  if (failed === 0) return `${prices(updated)} updated.`;
  if (updated === 0) return failed === 1 ? 'The price was not updated.' : 'No price was updated.';
  return `${prices(updated)} updated, ${failed} not.`;
}

export function undoMessage({ reverted, skipped }: { reverted: number; skipped: number }): string {
  if (skipped === 0) return `${prices(reverted)} put back.`;
  if (reverted === 0) return skipped === 1 ? 'The price was not put back.' : 'No price was put back.';
  return `${prices(reverted)} put back, ${skipped} left.`;
}
