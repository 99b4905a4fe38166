// The button that connects a practice closet.
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { connectMessages } from '#web/messages/closet/connect.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useLinkPractice } from './queries.ts';

export const PracticeButton = ({ isMain = false }: { isMain?: boolean }) => {
  const link = useLinkPractice();
  const run = () =>
    whenDone(link.mutateAsync(undefined), {
      onSuccess: ({ message }) => toastDone(connectMessages.authenticated, message),
      onError: (error) =>
        toastFailed(
          connectMessages.notAuthenticated,
          failureMessage(error, 'Couldn’t connect the practice closet. Try again in a moment.'),
          { error },
        ),
    });
  return (
    <Button look={isMain ? 'primary' : 'line'} onClick={run} isPending={link.isPending} pendingText="Connecting…">
      Use a practice closet
    </Button>
  );
};
