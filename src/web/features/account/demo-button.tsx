import { failureMessage } from '#web/lib/api.ts';
import { whenDone } from '#web/lib/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useDemo } from './queries.ts';

type Props = { onSignedIn: () => void; look?: 'line' | 'bare' };

/** A guest account with a practice closet: nothing to type, gone after a day. */
export const DemoButton = ({ onSignedIn, look = 'line' }: Props) => {
  const demo = useDemo();
  const open = () =>
    whenDone(demo.mutateAsync(undefined), {
      onSuccess: () => {
        toastDone('Welcome!', 'This is a practice closet, yours for 24 hours. Nothing here is real.');
        onSignedIn();
      },
      onError: (error) => toastFailed('Login Failed', failureMessage(error, 'The demo could not be opened.')),
    });
  return (
    <Button look={look} onClick={open} isPending={demo.isPending} pendingText="Opening a demo closet…">
      Try with a demo closet
    </Button>
  );
};
