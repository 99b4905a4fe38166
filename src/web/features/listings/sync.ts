// Reads the closet again, and says how that ended.
import type { SyncResult } from '#contract/listings/listings.ts';
import { api, failureCode, failureMessage } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';
import { toastDone, toastFixedText } from '#web/ui/toast-store.ts';

/** A sync changes the listings, the account's counts, the plan, and the log. */
export const useSync = () =>
  useChange(
    () => api.listings.sync(),
    (client) => client.invalidateQueries(),
  );

export const toastSync = {
  onSuccess: ({ message }: SyncResult) => toastDone('Closet Synced', message),
  onError: (error: unknown) => {
    // Nothing failed: the last sync was a moment ago, or one is running.
    if (failureCode(error) === 'too_many_requests') return toastDone('Not yet', failureMessage(error, ''));
    toastFixedText(error, 'No Listings Found', 'Failed to sync closet listings');
  },
};
