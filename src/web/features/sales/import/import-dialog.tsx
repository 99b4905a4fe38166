// The dialog that imports reports and spreadsheets: choose files, check one after the other, import.
import { useEffect, useId, useRef, useState } from 'react';
import { counted } from '#web/format/format.ts';
import { failureMessage, isOutage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { DropArea, FileButton } from '#web/ui/file-field.tsx';
import { FileUp } from '#web/ui/icons.tsx';
import { CheckInventory } from './check/check-inventory.tsx';
import { CheckSales } from './check/check-sales.tsx';
import { EarlierImports, headlineOf, ImportResults, type Outcome } from './import-results.tsx';
import { openReader, type Reader } from './reading/reader.ts';
import type { InventoryInFile, SalesInFile } from './reading/reader-worker.ts';
import { useSendInventory, useSendSales } from './send.ts';
import '#web/ui/fold.css';
import './import-dialog.css';

type Props = { isOpen: boolean; onClose: () => void };

const ImportDialog = ({ isOpen, onClose }: Props) => (
  <Dialog title="Import your sales" isOpen={isOpen} onClose={onClose} className="import-sales">
    {isOpen && <Steps onClose={onClose} />}
  </Dialog>
);
export default ImportDialog;

const Steps = ({ onClose }: Omit<Props, 'isOpen'>) => {
  const { reader, isReading, left, outcomes, choose, finish, again } = useFiles();
  if (reader !== null) {
    const isOneOfMany = left > 0 || outcomes.length > 0;
    return (
      <>
        {isOneOfMany && (
          <p className="small mute">
            {left === 0 ? 'The last file.' : `${counted(left, 'more file')} after this one.`}
          </p>
        )}
        {/* A new file begins with no choices. */}
        <Check key={outcomes.length} reader={reader} isOneOfMany={isOneOfMany} onDone={finish} />
      </>
    );
  }
  const failed = outcomes.filter((outcome) => outcome.kind === 'unusable');
  if (!isReading && outcomes.some(({ kind }) => kind === 'sales' || kind === 'inventory'))
    return (
      <div className="lines">
        {/* The button that was pressed is gone, so Done takes the focus. */}
        <p className="h-head" role="status">
          {headlineOf(outcomes)}
        </p>
        <ImportResults outcomes={outcomes} />
        <EarlierImports />
        <div className="dialog-actions">
          <Button autoFocus look="primary" onClick={onClose}>
            Done
          </Button>
          <Button onClick={again}>Import another file</Button>
        </div>
      </div>
    );
  return (
    <>
      <p>
        Choose Poshmark’s sales report, its inventory report, or a spreadsheet of your own, saved as CSV. Hangtag tells
        them apart. Sales show what you earned and make price suggestions more certain. The inventory report fills in
        what your listings cost.
      </p>
      <ChooseFiles faults={failed.map(({ message }) => message)} isReading={isReading} onChoose={choose} />
      <p className="hint">Only the columns you choose leave your browser. Buyers’ names and addresses never do.</p>
      <EarlierImports />
    </>
  );
};

/** The chosen files, one after the other. What is wrong with one doesn't stop the others. */
const useFiles = () => {
  const [queue, setQueue] = useState<readonly File[]>([]);
  const [reader, setReader] = useState<Reader | null>(null);
  const [isReading, setReading] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const open = useRef<Reader | null>(null);
  const isGone = useRef(false);
  // The thread that reads ends with the dialog.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      open.current?.close();
    };
  }, []);

  const hold = (next: Reader | null) => {
    open.current?.close();
    open.current = next;
    if (isGone.current) next?.close();
    setReader(next);
  };
  const read = async (files: readonly File[], before: readonly Outcome[]): Promise<void> => {
    setReading(true);
    const found = [...before];
    for (const [at, file] of files.entries()) {
      try {
        hold(await openReader(file));
        setQueue(files.slice(at + 1));
        break;
      } catch (error) {
        const message = failureMessage(error, `Couldn’t read ${file.name}. Choose it again.`);
        found.push({ kind: 'unusable', name: file.name, message });
        setQueue([]);
      }
    }
    setOutcomes(found);
    setReading(false);
  };
  return {
    reader,
    isReading,
    left: queue.length,
    outcomes,
    choose: (files: readonly File[]) => void read(files, []),
    finish: (outcome: Outcome) => {
      hold(null);
      void read(queue, [...outcomes, outcome]);
    },
    again: () => setOutcomes([]),
  };
};

type CheckProps = { reader: Reader; isOneOfMany: boolean; onDone: (outcome: Outcome) => void };

const Check = ({ reader, isOneOfMany, onDone }: CheckProps) => {
  const { name, kind } = reader.file;
  const [fault, setFault] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const sending = useSendSales();
  const reporting = useSendInventory();
  const sendSales = (found: SalesInFile) => {
    let stored = 0;
    setFault(null);
    setSent(0);
    const onSent = (rows: number) => {
      stored = rows;
      setSent(rows);
    };
    const { formats } = found;
    const send = async () =>
      sending.mutateAsync({ fileName: name, parts: await reader.salesToSend(), formats, onSent });
    whenDone(send(), {
      onSuccess: (result) => onDone({ kind: 'sales', name, result, found }),
      onError: (error) => {
        setSent(null);
        const message = failureMessage(error, 'Couldn’t import the sales.');
        // Without a reply, the last call may have been stored all the same.
        if (stored === 0 && !isOutage(error)) return setFault(`${message} Nothing was stored.`);
        const part = stored > 0 ? `The first ${counted(stored, 'sale')} were imported. ` : '';
        setFault(`${message} ${part}You can import the file again: no sale counts twice.`);
      },
    });
  };
  const sendReport = (found: InventoryInFile) => {
    setFault(null);
    whenDone(reporting.mutateAsync({ fileName: name, parts: found.parts }), {
      onSuccess: (result) => onDone({ kind: 'inventory', name, result, found }),
      onError: (error) => setFault(failureMessage(error, 'Couldn’t fill in your listings. Try again.')),
    });
  };
  const skip = {
    fault,
    skipText: isOneOfMany ? 'Skip this file' : 'Choose another file',
    onSkip: () => onDone({ kind: 'skipped', name }),
  };
  return kind === 'inventory-report' ? (
    <CheckInventory reader={reader} isSending={reporting.isPending} onSend={sendReport} {...skip} />
  ) : (
    <CheckSales reader={reader} sent={sent} onImport={sendSales} {...skip} />
  );
};

type ChooseProps = { faults: readonly string[]; isReading: boolean; onChoose: (files: readonly File[]) => void };

const ChooseFiles = ({ faults, isReading, onChoose }: ChooseProps) => {
  const id = useId();
  return (
    <DropArea className="import-drop" onChoose={(_, all) => onChoose(all)}>
      <FileButton
        accept=".csv,.tsv,.txt,text/csv"
        look="pri"
        error={faults.length === 0 ? undefined : `${id}-fault`}
        isMultiple
        onChoose={(_, all) => onChoose(all)}
      >
        <FileUp />
        Choose CSV files
      </FileButton>
      <p className="hint" role="status">
        {isReading ? 'Reading the file…' : 'One or several, up to 20 MB and 20,000 sales.'}
      </p>
      {faults.length > 0 && (
        <div role="alert" id={`${id}-fault`}>
          {faults.map((fault) => (
            <FieldError key={fault}>{fault}</FieldError>
          ))}
        </div>
      )}
    </DropArea>
  );
};
