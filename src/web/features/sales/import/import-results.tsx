// Says what became of each file.
import type { InventoryResult } from '#contract/listings/listings.ts';
import type { ImportedSales } from '#contract/sales/sale-imports.ts';
import { count, counted } from '#web/format/format.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { FieldError } from '#web/ui/field.tsx';
import { FaultySales } from './check/check-sales.tsx';
import { NamedRows } from './check/named-rows.tsx';
import type { InventoryInFile, SalesInFile } from './reading/reader-worker.ts';
import { SettleRows } from './settle-rows.tsx';

export type Outcome = { name: string } & (
  | { kind: 'unusable'; message: string }
  | { kind: 'skipped' }
  | { kind: 'sales'; result: Omit<ImportedSales, 'import'>; found: SalesInFile }
  | { kind: 'inventory'; result: InventoryResult; found: InventoryInFile }
);

/** The sentence above all files. */
export function headlineOf(outcomes: readonly Outcome[]): string {
  const sales = outcomes.filter((outcome) => outcome.kind === 'sales');
  const reports = outcomes.filter((outcome) => outcome.kind === 'inventory');
  const added = sales.reduce((sum, { result }) => sum + result.added, 0);
  const updated = sales.reduce((sum, { result }) => sum + result.updated, 0);
  const changed = reports.reduce((sum, { result }) => sum + result.changed, 0);
  const parts = [
    added > 0 ? `${counted(added, 'sale')} imported` : null,
    added === 0 && updated > 0 ? `${counted(updated, 'sale')} corrected` : null,
    reports.length > 0 ? `${counted(changed, 'listing')} filled in` : null,
  ].filter((part) => part !== null);
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

type SalesResultProps = { result: Omit<ImportedSales, 'import'>; found: SalesInFile };

const SalesResult = ({ result, found }: SalesResultProps) => {
  const lines = [
    result.added > 0 ? `${counted(result.added, 'new sale')}` : null,
    result.known > 0 ? `${counted(result.known, 'sale')} here before` : null,
    result.updated > 0 ? `${counted(result.updated, 'sale')} corrected or completed` : null,
  ].filter((line) => line !== null);
  const texts = (faults: typeof result.refused) =>
    faults.map(({ row, field, problem }) => ({ row, text: messages.problem(field, problem) }));
  return (
    <>
      {lines.length > 0 && <p>{lines.join(', ')}.</p>}
      {result.added > 0 && <p className="small">Your numbers and price suggestions use them from now on.</p>}
      <NamedRows
        title="Rows that Hangtag refused"
        heading={`${counted(new Set(result.refused.map(({ row }) => row)).size, 'row')} refused`}
        rows={texts(result.refused)}
      />
      <FaultySales found={found} />
    </>
  );
};

type ReportResultProps = { result: InventoryResult; found: InventoryInFile };

const ReportResult = ({ result, found }: ReportResultProps) => {
  const open = result.ambiguous.flatMap(({ row, listingIds }) => {
    const said = found.listings.find((listing) => listing.row === row);
    return said === undefined ? [] : [{ said, listingIds }];
  });
  return (
    <>
      <p>
        {result.matched === 0
          ? 'No row fits exactly one listing of yours, so nothing was filled in.'
          : `Hangtag found ${count(result.matched)} of ${counted(found.listings.length, 'row')} in your closet, and filled in ${counted(result.changed, 'listing')}.`}
      </p>
      {open.length > 0 && <SettleRows rows={open} />}
      <NamedRows
        title="Rows without a listing"
        heading={`${counted(result.unmatched.length, 'row')} without a listing`}
        rows={result.unmatched.map(({ row, title }) => ({ row, text: title }))}
        hint="No listing in your closet has this title. It may be sold or renamed, or your closet needs a sync."
      />
      <NamedRows
        title="Cells left out"
        heading={`${counted(result.refused.length, 'cell')} left out`}
        rows={result.refused.map(({ row, field, problem }) => ({
          row,
          text: messages.inventoryProblem(field, problem),
        }))}
      />
    </>
  );
};
