// The sales as a table, in which costs are typed in place.
import type { Sale } from '#contract/sales/sales.ts';
import { readTyped } from '#web/format/typed-money.ts';
import { GridTable } from '#web/ui/list/grid-table.tsx';
import type { Selection } from '#web/ui/list/selection.ts';
import { useEditedRows } from '#web/ui/list/use-edited-rows.ts';
import { useSaveSale } from '../queries.ts';
import { type Order, type Sorting, startsDescending } from '../view/sales-view.ts';
import { SaleLine } from './sale-line.tsx';
import './sales-table.css';

type Props = {
  rows: readonly Sale[];
  topic: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selection: Selection;
  onSelect: (change: (before: Selection) => Selection) => void;
  openId: string | null;
  onOpen: (id: string) => void;
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

export const SalesTable = ({ rows, topic, sorting, onSort, selection, onSelect, openId, onOpen }: Props) => {
  const { mutateAsync } = useSaveSale();
  const { ids, drawn, active, editing, onDone, shown, body } = useEditedRows<Sale, 'costCents'>({
    items: rows,
    topic,
    cells,
    read: (_, typed) => {
      const { cents } = readTyped(typed);
      return cents === undefined ? undefined : { costCents: cents };
    },
    save: (id, change) => mutateAsync({ id, ...change }),
    onSelect,
    onOpen,
  });
  return (
    <GridTable
      className="sales-table"
      label="Sales"
      hint="Arrow keys move, Space selects, Shift selects a range, Enter opens the sale, F2 edits the cost."
      {...{ ids, columns, sorting, startsDescending, onSort, selection, onSelect, body }}
    >
      {drawn.map((at) => {
        const sale = rows[at];
        return (
          sale && (
            <SaleLine
              key={sale.id}
              sale={shown(sale)}
              edit={editing?.id === sale.id ? editing : null}
              onDone={onDone}
              at={at}
              isSelected={selection.ids.has(sale.id)}
              isActive={at === active}
              isOpen={sale.id === openId}
            />
          )
        );
      })}
    </GridTable>
  );
};
