// Reads the sales of the seller's closet.
import { ApiFailure } from '#contract/failure.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { failureCode, failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { RefreshCw } from '#web/ui/icons.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useReadSales } from './queries.ts';

export const ReadSalesButton = () => {
  const reading = useReadSales();
  const marketplace = useMarketplaceName();
  const read = () =>
    whenDone(reading.mutateAsync(undefined), {
      onSuccess: ({ message }) => toastDone('Sales read', message),
      onError: (error) => {
        const words = failureMessage(error, 'Hangtag couldn’t read your sales.');
        if (failureCode(error) === 'too_many_requests') return toastDone('Not yet', words);
        // No answer, or none in time: the reading itself may go on.
        const isUnknown = error instanceof ApiFailure && [0, 502, 504].includes(error.status);
        if (!isUnknown) return toastFailed('Sales not read', words, { error });
        const advice = 'Hangtag may have read some of your sales, so look at them in a minute before you try again.';
        toastFailed('No answer yet', `${words} ${advice}`, { error });
      },
    });
  return (
    <Button isPending={reading.isPending} pendingText="Reading your sales…" icon={<RefreshCw />} onClick={read}>
      Read sales from {marketplace}
    </Button>
  );
};
