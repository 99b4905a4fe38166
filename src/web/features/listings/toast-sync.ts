// The toasts shown when a sync ends.
import type { SyncResult } from '#contract/listings/listings.ts';
import { failureCode, failureMessage, failureText } from '#web/lib/server/api.ts';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';

export const toastSync = {
  onSuccess: ({ message }: SyncResult) => toastDone('Closet Synced', message),
  onError: (error: unknown) => {
    // Nothing failed: the last sync was a moment ago, or one is running.
    if (failureCode(error) === 'too_many_requests') return toastDone('Not yet', failureMessage(error, ''));
    const { text, detail } = failureText(error, 'Failed to sync closet listings');
    toastFailed('No Listings Found', text, { error, detail });
  },
};
