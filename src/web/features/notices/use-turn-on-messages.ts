// Turns on push notifications for this browser.
import { PushError } from '#web/lib/browser/push.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { noticesMessages as messages } from '#web/messages/notices.ts';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useTurnOn } from './queries.ts';

export const useTurnOnMessages = () => {
  const turnOn = useTurnOn();
  const turnOnHere = (publicKey: string) =>
    whenDone(turnOn.mutateAsync({ publicKey }), {
      onSuccess: () => toastDone('Notifications are on', 'Send a test to see one.'),
      onError: (error) => {
        if (!(error instanceof PushError)) {
          toastFailed(messages.failed.title, failureMessage(error, messages.failed.text), { error });
          return;
        }
        // If the browser blocks notifications, the profile explains how to change that.
        const { title, text } = error.kind === 'no_service' ? messages.noService : messages.dismissed;
        toastFailed(
          title,
          error.kind === 'denied'
            ? 'Your browser blocks notifications from Hangtag. Your profile shows how to allow them.'
            : text,
        );
      },
    });
  return { isPending: turnOn.isPending, turnOnHere };
};
