// Lists earlier imports, each with an undo.

import { useQuery } from '@tanstack/react-query';
import type { SalesImport } from '#contract/pricing/sale-imports.ts';
import { ago, counted, fullDate } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { importMessages as messages } from '#web/messages/pricing/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { PanelError } from '#web/ui/panel.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { salesImportsQuery, useUndoImport } from './queries.ts';

/** Nothing is shown until there is one. */
export const EarlierImports = () => {
  const { data: imports, error, refetch } = useQuery(salesImportsQuery);
  if (error)
    return <PanelError error={error} message="Couldn’t load earlier imports." onRetry={() => void refetch()} />;
  if (imports === undefined || imports.length === 0) return null;
  return (
    <section className="import-preview" aria-label={messages.earlier}>
      <h3 className="h-head">{messages.earlier}</h3>
      <ul className="import-rows">
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
      onError: (error) =>
        toastFailed('Couldn’t undo the import', failureMessage(error, 'Try again in a moment.'), { error }),
    });
  return (
    <li>
      <span>
        {one.fileName}
        <small>
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
