// Reads the sales of the seller's closet.

import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { failureCode, failureMessage, failureText, whenDone } from '#web/lib/server/api.ts';
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
        if (failureCode(error) === 'too_many_requests') return toastDone('Not yet', failureMessage(error, ''));
        const { text, detail } = failureText(error, 'Hangtag couldn’t read your sales. Try again.');
        toastFailed('Couldn’t read your sales', text, { error, detail });
      },
    });
  return (
    <Button isPending={reading.isPending} pendingText="Reading your sales…" icon={<RefreshCw />} onClick={read}>
      Read sales from {marketplace}
    </Button>
  );
};
