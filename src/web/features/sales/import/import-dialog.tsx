// The dialog that imports sales from a file: choose, check, import.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ImportedSales, SalesImport } from '#contract/sales/sale-imports.ts';
import type { SalesInTable } from '#domain/sales/import/sales-in-table.ts';
import { ago, counted, fullDate } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { laterApi } from '#web/lib/server/later-api.ts';
import { useChange } from '#web/lib/server/use-change.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { DropArea, FileButton } from '#web/ui/file-field.tsx';
import { FileUp } from '#web/ui/icons.tsx';
import { PanelError } from '#web/ui/panel.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { CheckFile } from './check-file.tsx';
import { readSalesFile, type SalesFile, UnusableFile } from './read-sales-file.ts';
import '#web/ui/fold.css';
import './import-dialog.css';

const ImportDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog title="Import your sales" isOpen={isOpen} onClose={onClose} className="import-sales">
    {isOpen && <Steps onClose={onClose} />}
  </Dialog>
);
export default ImportDialog;

const Steps = ({ onClose }: { onClose: () => void }) => {
  const [file, setFile] = useState<SalesFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [done, setDone] = useState<ImportedSales | null>(null);
  const importing = useImportSales();

  const choose = (chosen: File) => {
    setFault(null);
    setReading(true);
    whenDone(readSalesFile(chosen), {
      onSuccess: setFile,
      onError: (error) => setFault(error instanceof UnusableFile ? error.message : messages.faults.read),
      onSettled: () => setReading(false),
    });
  };
  const send = ({ toSend, formats }: SalesInTable) => {
    if (file === null) return;
    setFault(null);
    whenDone(importing.mutateAsync({ body: { fileName: file.name, rows: toSend, formats } }), {
      onSuccess: setDone,
      onError: (error) => setFault(failureMessage(error, 'Couldn’t import the sales. Nothing was stored.')),
    });
  };

  if (done !== null) return <Done result={done} onClose={onClose} />;
  if (file !== null) {
    return (
      <CheckFile
        file={file}
        fault={fault}
        isSending={importing.isPending}
        onImport={send}
        onBack={() => {
          setFile(null);
          setFault(null);
        }}
      />
    );
  }
  return (
    <>
      <p>
        Use Poshmark’s sales report or your own spreadsheet, saved as CSV. Each sale makes your price suggestions more
        certain.
      </p>
      <ChooseFile fault={fault} isReading={isReading} onChoose={choose} />
      <p className="hint">Only the columns you choose leave your browser. Buyers’ names and addresses never do.</p>
      <EarlierImports />
    </>
  );
};

const Done = ({ result, onClose }: { result: ImportedSales; onClose: () => void }) => (
  <div className="import-done lines-close">
    {/* The button that was pressed is gone, so this takes the focus. */}
    <p className="h-head" role="status">
      {result.added === 0 ? 'Nothing new in this file' : `${counted(result.added, 'sale')} imported`}
    </p>
    <p>
      {result.added > 0 && 'Price suggestions use them from now on.'}{' '}
      {result.known > 0 && `${counted(result.known, 'sale')} had been imported before.`}{' '}
      {result.refused.length > 0 && `${messages.left(new Set(result.refused.map(({ row }) => row)).size)}.`}
    </p>
    <EarlierImports />
    <div className="dialog-actions">
      <Button autoFocus look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </div>
);

type ChooseFileProps = { fault: string | null; isReading: boolean; onChoose: (file: File) => void };

const ChooseFile = ({ fault, isReading, onChoose }: ChooseFileProps) => {
  const id = useId();
  return (
    <DropArea className="import-drop" onChoose={onChoose}>
      <FileButton
        accept=".csv,.tsv,.txt,text/csv"
        look="pri"
        error={fault === null ? undefined : `${id}-fault`}
        onChoose={onChoose}
      >
        <FileUp />
        Choose a CSV file
      </FileButton>
      <p className="hint" role="status">
        {isReading ? 'Reading the file…' : 'Up to 5 MB and 5,000 sales.'}
      </p>
      {fault !== null && (
        <div role="alert">
          <FieldError id={`${id}-fault`}>{fault}</FieldError>
        </div>
      )}
    </DropArea>
  );
};

/** Nothing is shown until there is one. */
const EarlierImports = () => {
  const { data: imports, error, refetch } = useQuery(importsQuery);
  if (error)
    return <PanelError error={error} message="Couldn’t load earlier imports." onRetry={() => void refetch()} />;
  if (imports === undefined || imports.length === 0) return null;
  return (
    <section className="import-preview lines-tight" aria-label="Earlier imports">
      <h3 className="h-head">Earlier imports</h3>
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
      onError: (error) => toastFailure(error, 'Couldn’t undo the import', 'Try again in a moment.'),
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

const importsQuery = queryOptions({
  queryKey: ['sales', 'imports'],
  queryFn: ({ signal }) => laterApi.saleImports.imports({}, { signal }),
});

/** Sales change the numbers, the list, and every estimate; an inventory report changes listings. */
const useImport = <Input, Reply>(call: (input: Input) => Promise<Reply>) =>
  useChange(call, (client) => void client.invalidateQueries());

const useImportSales = () => useImport(laterApi.saleImports.importSales);
const useUndoImport = () => useImport(laterApi.saleImports.undoImport);
