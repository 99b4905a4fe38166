// Lets the seller say which column of a file holds what. The choices are kept in this browser.
import { type ReactNode, useId } from 'react';
import { type ColumnField, isOfBuyer, type SaleColumns } from '#domain/sales/import/sale-columns.ts';
import { keepChoice, keptChoice } from '#web/lib/browser/kept-choice.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { Options } from '#web/ui/field.tsx';

const required: ReadonlySet<ColumnField> = new Set(['title', 'price']);
/** What decides what a sale earned is always shown. The rest is shown where the file seems to have it. */
const alwaysShown: Record<string, readonly ColumnField[]> = {
  'The sale': ['title', 'price', 'soldOn', 'channel', 'orderId', 'quantity'],
  'What it earned': ['cost', 'earnings', 'fee', 'shippingDiscount', 'labelFee', 'packagingFee', 'otherFee', 'salesTax'],
};
const ofItem: readonly ColumnField[] = [
  ...(['sku', 'brand', 'department', 'category', 'subcategory', 'size', 'condition'] as const),
  ...(['originalPrice', 'listedOn', 'lowestPrice', 'isBundle', 'isOffer'] as const),
];

type Props = {
  header: readonly string[];
  /** The first value of each column. */
  samples: readonly string[];
  columns: SaleColumns;
  guess: SaleColumns;
  /** The seller chose them, now or for an earlier file. */
  isKept: boolean;
  onChange: (columns: SaleColumns) => void;
  onForget: () => void;
};

export const ChooseColumns = ({ header, samples, columns, guess, isKept, onChange, onForget }: Props) => {
  const options: Option[] = [
    ['', 'Not in this file'],
    ...header.flatMap((name, at): Option[] =>
      isOfBuyer(name) ? [] : [[`${at}`, name === '' ? `Column ${at + 1}` : name]],
    ),
  ];
  const choice = (field: ColumnField) => {
    const at = columns[field];
    return (
      <Choice
        key={field}
        label={
          <>
            {messages.fields[field]} {required.has(field) && <span className="opt">required</span>}
          </>
        }
        value={`${at ?? ''}`}
        options={options}
        sample={at === null ? undefined : samples[at]}
        onChange={(column) => onChange({ ...columns, [field]: column === '' ? null : Number(column) })}
      />
    );
  };
  const isUsed = (field: ColumnField) => columns[field] !== null || guess[field] !== null;
  const groups = Object.entries({ ...alwaysShown, 'The item': ofItem.filter(isUsed) });
  const folded = ofItem.filter((field) => !isUsed(field));
  return (
    <section className="import-part lines-close" aria-label="Columns">
      <h3 className="h-head">Columns</h3>
      <p className="hint">
        {isKept
          ? 'These are the columns you chose. This browser remembers them for files with the same column names.'
          : 'Hangtag guessed these from the column names. Change what’s wrong.'}{' '}
        {isKept && (
          <Button isSmall look="bare" onClick={onForget}>
            Forget my choices
          </Button>
        )}
      </p>
      {groups.map(
        ([name, fields]) =>
          fields.length > 0 && (
            <fieldset className="import-columns" key={name}>
              <legend className="lab">{name}</legend>
              {fields.map(choice)}
            </fieldset>
          ),
      )}
      {folded.length > 0 && (
        <details className="fold">
          <summary>More about the item</summary>
          <fieldset className="import-columns">
            <legend className="sr">More about the item</legend>
            {folded.map(choice)}
          </fieldset>
        </details>
      )}
    </section>
  );
};

export type Option = readonly [value: string, label: string];
type ChoiceProps = {
  label: ReactNode;
  value: string;
  options: readonly Option[];
  sample?: string | undefined;
  onChange: (value: string) => void;
};

export const Choice = ({ label, value, options, sample, onChange }: ChoiceProps) => {
  const id = useId();
  return (
    <div className="import-column">
      <label htmlFor={id}>{label}</label>
      <div>
        <select
          className="input"
          id={id}
          value={value}
          aria-describedby={sample === undefined ? undefined : `${id}-sample`}
          onChange={({ target }) => onChange(target.value)}
        >
          <Options of={options} />
        </select>
        {sample !== undefined && (
          <small id={`${id}-sample`}>{sample === '' ? 'Empty in the first rows' : `Such as ${sample}`}</small>
        )}
      </div>
    </div>
  );
};

const nameOf = (header: readonly string[]): string =>
  `import-columns:${header.map((name) => name.toLowerCase()).join('|')}`;

/** null: none were chosen. What an earlier version kept may lack fields, which then have the guessed column. */
export function keptColumns(header: readonly string[], guess: SaleColumns): SaleColumns | null {
  try {
    const kept: unknown = JSON.parse(keptChoice(nameOf(header)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const isColumn = (value: unknown): value is number | null =>
      value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) < header.length);
    const fields = Object.entries(kept).filter(([field, column]) => field in guess && isColumn(column));
    return { ...guess, ...Object.fromEntries(fields) };
  } catch {
    return null;
  }
}

export const keepColumns = (header: readonly string[], columns: SaleColumns): void =>
  keepChoice(nameOf(header), JSON.stringify(columns));

export const forgetColumns = (header: readonly string[]): void => keepChoice(nameOf(header), 'null');
