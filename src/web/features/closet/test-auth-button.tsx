// The button that tests the connection.
import { failureCode, failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useTestAuth } from './queries.ts';

export const TestAuthButton = ({ isSmall = false }: { isSmall?: boolean }) => {
  const test = useTestAuth();
  const run = () =>
    whenDone(test.mutateAsync(undefined), {
      onSuccess: ({ message }) => toastDone('Authentication Successful', message),
      onError: (error) => {
        const isRejected = failureCode(error) === 'credentials_rejected';
        const fixed = isRejected ? 'Please check your credentials' : 'Authentication test failed';
        toastFailed('Authentication Failed', fixed, { error, detail: failureMessage(error, fixed) });
      },
    });
  return (
    <Button isSmall={isSmall} onClick={run} isPending={test.isPending} pendingText="Testing…">
      Test authentication
    </Button>
  );
};
