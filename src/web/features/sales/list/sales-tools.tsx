// What brings sales and costs into the list: reports, the closet, by hand, and lots.
import { Link } from 'wouter';
import { ApiFailure } from '#contract/failure.ts';
import { changeQuery } from '#web/lib/browser/change-query.ts';
import { paths } from '#web/lib/paths.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FileUp, Plus, RefreshCw } from '#web/ui/icons.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useReadCloset } from './queries.ts';

export const SalesTools = ({ onAdd, onLots }: { onAdd: () => void; onLots: () => void }) => {
  const reading = useReadCloset();
  const read = () =>
    whenDone(reading.mutateAsync(undefined), {
      onSuccess: ({ message }) => toastDone('Sales read from Poshmark', message),
      onError: (error) => {
        // No answer, or none in time: the reading itself may go on.
        const isUnknown = error instanceof ApiFailure && [0, 502, 504].includes(error.status);
        const words = failureMessage(error, 'Hangtag couldn’t read your sales.');
        toastFailed(
          isUnknown ? 'No answer yet' : 'Sales not read',
          isUnknown
            ? `${words} Hangtag may have read some of your sales, so look at the list in a minute before you try again.`
            : words,
          { error },
        );
      },
    });
  return (
    <div className="sales-tools">
      <div className="answers">
        <Button look="primary" icon={<Plus />} onClick={onAdd}>
          Add a sale
        </Button>
        <Button onClick={onLots}>Lots</Button>
        <Link className="btn line" href={`${paths.sales}${changeQuery(location.search, { import: 'sales' })}`}>
          <FileUp />
          Import a report
        </Link>
        <Button icon={<RefreshCw />} onClick={read} isPending={reading.isPending} pendingText="Reading your sales…">
          Read sales from Poshmark
        </Button>
      </div>
      <p className="small mute">
        When you ask, Hangtag reads your sales at most once in ten minutes. It also reads them after it finds something
        sold in your closet, at most once in six hours. It keeps nothing about your buyers.
      </p>
    </div>
  );
};
