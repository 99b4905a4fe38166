// Shows what is in a file, before anything is sent: its columns, the sales, and the rows that can't be read.
import { type ReactNode, useMemo, useState } from 'react';
import { readDate } from '#domain/sales/import/read-date.ts';
import { isOfBuyer, type SaleColumns } from '#domain/sales/import/sale-columns.ts';
import { type RowFault, type SaleField, type SaleFormats, saleFields } from '#domain/sales/import/sale-fields.ts';
import { type SalesInTable, salesInTable } from '#domain/sales/import/sales-in-table.ts';
import { counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import type { SalesFile } from './read-sales-file.ts';

const shownSales = 5;
const shownFaults = 20;
const required: ReadonlySet<SaleField> = new Set(['title', 'price']);

type Props = {
  file: SalesFile;
  fault: string | null;
  isSending: boolean;
  onImport: (sales: SalesInTable) => void;
  onBack: () => void;
};

export const CheckFile = ({ file, fault, isSending, onImport, onBack }: Props) => {
  const [columns, setColumns] = useState(file.guess);
  const [chosen, setChosen] = useState<Partial<SaleFormats>>({});
  const now = useNow(60_000);
  // A day's start, so that 5,000 rows are not read again every minute.
  const today = now - (now % 86_400_000);
  const found = useMemo(() => salesInTable(file, columns, { now: today, chosen }), [file, columns, today, chosen]);
  const isMapped = columns.title !== null && columns.price !== null;
  return (
    <>
      <p className="import-name">
        <b>{file.name}</b>
      </p>
      <Columns file={file} columns={columns} onChange={setColumns} />
      {isMapped ? (
        <>
          <Formats found={found} now={today} onChange={(format) => setChosen({ ...chosen, ...format })} />
          <Preview found={found} />
          <Rows
            faults={found.faults}
            title="Rows left out"
            count={messages.left}
            hint="Fix what’s wrong in your file and import it again. Sales that are already here won’t count twice."
          />
          <Rows
            faults={found.unread}
            title="Cells left out"
            count={messages.unread}
            hint="These sales are imported without that cell."
          />
          <Rows faults={found.noSales} title="Rows that aren’t sales" count={messages.noSales} />
        </>
      ) : (
        <p className="warn plain" role="status">
          Choose the columns for title and sold price.
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
          pendingText="Importing…"
          onClick={() => onImport(found)}
        >
          Import {counted(found.sales.length, 'sale')}
        </Button>
        <Button onClick={onBack}>Choose another file</Button>
      </div>
    </>
  );
};

type ColumnsProps = {
  file: SalesFile;
  columns: SaleColumns;
  onChange: (columns: SaleColumns) => void;
};

const Columns = ({ file: { header, guess }, columns, onChange }: ColumnsProps) => {
  const isFound = (field: SaleField) => required.has(field) || guess[field] !== null;
  const others = saleFields.filter((field) => !isFound(field));
  const choice = (field: SaleField) => (
    <Choice
      key={field}
      id={`import-${field}`}
      label={
        <>
          {messages.fields[field]} {required.has(field) && <span className="opt">required</span>}
        </>
      }
      value={`${columns[field] ?? ''}`}
      options={columnOptions(header)}
      onChange={(column) => onChange({ ...columns, [field]: column === '' ? null : Number(column) })}
    />
  );
  return (
    <fieldset className="import-columns">
      <legend className="h-head">Columns</legend>
      <p className="hint">Hangtag guessed these from the first row. Change what’s wrong.</p>
      {saleFields.filter(isFound).map(choice)}
      {others.length > 0 && (
        <details className="fold">
          <summary>{counted(others.length, 'more column')}</summary>
          {others.map(choice)}
        </details>
      )}
    </fieldset>
  );
};

const columnOptions = (header: readonly string[]): Option[] => [
  ['', 'Not in this file'],
  ...header.flatMap((name, at): Option[] =>
    isOfBuyer(name) ? [] : [[`${at}`, name === '' ? `Column ${at + 1}` : name]],
  ),
];

type Option = readonly [value: string, label: string];
type ChoiceProps = {
  id: string;
  label: ReactNode;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
};

const Choice = ({ id, label, value, options, onChange }: ChoiceProps) => (
  <div className="import-column">
    <label htmlFor={id}>{label}</label>
    <select className="input" id={id} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  </div>
);

type FormatsProps = { found: SalesInTable; now: number; onChange: (format: Partial<SaleFormats>) => void };

/** What the file leaves open: a date or a price that can be read in two ways. */
const Formats = ({ found: { formats, open }, now, onChange }: FormatsProps) => {
  if (open.dates === null && open.decimals === null) return null;
  const { dates, decimals } = open;
  const orders = (sample: string): Option[] =>
    (['month-first', 'day-first'] as const).map((order) => [order, fullDate(readDate(sample, { order, now }))]);
  const signs = (sample: string): Option[] => [
    ['', 'Choose one'],
    ...(['comma', 'point'] as const).map(
      (sign): Option => [
        sign,
        sign === 'comma'
          ? `$${sample.replace(/[^\d.]/g, '').replaceAll('.', ',')}, with a dot for thousands`
          : `$${sample.replace(/[^\d.]/g, '')}, with a dot before the cents`,
      ],
    ),
  ];
  return (
    <fieldset className="import-columns">
      <legend className="h-head">How this file is written</legend>
      <p className="hint">These can be read in two ways. Choose the one you meant.</p>
      {dates !== null && (
        <Choice
          id="import-dates"
          label={`${dates} is`}
          value={formats.dates}
          options={orders(dates)}
          onChange={(order) => onChange({ dates: order === 'day-first' ? order : 'month-first' })}
        />
      )}
      {decimals !== null && (
        <Choice
          id="import-decimals"
          label={`${decimals} is`}
          value={formats.decimals ?? ''}
          options={signs(decimals)}
          onChange={(sign) => onChange({ decimals: sign === 'comma' || sign === 'point' ? sign : null })}
        />
      )}
    </fieldset>
  );
};

const Preview = ({ found: { sales } }: { found: SalesInTable }) => (
  <section className="import-preview lines-tight" aria-label="Preview">
    <h3 className="h-head">Preview</h3>
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
          <b>{messages.priceOf(dollarsOfCents(sale.price), sale.quantity ?? 1)}</b>
        </li>
      ))}
    </ul>
  </section>
);

type RowsProps = { faults: readonly RowFault[]; title: string; count: (rows: number) => string; hint?: string };

const Rows = ({ faults, title, count, hint }: RowsProps) =>
  faults.length > 0 && (
    <section className="import-preview lines-tight" aria-label={title}>
      <h3 className="h-head">{count(new Set(faults.map(({ row }) => row)).size)}</h3>
      <ul className="import-rows faults">
        {faults.slice(0, shownFaults).map(({ row, field, problem }) => (
          <li key={`${row} ${field}`}>
            <span>{messages.row(row)}</span>
            <span>{messages.problem(field, problem)}</span>
          </li>
        ))}
      </ul>
      <p className="hint">
        {faults.length > shownFaults && `${messages.more(faults.length - shownFaults)}. `}
        {hint}
      </p>
    </section>
  );
