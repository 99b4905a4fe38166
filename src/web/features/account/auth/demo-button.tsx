// Opens a demo account, which has a practice closet and is deleted after a day.
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useDemo } from '../queries.ts';

export const DemoButton = ({ name, onSignedIn }: { name: string; onSignedIn: () => void }) => {
  const demo = useDemo();
  const open = () =>
    whenDone(demo.mutateAsync(undefined), {
      onSuccess: () => {
        toastDone('Welcome!', 'This is a practice closet with made-up listings, yours for 24 hours.');
        onSignedIn();
      },
      onError: (error) => toastFailure(error, 'Login Failed', 'The demo couldn’t be opened. Try again in a moment.'),
    });
  return (
    <Button onClick={open} isPending={demo.isPending} pendingText="Opening a demo closet…">
      {name}
    </Button>
  );
};
