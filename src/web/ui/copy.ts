// Copies a text for the seller, and says so.
import { whenDone } from '#web/lib/server/api.ts';
import { toastDone, toastFailed } from './toast-store.ts';

/** Browsers allow it only on secure pages. */
export const copyText = (text: string, said: { done: string; failed: string }): void =>
  whenDone(Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error())), {
    onSuccess: () => toastDone('Copied', said.done),
    onError: () => toastFailed('Not copied', said.failed),
  });
