// The sales as a table in which the arrow keys move from cell to cell, and costs are typed in place.
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Sale } from '#contract/sales/sales.ts';
import { readTyped } from '#web/format/typed-money.ts';
import { GridTable, onRowKey, selectRow } from '#web/ui/list/grid-table.tsx';
import type { Selection } from '#web/ui/list/selection.ts';
import { idOf, useLongList } from '#web/ui/list/use-long-list.ts';
import { type Order, type Sorting, startsDescending } from '../view/sales-view.ts';
import type { useCostCells } from './cost-cells.ts';
import { type Column, SaleLine } from './sale-line.tsx';
import './sales-table.css';

type Props = {
  rows: readonly Sale[];
  topic: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selection: Selection;
  onSelect: (change: (before: Selection) => Selection) => void;
  openId: string | null;
  /** Must stay the same function, or every row is drawn again. */
  onOpen: (id: string) => void;
  cells: ReturnType<typeof useCostCells>;
};

const columns: { by: Order | null; name: string; className: string; title?: string }[] = [
  { by: 'title', name: 'Sale', className: 'what' },
  { by: 'sold', name: 'Sold', className: 'sold' },
  { by: 'price', name: 'Price', className: 'r price' },
  { by: 'fees', name: 'Fees', className: 'r fees', title: 'Poshmark’s fee, shipping discount, and other fees' },
  { by: 'earned', name: 'Earned', className: 'r earned', title: 'What Poshmark paid you' },
  { by: 'cost', name: 'Cost', className: 'r cost', title: 'What you paid for it' },
  { by: 'profit', name: 'Profit', className: 'r profit' },
  { by: 'days', name: 'Days', className: 'r days', title: 'From listing to sale' },
  { by: null, name: 'State', className: 'state' },
];
const order: readonly Column[] = ['what', 'sold', 'price', 'fees', 'earned', 'cost', 'profit', 'days', 'state'];

export const SalesTable = (props: Props) => {
  const { rows, topic, sorting, onSort, selection, onSelect, openId, cells } = props;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const [column, setColumn] = useState<Column>('what');
  const longList = useLongList<HTMLTableSectionElement>({ ids, columns: 1, topic });
  const { list, drawn, active, onFocus, onBlur } = longList;
  const { click, key } = useCellEvents(props, { ids, column, setColumn, longList });
  return (
    <GridTable
      className="sales-table"
      label="Sales"
      hint="Arrow keys move from cell to cell. In the Cost column, type an amount: Enter or Tab saves it and moves to the next sale, Escape takes it back, and Escape again leaves the column. Elsewhere, Space selects, Shift selects a range, and Enter opens the sale."
      {...{ ids, columns, sorting, startsDescending, onSort, selection, onSelect }}
      body={{
        ref: list,
        onClick: click,
        onKeyDown: key,
        onFocus: (event) => {
          onFocus(event);
          const at = columnOf(event.target);
          if (at !== null && at !== column) setColumn(at);
        },
        onBlur,
      }}
    >
      {drawn.map((at) => {
        const sale = rows[at];
        return (
          sale && (
            <SaleLine
              key={sale.id}
              sale={sale}
              at={at}
              isSelected={selection.ids.has(sale.id)}
              focus={at === active ? column : null}
              isOpen={sale.id === openId}
              cost={cells.states.get(sale.id) ?? null}
              onCommit={cells.commit}
              onTakeBack={cells.takeBack}
            />
          )
        );
      })}
    </GridTable>
  );
};

const columnOf = (target: EventTarget): Column | null => {
  const name = target instanceof Element ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined;
  return order.find((column) => column === name) ?? null;
};

type Place = {
  ids: readonly string[];
  column: Column;
  setColumn: (column: Column) => void;
  longList: ReturnType<typeof useLongList<HTMLTableSectionElement>>;
};

/** What clicks and keys do: open a sale, select it or a range, or move the focus. */
const useCellEvents = ({ onSelect, onOpen }: Props, { ids, column, setColumn, longList }: Place) => {
  const { list, active, moveBy } = longList;

  const focusColumn = (next: Column) => {
    flushSync(() => setColumn(next));
    list.current?.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
  };
  /** Columns that a narrow screen doesn't show are passed over. */
  const moveColumn = (by: 1 | -1) => {
    const row = list.current?.querySelector<HTMLElement>('[data-focus]')?.closest('tr');
    for (let at = order.indexOf(column) + by; at >= 0 && at < order.length; at += by) {
      const next = order[at];
      if (next && row?.querySelector<HTMLElement>(`[data-column="${next}"]`)?.checkVisibility())
        return focusColumn(next);
    }
  };
  const click = ({ target, currentTarget, shiftKey }: MouseEvent<HTMLElement>) => {
    const id = idOf(target);
    if (id === null || !(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.matches('.check')) return selectRow(onSelect, { ids, id, isRange: shiftKey });
    const cell = target.closest<HTMLElement>('[data-column]');
    // The sheet returns the focus to the cell, and the arrow keys continue from there.
    if (cell && !target.matches('input'))
      (cell.querySelector<HTMLElement>('input') ?? cell).focus({ preventScroll: true });
    if (target.closest('.sale-open')) onOpen(id);
  };

  const keyInCost = (event: KeyboardEvent<HTMLElement>, field: HTMLInputElement): void => {
    const { key, shiftKey } = event;
    const isFirstOrLast = shiftKey ? active === 0 : active === ids.length - 1;
    if (key === 'Enter' && readTyped(field.value).error !== undefined) event.preventDefault();
    else if (key === 'Enter' || (key === 'Tab' && !isFirstOrLast)) {
      // Leaving the field saves it. At the end there is nowhere to go, so the field saves itself.
      moveBy(asKey(event, shiftKey ? 'ArrowUp' : 'ArrowDown'));
      event.preventDefault();
    } else if (key === 'Escape') {
      // The field takes back what was typed. Without that, the key leaves the column, so that Tab leaves the table.
      if (!event.defaultPrevented) focusColumn('what');
      event.stopPropagation();
    } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const edge = key === 'ArrowLeft' ? field.selectionStart === 0 : field.selectionEnd === field.value.length;
      const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
      if (!isWhole && (!edge || field.selectionStart !== field.selectionEnd)) return;
      event.preventDefault();
      moveColumn(key === 'ArrowLeft' ? -1 : 1);
    } else if (key !== 'Home' && key !== 'End' && !shiftKey) moveBy(event);
  };

  const key = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.matches('.cost-field')) return keyInCost(event, target);
    onRowKey(event, { ids, active, moveBy, onSelect, own: ownKey });
  };
  const ownKey = (event: KeyboardEvent, id: string): boolean => {
    if (event.key === 'Enter') onOpen(id);
    else if (event.key === 'ArrowLeft') moveColumn(-1);
    else if (event.key === 'ArrowRight') moveColumn(1);
    else return false;
    return true;
  };
  return { click, key };
};

/** The list knows only the arrow keys. */
const asKey = (event: KeyboardEvent, key: string): KeyboardEvent => ({
  ...event,
  key,
  preventDefault: () => undefined,
});
