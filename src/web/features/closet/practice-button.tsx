import { failureMessage } from '#web/lib/api.ts';
import { whenDone } from '#web/lib/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useLinkPractice } from './queries.ts';

export const PracticeButton = ({ isMain = false }: { isMain?: boolean }) => {
  const link = useLinkPractice();
  const run = () =>
    whenDone(link.mutateAsync(undefined), {
      onSuccess: ({ message }) => toastDone('Authentication Successful', message),
      onError: (error) =>
        toastFailed('Authentication Failed', failureMessage(error, 'The practice closet could not be linked.')),
    });
  return (
    <Button look={isMain ? 'primary' : 'line'} onClick={run} isPending={link.isPending} pendingText="Linking…">
      Use a practice closet
    </Button>
  );
};
