// Shows what is in a file, before anything is sent: its columns, the sales, and the rows that can't be read.

import { useMemo, useState } from 'react';
import type { SaleColumns } from '#domain/pricing/import/sale-columns.ts';
import { type SaleField, saleFields } from '#domain/pricing/import/sale-fields.ts';
import { fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { importMessages as messages } from '#web/messages/pricing/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import type { SalesFile } from './read-sales-file.ts';
import { type SalesInFile, salesInFile } from './sales-in-file.ts';

const shownSales = 5;
const shownFaults = 20;
const required: ReadonlySet<SaleField> = new Set(['title', 'price']);

type Props = {
  file: SalesFile;
  fault: string | null;
  isSending: boolean;
  onImport: (sales: SalesInFile) => void;
  onBack: () => void;
};

export const CheckFile = ({ file, fault, isSending, onImport, onBack }: Props) => {
  const [columns, setColumns] = useState(file.guess);
  const now = useNow(60_000);
  // A day's start, so that 5,000 rows are not read again every minute.
  const today = now - (now % 86_400_000);
  const found = useMemo(() => salesInFile(file.rows, columns, today), [file, columns, today]);
  const isMapped = columns.title !== null && columns.price !== null;
  return (
    <>
      <p className="import-name">
        <b>{file.name}</b>
      </p>
      <Columns file={file} columns={columns} onChange={setColumns} />
      {isMapped ? (
        <>
          <Preview found={found} />
          {found.faults.length > 0 && <LeftOut faults={found.faults} />}
        </>
      ) : (
        <p className="warn plain" role="status">
          {messages.pickFirst}
        </p>
      )}
      {fault !== null && (
        <div role="alert">
          <FieldError id="import-fault">{fault}</FieldError>
        </div>
      )}
      <div className="dialog-actions">
        <Button
          look="primary"
          disabled={!isMapped || found.sales.length === 0}
          isPending={isSending}
          pendingText={messages.running}
          onClick={() => onImport(found)}
        >
          {messages.go(found.sales.length)}
        </Button>
        <Button onClick={onBack}>{messages.another}</Button>
      </div>
    </>
  );
};

type ColumnsProps = {
  file: SalesFile;
  columns: SaleColumns;
  onChange: (columns: SaleColumns) => void;
};

/** The columns that were found come first. The others are folded, because few files have them all. */
const Columns = ({ file: { header, guess }, columns, onChange }: ColumnsProps) => {
  const isFound = (field: SaleField) => required.has(field) || guess[field] !== null;
  const others = saleFields.filter((field) => !isFound(field));
  const choice = (field: SaleField) => (
    <Column
      key={field}
      field={field}
      header={header}
      column={columns[field]}
      onChange={(column) => onChange({ ...columns, [field]: column })}
    />
  );
  return (
    <fieldset className="import-columns">
      <legend className="h-head">{messages.columns}</legend>
      <p className="hint">{messages.columnsHint}</p>
      {saleFields.filter(isFound).map(choice)}
      {others.length > 0 && (
        <details className="fold">
          <summary>{messages.otherColumns(others.length)}</summary>
          {others.map(choice)}
        </details>
      )}
    </fieldset>
  );
};

const Column = ({
  field,
  header,
  column,
  onChange,
}: {
  field: SaleField;
  header: readonly string[];
  column: number | null;
  onChange: (column: number | null) => void;
}) => (
  <div className="import-column">
    <label htmlFor={`import-${field}`}>
      {messages.fields[field]} {required.has(field) && <span className="opt">{messages.required}</span>}
    </label>
    <select
      className="input"
      id={`import-${field}`}
      value={column ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{messages.none}</option>
      {header.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name
        <option key={at} value={at}>
          {name === '' ? messages.column(at + 1) : name}
        </option>
      ))}
    </select>
  </div>
);

const Preview = ({ found: { sales } }: { found: SalesInFile }) => (
  <section className="import-preview" aria-label={messages.preview}>
    <h3 className="h-head">{messages.preview}</h3>
    <p className="small mute" role="status">
      {messages.previewOf(Math.min(shownSales, sales.length), sales.length)}
    </p>
    <ul className="import-rows">
      {sales.slice(0, shownSales).map(({ row, sale }) => (
        <li key={row}>
          <span>
            {sale.title}
            <small>
              {[sale.brand, sale.size, sale.condition?.replaceAll('-', ' '), sale.soldOn && fullDate(sale.soldOn)]
                .filter(Boolean)
                .join(', ')}
            </small>
          </span>
          <b>{dollarsOfCents(sale.price)}</b>
        </li>
      ))}
    </ul>
  </section>
);

const LeftOut = ({ faults }: { faults: SalesInFile['faults'] }) => {
  const rows = new Set(faults.map(({ row }) => row)).size;
  return (
    <section className="import-preview" aria-label={messages.leftTitle}>
      <h3 className="h-head">{messages.left(rows)}</h3>
      <ul className="import-rows faults">
        {faults.slice(0, shownFaults).map(({ row, field, problem }) => (
          <li key={`${row} ${field}`}>
            <span className="num">{messages.row(row)}</span>
            <span>{messages.problem(field, problem)}</span>
          </li>
        ))}
      </ul>
      <p className="hint">
        {faults.length > shownFaults && `${messages.more(faults.length - shownFaults)}. `}
        {messages.leftHint}
      </p>
    </section>
  );
};
