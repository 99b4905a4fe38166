// The listings as a table.
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { GridTable, onRowKey, selectRow } from '#web/ui/list/grid-table.tsx';
import type { Selection } from '#web/ui/list/selection.ts';
import { idOf, useLongList } from '#web/ui/list/use-long-list.ts';
import { type ListRow, rowOf } from '../view/list-rows.ts';
import { type Order, type Sorting, startsDescending } from '../view/list-view.ts';
import { ListingRow } from './listing-row.tsx';
import { type FactEdit, listingFacts, useFactEdits, withFacts } from './use-fact-edits.ts';
import './listing-table.css';

type Props = {
  rows: readonly ListRow[];
  topic: string;
  now: number;
  zone: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selection: Selection;
  onSelect: (change: (before: Selection) => Selection) => void;
  openId: string | null;
  onOpen: (listing: Listing) => void;
};

const columns: { by: Order | null; name: string; className: string; title?: string }[] = [
  { by: 'title', name: 'Listing', className: 'what' },
  { by: 'price', name: 'Price', className: 'price-col' },
  { by: 'net', name: 'Net', className: 'r net', title: 'What you receive after fees' },
  { by: 'cost', name: 'Cost', className: 'r cost', title: 'What you paid. F2 edits it, Tab goes on to the SKU.' },
  { by: 'profit', name: 'Profit', className: 'r profit', title: 'What is left after fees and cost, at today’s price' },
  { by: null, name: 'SKU, shelf', className: 'stock' },
  { by: 'likes', name: 'Likes', className: 'r likes' },
  { by: 'age', name: 'Age', className: 'r age' },
  { by: 'lastShared', name: 'Last shared', className: 'r last' },
];

/** Draws only the rows on screen. On narrow screens each row is stacked, with its tag on the right. */
export const ListingTable = (props: Props) => {
  const { rows, topic, now, zone, selection, openId } = props;
  const ids = rows.map(({ listing }) => listing.id);
  const { list, drawn, active, focusOn, onFocus, onBlur, moveBy } = useLongList<HTMLTableSectionElement>({
    ids,
    columns: 1,
    topic,
  });
  const { editing, edit, onDone, waiting } = useFactEdits(ids, focusOn);
  const { click, key } = useRowEvents(props, { ids, active, moveBy, edit });
  const { sorting, onSort, onSelect } = props;
  return (
    <GridTable
      className="listing-table"
      label={messages.label}
      hint="Arrow keys move, Space selects, Shift selects a range, Enter opens the analysis, F2 edits the cost."
      firstHead={
        <th className="shot-col" scope="col">
          <span className="sr">Photo</span>
        </th>
      }
      {...{ ids, columns, sorting, startsDescending, onSort, selection, onSelect }}
      body={{ ref: list, onClick: click, onKeyDown: key, onFocus, onBlur }}
    >
      {drawn.map((at) => {
        const row = rows[at];
        const facts = row && waiting.get(row.listing.id);
        return (
          row && (
            <ListingRow
              key={row.listing.id}
              row={facts ? rowOf(withFacts(row.listing, facts)) : row}
              edit={editing?.id === row.listing.id ? editing : null}
              onDone={onDone}
              at={at}
              now={now}
              zone={zone}
              isSelected={selection.ids.has(row.listing.id)}
              isActive={at === active}
              isOpen={row.listing.id === openId}
            />
          )
        );
      })}
    </GridTable>
  );
};

type Table = {
  ids: readonly string[];
  active: number;
  moveBy: (event: KeyboardEvent) => number | null;
  edit: (edit: FactEdit) => void;
};

/** What clicks and keys in a row do: open it, edit a cell, select it or a range, or move the focus. */
const useRowEvents = ({ rows, onSelect, onOpen }: Props, { ids, active, moveBy, edit }: Table) => {
  const open = (id: string) => {
    const row = rows.find(({ listing }) => listing.id === id);
    if (row) onOpen(row.listing);
  };
  const click = ({ target, currentTarget, shiftKey }: MouseEvent<HTMLElement>) => {
    const id = idOf(target);
    if (id === null || !(target instanceof Element)) return;
    if (target.closest('.edit-cell .input')) return;
    // The sheet returns the focus here, and the arrow keys continue from here.
    if (currentTarget.contains(target)) target.closest<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
    const name = target.closest<HTMLElement>('[data-edit]')?.dataset.edit;
    const fact = listingFacts.find((one) => one === name);
    if (fact !== undefined) edit({ id, fact });
    else if (target.matches('.check')) selectRow(onSelect, { ids, id, isRange: shiftKey });
    else if (target.closest('.row-open')) open(id);
  };
  const ownKey = (event: KeyboardEvent, id: string): boolean => {
    if (event.key === 'Enter') open(id);
    else if (event.key === 'F2') edit({ id, fact: 'costCents' });
    else if (isAmount(event)) edit({ id, fact: 'costCents', begun: event.key });
    else return false;
    return true;
  };
  const key = (event: KeyboardEvent) => onRowKey(event, { ids, active, moveBy, onSelect, own: ownKey });
  return { click, key };
};

/** As in a spreadsheet, typing an amount begins to edit. */
const isAmount = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  /^[\d.$]$/.test(key) && !ctrlKey && !metaKey && !altKey;
