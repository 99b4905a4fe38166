// The button that opens a demo account.
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { demoMessages as messages } from '#web/messages/account/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useDemo } from '../queries.ts';

type Props = { onSignedIn: () => void; look?: 'line' | 'bare' };

/** A demo account has a practice closet and is deleted after a day. */
export const DemoButton = ({ onSignedIn, look = 'line' }: Props) => {
  const demo = useDemo();
  const open = () =>
    whenDone(demo.mutateAsync(undefined), {
      onSuccess: () => {
        toastDone(messages.done.title, messages.done.text);
        onSignedIn();
      },
      onError: (error) => toastFailed(messages.failed.title, failureMessage(error, messages.failed.text), { error }),
    });
  return (
    <Button look={look} onClick={open} isPending={demo.isPending} pendingText={messages.pending}>
      {messages.verb}
    </Button>
  );
};
