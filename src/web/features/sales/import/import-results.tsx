// Says what became of each file, of these and of earlier ones.

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InventoryResult } from '#contract/listings/inventory-report.ts';
import type { ImportedSales, SalesImport } from '#contract/sales/sale-imports.ts';
import { ago, count, counted, fullDate } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { laterApi } from '#web/lib/server/later-api.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { PanelError } from '#web/ui/panel.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { salesKeys } from '../sales-keys.ts';
import { FaultySales } from './check/check-sales.tsx';
import { NamedRows } from './check/shown-rows.tsx';
import type { InventoryInFile, SalesInFile } from './reading/reader-worker.ts';
import { useUndoImport } from './send.ts';
import { SettleRows } from './settle-rows.tsx';

export type Outcome = { name: string } & (
  | { kind: 'unusable'; message: string }
  | { kind: 'skipped' }
  | { kind: 'sales'; result: Omit<ImportedSales, 'import'>; found: SalesInFile }
  | { kind: 'inventory'; result: InventoryResult; found: InventoryInFile }
);

export function headlineOf(outcomes: readonly Outcome[]): string {
  const sales = outcomes.filter((outcome) => outcome.kind === 'sales');
  const reports = outcomes.filter((outcome) => outcome.kind === 'inventory');
  const added = sales.reduce((sum, { result }) => sum + result.added, 0);
  const updated = sales.reduce((sum, { result }) => sum + result.updated, 0);
  const changed = reports.reduce((sum, { result }) => sum + result.changed, 0);
  const parts = [
    added > 0 && `${counted(added, 'sale')} imported`,
    added === 0 && updated > 0 && `${counted(updated, 'sale')} corrected`,
    reports.length > 0 && `${counted(changed, 'listing')} filled in`,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(', ');
  if (sales.length === 0) return 'Nothing was imported';
  return sales.length === 1 ? 'Nothing new in this file' : 'Nothing new in these files';
}

export const ImportResults = ({ outcomes }: { outcomes: readonly Outcome[] }) =>
  outcomes.map((outcome, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same file may come twice, and none is ever taken out
    // biome-ignore lint/a11y/useSemanticElements: a part of a text is not a set of fields, and of several files it isn't a landmark
    <div key={at} className="import-outcome lines-close" role="group" aria-label={outcome.name}>
      <h3 className="lab import-name">{outcome.name}</h3>
      {outcome.kind === 'unusable' && <FieldError>{outcome.message}</FieldError>}
      {outcome.kind === 'skipped' && <p className="small mute">Not imported.</p>}
      {outcome.kind === 'sales' && <SalesResult {...outcome} />}
      {outcome.kind === 'inventory' && <ReportResult {...outcome} />}
    </div>
  ));

const SalesResult = ({ result, found }: Extract<Outcome, { kind: 'sales' }>) => {
  const { added, known, updated, refused } = result;
  const lines = [
    added > 0 && counted(added, 'new sale'),
    known > 0 && `${counted(known, 'sale')} here before`,
    updated > 0 && `${counted(updated, 'sale')} corrected or completed`,
  ].filter(Boolean);
  return (
    <>
      {lines.length > 0 && <p>{lines.join(', ')}.</p>}
      {added > 0 && <p className="small">Your numbers and price suggestions use them from now on.</p>}
      <NamedRows
        title="Rows that Hangtag refused"
        heading={`${counted(new Set(refused.map(({ row }) => row)).size, 'row')} refused`}
        rows={refused.map(({ row, field, problem }) => ({ row, text: messages.problem(field, problem) }))}
      />
      <FaultySales found={found} />
    </>
  );
};

const ReportResult = ({ result, found }: Extract<Outcome, { kind: 'inventory' }>) => {
  const { matched, changed, ambiguous, unmatched, refused } = result;
  const open = ambiguous.flatMap(({ row, listingIds }) => {
    const said = found.listings.find((listing) => listing.row === row);
    return said === undefined ? [] : [{ said, listingIds }];
  });
  return (
    <>
      <p>
        {matched === 0
          ? 'No row fits exactly one listing of yours, so nothing was filled in.'
          : `Hangtag found ${count(matched)} of ${counted(found.listings.length, 'row')} in your closet, and filled in ${counted(changed, 'listing')}.`}
      </p>
      {open.length > 0 && <SettleRows rows={open} />}
      <NamedRows
        title="Rows without a listing"
        heading={`${counted(unmatched.length, 'row')} without a listing`}
        rows={unmatched.map(({ row, title }) => ({ row, text: title }))}
        hint="No listing in your closet has this title. It may be sold or renamed, or your closet needs a sync."
      />
      <NamedRows
        title="Cells left out"
        heading={`${counted(refused.length, 'cell')} left out`}
        rows={refused.map(({ row, field, problem }) => ({ row, text: messages.inventoryProblem(field, problem) }))}
      />
    </>
  );
};

const importsQuery = queryOptions({
  queryKey: [...salesKeys.all, 'imports'],
  queryFn: ({ signal }) => laterApi.saleImports.imports({}, { signal }),
});

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

const datesOf = ({ from, to }: SalesImport): string => {
  if (from === null || to === null) return 'no dates';
  return from === to ? `sold ${fullDate(from)}` : `sold ${fullDate(from)} to ${fullDate(to)}`;
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
        <small className="below">{[counted(one.sales, 'sale'), datesOf(one), ago(one.at, now)].join(', ')}</small>
      </span>
      <Button isSmall isPending={undo.isPending} pendingText="Undoing…" onClick={start}>
        Undo import
      </Button>
    </li>
  );
};
