// The files that were imported before, and how to undo them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SalesImport } from '#contract/sales/sale-imports.ts';
import { ago, counted, fullDate } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { laterApi } from '#web/lib/server/later-api.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { PanelError } from '#web/ui/panel.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { salesKeys } from '../sales-keys.ts';
import { useUndoImport } from './send.ts';

const importsQuery = queryOptions({
  queryKey: [...salesKeys.all, 'imports'],
  queryFn: ({ signal }) => laterApi.saleImports.imports({}, { signal }),
});

/** Nothing is shown until there is one. */
export const EarlierImports = () => {
  const { data: imports, error, refetch } = useQuery(importsQuery);
  if (error)
    return <PanelError error={error} message="Couldn’t load earlier imports." onRetry={() => void refetch()} />;
  if (imports === undefined || imports.length === 0) return null;
  return (
    <section className="import-part lines-tight" aria-label="Earlier imports">
      <h3 className="h-head">Earlier imports</h3>
      <ul className="import-rows pairs small">
        {imports.map((one) => (
          <Import key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
};

const Import = ({ one }: { one: SalesImport }) => {
  const undo = useUndoImport();
  const now = useNow(60_000);
  const start = () =>
    whenDone(undo.mutateAsync({ id: one.id }), {
      onSuccess: ({ sales }) =>
        toastDone(
          'Import undone',
          sales === 0
            ? 'Its sales are in another import too, so they still count.'
            : `${counted(sales, 'sale')} no longer ${sales === 1 ? 'counts' : 'count'}.`,
        ),
      onError: (error) => toastFailure(error, 'Couldn’t undo the import', 'Try again in a moment.'),
    });
  return (
    <li>
      <span>
        {one.fileName}
        <small className="below">
          {[
            counted(one.sales, 'sale'),
            one.from === null || one.to === null ? 'no dates' : messages.span(fullDate(one.from), fullDate(one.to)),
            ago(one.at, now),
          ].join(', ')}
        </small>
      </span>
      <Button isSmall isPending={undo.isPending} pendingText="Undoing…" onClick={start}>
        Undo import
      </Button>
    </li>
  );
};
