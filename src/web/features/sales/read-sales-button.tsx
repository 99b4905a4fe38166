// Reads the sales of the seller's closet.

import { createClient } from '#contract/client.ts';
import { ApiFailure } from '#contract/failure.ts';
import { saleRoutes } from '#contract/sales/sales.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { failureCode, failureMessage, send, whenDone } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { RefreshCw } from '#web/ui/icons.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';

const salesApi = createClient({ sales: saleRoutes }, send).sales;

export const ReadSalesButton = () => {
  // Sales that are read change the numbers, the comps, and the log.
  const reading = useChange(
    () => salesApi.sync(),
    (client) => client.invalidateQueries(),
  );
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
