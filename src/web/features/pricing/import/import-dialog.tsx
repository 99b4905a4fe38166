// The dialog that imports sales from a file: choose, check, import.

import { useState } from 'react';
import type { ImportedSales } from '#contract/pricing/sale-imports.ts';
import type { SalesInTable } from '#domain/pricing/import/sales-in-table.ts';
import { counted } from '#web/format/format.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { importMessages as messages } from '#web/messages/pricing/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CheckFile } from './check-file.tsx';
import { ChooseFile } from './choose-file.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { useImportSales } from './queries.ts';
import { readSalesFile, type SalesFile, UnusableFile } from './read-sales-file.ts';
import '../evidence/evidence.css';
import './import-dialog.css';

type Props = { isOpen: boolean; onClose: () => void };

const ImportDialog = ({ isOpen, onClose }: Props) => (
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
  <div className="import-done">
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
