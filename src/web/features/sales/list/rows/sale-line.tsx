// One row of the table of sales.
import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import type { Sale } from '#contract/sales/sales.ts';
import { counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { FieldError } from '#web/ui/field.tsx';
import { Check } from '#web/ui/icons.tsx';
import { TickCell } from '#web/ui/list/grid-table.tsx';
import { placeOf, stateNames } from '../sale-words.ts';
import type { CellState } from './cost-cells.ts';
import { counts, feesOf } from './sale-rows.ts';

export type Column = 'what' | 'sold' | 'price' | 'fees' | 'earned' | 'cost' | 'profit' | 'days' | 'state';

type Props = {
  sale: Sale;
  at: number;
  isSelected: boolean;
  /** The column of the one cell that the Tab key reaches; null if it is in another row. */
  focus: Column | null;
  isOpen: boolean;
  cost: CellState | null;
  onCommit: (sale: Sale, typed: string) => void;
  onTakeBack: (id: string) => void;
};

/** Drawn again only when something about this sale changes. The table handles its clicks and most keys. */
export const SaleLine = memo(({ sale, at, isSelected, focus, isOpen, cost, onCommit, onTakeBack }: Props) => {
  const isCounted = counts(sale);
  const classes = [isOpen ? 'open' : '', isCounted ? '' : 'left-out'].filter((name) => name !== '').join(' ');
  const cell = (column: Column, content: ReactNode, className = '') => (
    <td
      className={`${column} ${className}`.trim()}
      data-column={column}
      tabIndex={focus === column ? 0 : -1}
      data-focus={focus === column ? '' : undefined}
    >
      {content}
    </td>
  );
  return (
    <tr
      data-id={sale.id}
      className={classes === '' ? undefined : classes}
      style={properties({ at })}
      aria-rowindex={at + 2}
      aria-selected={isSelected}
    >
      <TickCell label={`Select ${sale.title}`} isSelected={isSelected} />
      {cell(
        'what',
        <>
          <span className="sale-open" title={sale.title}>
            {sale.title}
          </span>
          {cost?.kind === 'failed' ? (
            <FieldError id={noteOf(sale)}>{cost.message}</FieldError>
          ) : (
            <span className="sale-about">{aboutSale(sale)}</span>
          )}
        </>,
      )}
      {cell('sold', sale.soldOn === null ? <Unknown of="date" /> : fullDate(sale.soldOn))}
      {cell('price', dollarsOfCents(sale.priceCents), 'r')}
      {cell('fees', dollarsOfCents(-feesOf(sale)), 'r')}
      {cell('earned', dollarsOfCents(sale.earningsCents), 'r')}
      <CostCell sale={sale} state={cost} isFocusable={focus === 'cost'} onCommit={onCommit} onTakeBack={onTakeBack} />
      {cell('profit', <Profit sale={sale} isCounted={isCounted} />, 'r')}
      {cell('days', sale.daysToSell ?? <Unknown of="number of days" />, 'r')}
      {cell('state', stateNames[sale.state])}
      <td className="meta-col">
        <span>{sale.soldOn === null ? 'No date' : fullDate(sale.soldOn)}</span>
        <span>{dollarsOfCents(sale.priceCents)}</span>
        <span>{`${dollarsOfCents(sale.earningsCents)} earned`}</span>
      </td>
    </tr>
  );
});

/** What is wrong with the cost is said below the title, where it hides no other row. */
const noteOf = ({ id }: Sale): string => `cost-of-${id}`;

const Profit = ({ sale, isCounted }: { sale: Sale; isCounted: boolean }) =>
  isCounted && sale.profitCents !== null ? (
    <>
      {dollarsOfCents(sale.profitCents)}
      <small>{sale.profitCents < 0 ? 'loss' : 'profit'}</small>
    </>
  ) : (
    <>
      <Unknown of="profit" />
      {!isCounted && <small>{stateNames[sale.state]}</small>}
    </>
  );

const aboutSale = (sale: Sale): string =>
  [
    sale.brand,
    sale.size,
    sale.sku,
    sale.quantity > 1 ? counted(sale.quantity, 'piece') : null,
    sale.isBundle === true ? 'Bundle' : null,
    sale.viaOffer === true ? 'By offer' : null,
    placeOf(sale) === 'Poshmark' ? null : placeOf(sale),
  ]
    .filter((fact) => fact !== null)
    .join(', ');

const Unknown = ({ of }: { of: string }) => (
  <span className="dim">
    <span aria-hidden="true">–</span>
    <span className="sr">{`No ${of}`}</span>
  </span>
);

type CostProps = Pick<Props, 'sale' | 'onCommit' | 'onTakeBack'> & { state: CellState | null; isFocusable: boolean };

/** A cost is saved when its field is left. Escape takes back what was typed. */
const CostCell = ({ sale, state, isFocusable, onCommit, onTakeBack }: CostProps) => {
  const [typed, type] = useState<string | null>(null);
  const kept = state !== null && state.kind !== 'saved' ? state.typed : null;
  const value = typed ?? kept ?? (sale.costCents === null ? '' : dollarsOfCents(sale.costCents));
  const commit = () => {
    if (typed === null && state?.kind !== 'failed') return;
    type(null);
    onCommit(sale, value);
  };
  const leave = () => {
    // An error stays at its field until something else is typed.
    if (typed !== null) commit();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape' && (typed !== null || state?.kind === 'failed')) {
      type(null);
      onTakeBack(sale.id);
      // The table then leaves the field where it is.
      event.preventDefault();
    }
  };
  const select = ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select();
  const isFailed = state?.kind === 'failed';
  return (
    <td className={isFailed ? 'cost r bad' : 'cost r'} data-column="cost">
      <label className="cost-box">
        <span className="cost-name">Cost</span>
        <input
          className="cost-field"
          inputMode="decimal"
          autoComplete="off"
          tabIndex={isFocusable ? 0 : -1}
          data-focus={isFocusable ? '' : undefined}
          aria-label={`Cost of ${sale.title}`}
          aria-invalid={isFailed || undefined}
          aria-describedby={isFailed ? noteOf(sale) : undefined}
          placeholder="–"
          value={value}
          onChange={({ target }) => type(target.value)}
          onFocus={select}
          onBlur={leave}
          onKeyDown={key}
        />
        <span className="cost-mark" role="status">
          {typed === null && state?.kind === 'saving' && <span className="sr">Saving</span>}
          {typed === null && state?.kind === 'saving' && <i aria-hidden="true" className="cost-dots" />}
          {typed === null && state?.kind === 'saved' && <Check aria-label="Saved" />}
        </span>
      </label>
    </td>
  );
};
