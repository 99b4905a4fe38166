// The sales as a table, in which costs are typed in place.
import { memo } from 'react';
import type { Sale } from '#contract/sales/sales.ts';
import { counted, fullDate } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { readTyped, typedMoney } from '#web/format/typed-money.ts';
import { NotKnown } from '#web/ui/figures/figures.tsx';
import { EditCell } from '#web/ui/list/edit-cell.tsx';
import { GridRow, type RowProps } from '#web/ui/list/grid-row.tsx';
import { GridTable } from '#web/ui/list/grid-table.tsx';
import type { Selection } from '#web/ui/list/selection.ts';
import { useSaveSale } from './queries.ts';
import { counts, feesOf, placeOf, stateNames } from './sale-rows.ts';
import { type Order, type Sorting, startsDescending } from './sales-view.ts';

type TableProps = {
  rows: readonly Sale[];
  topic: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selection: Selection;
  onSelect: (change: (before: Selection) => Selection) => void;
  openId: string | null;
  onOpen: (sale: Sale) => void;
};

const columns: { by: Order | null; name: string; className: string; title?: string }[] = [
  { by: 'title', name: 'Sale', className: 'what' },
  { by: 'sold', name: 'Sold', className: 'sold' },
  { by: 'price', name: 'Price', className: 'r price' },
  { by: 'fees', name: 'Fees', className: 'r fees', title: 'Poshmark’s fee, shipping discount, and other fees' },
  { by: 'earned', name: 'Earned', className: 'r earned', title: 'What Poshmark paid you' },
  { by: 'cost', name: 'Cost', className: 'r cost', title: 'What you paid. F2 edits it.' },
  { by: 'profit', name: 'Profit', className: 'r profit' },
  { by: 'days', name: 'Days', className: 'r to-sell', title: 'From listing to sale' },
  { by: null, name: 'State', className: 'state' },
];
const cells = ['costCents'] as const;

export const SalesTable = ({ rows, ...shared }: TableProps) => {
  const { mutateAsync } = useSaveSale();
  return (
    <GridTable
      className="sales-table"
      label="Sales"
      hint="Arrow keys move, Space selects, Shift selects a range, Enter opens the sale, F2 edits the cost."
      {...shared}
      {...{ columns, startsDescending, cells }}
      items={rows}
      read={(_, typed) => {
        const { cents } = readTyped(typed);
        return cents === undefined ? undefined : { costCents: cents };
      }}
      save={(id, change) => mutateAsync({ id, ...change })}
      row={(sale, props) => <SaleLine sale={sale} {...props} />}
    />
  );
};

/** Drawn again only when something about this sale changes. The table handles its clicks and keys. */
const SaleLine = memo(({ sale, edit, onDone, ...state }: RowProps<'costCents'> & { sale: Sale }) => {
  const isCounted = counts(sale);
  return (
    <GridRow {...state} item={sale} className={isCounted ? '' : 'left-out'} facts={aboutSale(sale)}>
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
    </GridRow>
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
    <NotKnown word={`No ${of}`} />
  </span>
);
