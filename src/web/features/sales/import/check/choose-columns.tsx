// Lets the seller say which column of a file holds what. The choices are kept in this browser.
import { type ReactNode, useId } from 'react';
import { type ColumnField, isOfBuyer, type SaleColumns } from '#domain/sales/import/sale-columns.ts';
import { importMessages as messages } from '#web/messages/sales/sale-imports.ts';
import { Button } from '#web/ui/button.tsx';

const required: ReadonlySet<ColumnField> = new Set(['title', 'price']);
/** What decides what a sale earned is always shown. The rest is shown where the file seems to have it. */
const groups: readonly { name: string; isShown: boolean; fields: readonly ColumnField[] }[] = [
  { name: 'The sale', isShown: true, fields: ['title', 'price', 'soldOn', 'channel', 'orderId', 'quantity'] },
  {
    name: 'What it earned',
    isShown: true,
    fields: ['cost', 'earnings', 'fee', 'shippingDiscount', 'labelFee', 'packagingFee', 'otherFee', 'salesTax'],
  },
  {
    name: 'The item',
    isShown: false,
    fields: [
      ...(['sku', 'brand', 'department', 'category', 'subcategory', 'size', 'condition'] as const),
      ...(['originalPrice', 'listedOn', 'lowestPrice', 'isBundle', 'isOffer'] as const),
    ],
  },
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
  const folded = groups.flatMap(({ isShown, fields }) => (isShown ? [] : fields.filter((field) => !isUsed(field))));
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
      {groups.map(({ name, isShown, fields }) => {
        const shown = fields.filter((field) => isShown || isUsed(field));
        return (
          shown.length > 0 && (
            <fieldset className="import-columns" key={name}>
              <legend className="lab">{name}</legend>
              {shown.map(choice)}
            </fieldset>
          )
        );
      })}
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
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
        {sample !== undefined && (
          <small id={`${id}-sample`}>{sample === '' ? 'Empty in the first rows' : `Such as ${sample}`}</small>
        )}
      </div>
    </div>
  );
};
