// The toasts shown when a sync ends.
import type { SyncResult } from '#contract/schemas/listings.ts';
import { failureCode, failureMessage, failureText } from '#web/lib/server/api.ts';
import { listingMessages as messages } from '#web/messages/listings.ts';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';

export const toastSync = {
  onSuccess: ({ message }: SyncResult) => toastDone(messages.synced, message),
  onError: (error: unknown) => {
    // Nothing failed: the last sync was a moment ago, or one is running.
    if (failureCode(error) === 'too_many_requests') return toastDone(messages.notYet, failureMessage(error, ''));
    const { text, detail } = failureText(error, messages.notSynced.text);
    toastFailed(messages.notSynced.title, text, { error, detail });
  },
};
