// The sentences about a reading of the closet that the seller sees.

import type { SyncResult } from '#contract/listings/listings.ts';
import type { SyncCounts } from '#domain/closet.ts';
import type { Failure } from '#domain/failure.ts';
import type { Pass } from './read-closet.ts';

const rest = ({ updated, sold, removed }: SyncCounts): (string | false)[] => [
  updated > 0 && `${updated} changed`,
  sold > 0 && `${sold} sold`,
  removed > 0 && `${removed} removed`,
];
const list = (parts: (string | false)[]): string => parts.filter((part) => part !== false).join(', ');

/** The entry of a reading that nobody asked for; null if it found nothing. */
export function entryOf(found: SyncCounts): string | null {
  const { added } = found;
  const details = list([added > 0 && `${added} new ${added === 1 ? 'listing' : 'listings'} found`, ...rest(found)]);
  return details === '' ? null : details;
}

function summaryOf({ total, ...found }: Omit<SyncResult, 'message'>): string {
  const parts = list([found.added > 0 && `${found.added} new`, ...rest(found)]);
  const listings = total === 1 ? '1 listing' : `${total} listings`;
  return `Synced ${listings}: ${parts === '' ? 'nothing changed' : parts}.`;
}

/** The result of a sync as if it had found this. */
export function withFound(result: SyncResult, found: SyncCounts): SyncResult {
  const sum = { ...found, total: result.total };
  // A message that says more than the summary stays.
  return { ...sum, message: result.message === summaryOf(result) ? summaryOf(sum) : result.message };
}

export function syncMessage(result: Omit<SyncResult, 'message'>, pass: Pass): string {
  const summary = summaryOf(result);
  const left = pass.missing - pass.asked;
  if (left === 0) return summary;
  return left === 1
    ? `${summary} 1 known listing was missing. Hangtag left it unchanged and will check again.`
    : `${summary} ${left} known listings were missing. Hangtag left them unchanged and will check again.`;
}

export const tooMuchMissing = ({ shown, missing }: Pass): string =>
  shown === 0
    ? `Your closet showed no listings, but Hangtag knows ${missing}. Nothing was changed. Hangtag will check again in a minute.`
    : `Your closet showed only ${shown} listings, and ${missing} that Hangtag knows were missing. Nothing was changed. Hangtag will check again in a minute.`;

/** null if the seller has to act, which the connection panel and the pause of the bot say. */
export function unreadMessage(failure: Failure): string | null {
  if (failure.code !== 'marketplace_unavailable' && failure.code !== 'marketplace_changed') return null;
  return 'Hangtag couldn’t read your closet this time. Rounds go on with the listings that it knows, and the next one tries again.';
}
