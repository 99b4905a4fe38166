// Shows what is in a file of sales, before anything is sent: the sales, its columns, and the rows that can't be read.
import { useState } from 'react';
import { readDate } from '#domain/sales/import/read-date.ts';
import type { SaleColumns } from '#domain/sales/import/sale-columns.ts';
import type { SaleFormats } from '#domain/sales/import/sale-fields.ts';
import { count, counted, fullDate } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { FieldError } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/panel.tsx';
import { type Reader, useAnswer, useDayStart } from '../reading/reader.ts';
import type { NamedRows as FaultyRows, SalesInFile } from '../reading/reader-worker.ts';
import { Choice, ChooseColumns, forgetColumns, keepColumns, keptColumns, type Option } from './choose-columns.tsx';
import { CheckEnd, Incomplete, type NamedRow, NamedRows, SalesPreview, type Skippable } from './shown-rows.tsx';

/** `sent`: how many sales were sent, while they are being sent. */
type Props = Skippable & { reader: Reader; sent: number | null; onImport: (found: SalesInFile) => void };

export const CheckSales = ({ reader, sent, onImport, ...skip }: Props) => {
  const { name, kind, header, guess, samples } = reader.file;
  const [kept, setKept] = useState(() => keptColumns(header, guess));
  const columns = kept ?? guess;
  const [chosen, setChosen] = useState<Partial<SaleFormats>>({});
  const isMapped = columns.title !== null && columns.price !== null;
  const about = { columns, chosen, now: useDayStart() };
  const { found, isReading, error } = useAnswer(isMapped ? about : null, reader.sales);
  const choose = (next: SaleColumns) => {
    keepColumns(header, next);
    setKept(next);
  };
  const forget = () => {
    forgetColumns(header);
    setKept(null);
  };
  const choice = (
    <ChooseColumns
      {...{ header, samples, columns, guess }}
      isKept={kept !== null}
      onChange={choose}
      onForget={forget}
    />
  );
  const isReport = kind === 'sales-report';
  return (
    <>
      <p className="import-name">
        <b>{name}</b>
        {isReport && <>, Poshmark’s sales report</>}
      </p>
      {!isReport && choice}
      {!isMapped && (
        <p className="warn plain" role="status">
          Choose the columns for title and sold price.
        </p>
      )}
      {isMapped && found === null && error === null && <Skeleton lines={6} label="Reading the sales" />}
      {error !== null && <FieldError>{failureMessage(error, 'Couldn’t read this file. Choose it again.')}</FieldError>}
      {isMapped && found !== null && (
        <div className="lines" aria-busy={isReading}>
          <Formats found={found} onChange={(format) => setChosen({ ...chosen, ...format })} />
          <div className="lines-tight">
            <p role="status">
              {found.sales === 0
                ? 'This file has no sales that can be read.'
                : `${counted(found.sales, 'sale')} found.`}
            </p>
            <Incomplete withoutCost={found.withoutCost} withoutDate={found.withoutDate} />
          </div>
          {found.sales > 0 && <SalesPreview preview={found.preview} sales={found.sales} />}
          <FaultySales found={found} />
        </div>
      )}
      {isReport && (
        <details className="fold">
          <summary>Which column is what</summary>
          {choice}
        </details>
      )}
      <CheckEnd
        {...skip}
        verb={found === null || !isMapped ? 'Import' : `Import ${counted(found.sales, 'sale')}`}
        isReady={isMapped && found !== null && found.sales > 0}
        isPending={sent !== null}
        pendingText={
          found === null || sent === 0 ? 'Importing…' : `Importing, ${count(sent ?? 0)} of ${count(found.sales)}…`
        }
        onGo={() => found !== null && onImport(found)}
      />
    </>
  );
};

type FormatsProps = { found: SalesInFile; onChange: (format: Partial<SaleFormats>) => void };

/** What the file leaves open: a date or a price that can be read in two ways. */
const Formats = ({ found: { formats, open }, onChange }: FormatsProps) => {
  const now = useNow(60_000);
  if (open.dates === null && open.decimals === null) return null;
  const { dates, decimals } = open;
  const orders = (sample: string): Option[] =>
    (['month-first', 'day-first'] as const).map((order) => {
      const date = readDate(sample, { order, now });
      return [order, /^\d/.test(date) ? fullDate(date) : order === 'day-first' ? 'Day first' : 'Month first'];
    });
  const signs = (sample: string): Option[] => {
    const digits = sample.replace(/[^\d.]/g, '');
    return [
      ['', 'Choose one'],
      ['comma', `$${digits.replaceAll('.', ',')}, with a dot for thousands`],
      ['point', `$${digits}, with a dot before the cents`],
    ];
  };
  return (
    <fieldset className="import-columns">
      <legend className="h-head">How this file is written</legend>
      <p className="hint">These can be read in two ways. Choose the one you meant.</p>
      {dates !== null && (
        <Choice
          label={`${dates} is`}
          value={formats.dates}
          options={orders(dates)}
          onChange={(order) => onChange({ dates: order === 'day-first' ? order : 'month-first' })}
        />
      )}
      {decimals !== null && (
        <Choice
          label={`${decimals} is`}
          value={formats.decimals ?? ''}
          options={signs(decimals)}
          onChange={(sign) => onChange({ decimals: sign === 'comma' || sign === 'point' ? sign : null })}
        />
      )}
    </fieldset>
  );
};

const texts = ({ faults }: FaultyRows): NamedRow[] =>
  faults.map(({ row, field, problem }) => ({ row, text: messages.problem(field, problem) }));

export const FaultySales = ({ found: { faults, unread, noSales } }: { found: SalesInFile }) => (
  <>
    <NamedRows
      title="Rows left out"
      heading={`${counted(faults.rows, 'row')} left out`}
      rows={texts(faults)}
      all={faults.all}
      hint="Fix what’s wrong in your file and import it again. Sales that are already here won’t count twice."
    />
    <NamedRows
      title="Cells left out"
      heading={`${counted(unread.rows, 'sale')} with a cell left out`}
      rows={texts(unread)}
      all={unread.all}
      hint="These sales are imported without that cell."
    />
    <NamedRows
      title="Rows that aren’t sales"
      heading={noSales.rows === 1 ? '1 row isn’t a sale' : `${count(noSales.rows)} rows aren’t sales`}
      rows={texts(noSales)}
      all={noSales.all}
    />
  </>
);
