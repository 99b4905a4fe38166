// The answers to calls that change or undo prices, in words for the seller. Whole dollars.

import { largeChangePercent } from '#domain/prices/price-change.ts';
import { wholeDollars } from '#domain/text/dollars.ts';
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

type LargeChange = { listing: CurrentPrice; to: number };

const fromTo = ({ listing, to }: LargeChange): string => `${wholeDollars(listing.price ?? 0)} to ${wholeDollars(to)}`;

/** "“Blue jacket” from $40 to $10": the first three by name. */
export function largeChangeMessage(changes: readonly LargeChange[]): string {
  const named = changes.slice(0, 3).map((change) => `“${change.listing.title}” from ${fromTo(change)}`);
  const more = changes.length - named.length;
  const list = more > 0 ? `${named.join(', ')}, and ${more} more` : named.join(', ');
  return `This changes a price by more than ${largeChangePercent}%: ${list}. Nothing was sent. Confirm it to continue.`;
}

export const largeChangeField = (change: LargeChange): string =>
  `From ${fromTo(change)} is more than ${largeChangePercent}%`;

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
