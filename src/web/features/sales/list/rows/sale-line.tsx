// One row of the table of sales.
import { memo } from 'react';
import type { Sale } from '#contract/sales/sales.ts';
import { counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { readTyped, typedMoney } from '#web/format/typed-money.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { type CellEdit, EditCell, type EditStep } from '#web/ui/list/edit-cell.tsx';
import { TickCell } from '#web/ui/list/grid-table.tsx';
import { placeOf, stateNames } from '../sale-words.ts';
import { counts, feesOf } from './sale-rows.ts';

type Props = {
  sale: Sale;
  edit: CellEdit<'costCents'> | null;
  onDone: (edit: CellEdit<'costCents'>, typed: string | null, step: EditStep) => void;
  at: number;
  isSelected: boolean;
  /** The one row that the Tab key reaches. */
  isActive: boolean;
  isOpen: boolean;
};

/** Drawn again only when something about this sale changes. The table handles its clicks and keys. */
export const SaleLine = memo(({ sale, edit, onDone, at, isSelected, isActive, isOpen }: Props) => {
  const isCounted = counts(sale);
  const classes = [isOpen ? 'open' : '', isCounted ? '' : 'left-out'].filter((name) => name !== '').join(' ');
  return (
    <tr
      data-id={sale.id}
      data-focus
      className={classes === '' ? undefined : classes}
      style={properties({ at })}
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
    >
      <TickCell label={`Select ${sale.title}`} isSelected={isSelected} />
      <td className="what">
        <button type="button" className="row-open two-lines" tabIndex={-1} aria-haspopup="dialog" title={sale.title}>
          {sale.title}
        </button>
        <span className="facts-line">{aboutSale(sale)}</span>
      </td>
      <td className="sold">{sale.soldOn === null ? <Unknown of="date" /> : fullDate(sale.soldOn)}</td>
      <td className="r price">{dollarsOfCents(sale.priceCents)}</td>
      <td className="r fees">{dollarsOfCents(-feesOf(sale))}</td>
      <td className="r earned">{dollarsOfCents(sale.earningsCents)}</td>
      <td className="r cost">
        <EditCell
          name="costCents"
          label={`Cost of ${sale.title}`}
          value={typedMoney(sale.costCents)}
          edit={edit}
          inputMode="decimal"
          check={(typed) => readTyped(typed).error}
          onDone={onDone}
        >
          {sale.costCents === null ? (
            <span className="dim">Add cost</span>
          ) : (
            <>
              <span className="word">Cost </span>
              {dollarsOfCents(sale.costCents)}
            </>
          )}
        </EditCell>
      </td>
      <td className="r profit">
        <Profit sale={sale} isCounted={isCounted} />
      </td>
      <td className="r to-sell">{sale.daysToSell ?? <Unknown of="number of days" />}</td>
      <td className="state">{stateNames[sale.state]}</td>
      <td className="meta-col">
        <span>{sale.soldOn === null ? 'No date' : fullDate(sale.soldOn)}</span>
        <span>{dollarsOfCents(sale.priceCents)}</span>
        <span>{`${dollarsOfCents(sale.earningsCents)} earned`}</span>
      </td>
    </tr>
  );
});

const Profit = ({ sale, isCounted }: { sale: Sale; isCounted: boolean }) =>
  isCounted && sale.profitCents !== null ? (
    <>
      {dollarsOfCents(sale.profitCents)}
      <span className="word">{sale.profitCents < 0 ? ' loss' : ' profit'}</span>
    </>
  ) : (
    <>
      <Unknown of="profit" />
      {!isCounted && <span className="word">{` ${stateNames[sale.state]}`}</span>}
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
