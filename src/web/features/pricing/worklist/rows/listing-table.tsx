// The listings as a table.
import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { AllCheck } from '#web/ui/all-check.tsx';
import { ColumnHead } from '#web/ui/column-head.tsx';
import type { ListRow } from '../view/list-rows.ts';
import { type Order, type Sorting, startsDescending } from '../view/list-view.ts';
import { ListingRow } from './listing-row.tsx';
import { extend, reduce, type Selection, toggle, toggleRange } from './selection.ts';
import { idOf, useLongList } from './use-long-list.ts';
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
  { by: null, name: 'Brand', className: 'fact' },
  { by: null, name: 'Category', className: 'fact' },
  { by: null, name: 'Size', className: 'fact size' },
  { by: 'price', name: 'Price', className: 'price-col' },
  { by: 'net', name: 'Net', className: 'r net', title: 'What you receive after fees' },
  { by: 'likes', name: 'Likes', className: 'r likes' },
  { by: 'age', name: 'Age', className: 'r age' },
  { by: 'lastShared', name: 'Last shared', className: 'r last' },
  { by: null, name: 'Sharing', className: 'skip-col' },
];

/** Draws only the rows on screen. On narrow screens each row is stacked, with its tag on the right. */
export const ListingTable = (props: Props) => {
  const { rows, topic, now, zone, selection, openId } = props;
  const ids = rows.map(({ listing }) => listing.id);
  const { list, drawn, active, onFocus, onBlur, moveBy } = useLongList<HTMLTableSectionElement>({
    ids,
    columns: 1,
    topic,
  });
  const hint = useId();

  const { click, key } = useRowEvents(props, { ids, active, moveBy });

  return (
    <div className="list-scroll table-scroll">
      <p className="sr" id={hint}>
        Arrow keys move, Space selects, Shift selects a range, Enter opens the analysis.
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows take the focus is a grid
        role="grid"
        className="listing-table"
        aria-label={messages.label}
        aria-describedby={hint}
        aria-rowcount={rows.length + 1}
        aria-multiselectable="true"
      >
        <Head {...props} ids={ids} />
        <tbody
          ref={list}
          style={properties({ count: rows.length })}
          onClick={click}
          onKeyDown={key}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          {drawn.map((at) => {
            const row = rows[at];
            return (
              row && (
                <ListingRow
                  key={row.listing.id}
                  row={row}
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
        </tbody>
      </table>
    </div>
  );
};

/** What clicks and keys in a row do: open it, select it or a range, or move the focus. */
const useRowEvents = (
  { rows, onSelect, onOpen }: Props,
  { ids, active, moveBy }: { ids: readonly string[]; active: number; moveBy: (event: KeyboardEvent) => number | null },
) => {
  const open = (id: string) => {
    const row = rows.find(({ listing }) => listing.id === id);
    if (row) onOpen(row.listing);
  };
  const press = (id: string, isRange: boolean) =>
    onSelect((before) => (isRange ? toggleRange(before, id, ids) : toggle(before, id)));
  const click = ({ target, currentTarget, shiftKey }: MouseEvent<HTMLElement>) => {
    const id = idOf(target);
    if (id === null || !(target instanceof Element)) return;
    // The sheet returns the focus here, and the arrow keys continue from here.
    if (currentTarget.contains(target)) target.closest<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
    if (target.matches('.check')) press(id, shiftKey);
    else if (target.closest('.row-open')) open(id);
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const id = ids[active];
    if (id === undefined || idOf(event.target) === null) return;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect((before) => extend(before, ids));
    else if (event.key === ' ') press(id, event.shiftKey);
    else if (event.key === 'Enter') open(id);
    else {
      const next = moveBy(event);
      if (next !== null && event.shiftKey) onSelect((before) => extend(before, between(ids, active, next)));
      return;
    }
    event.preventDefault();
  };
  return { click, key };
};

const between = (ids: readonly string[], one: number, other: number): readonly string[] =>
  ids.slice(Math.min(one, other), Math.max(one, other) + 1);

const Head = ({ ids, sorting, onSort, selection, onSelect }: Props & { ids: readonly string[] }) => {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className="tick-col col-head" scope="col">
          {/* Selects everything that the filters leave. */}
          <AllCheck
            className="all-check"
            chosen={chosen}
            all={ids.length}
            onChange={(isAll) => onSelect((before) => (isAll ? extend(before, ids) : reduce(before, ids)))}
          >
            <span>{messages.selectAll(ids.length)}</span>
          </AllCheck>
        </th>
        <th className="shot-col" scope="col">
          <span className="sr">Photo</span>
        </th>
        {columns.map(({ by, name, className, title }) => (
          <ColumnHead
            key={name}
            by={by}
            name={name}
            className={className}
            title={title}
            sorting={sorting}
            startsDescending={startsDescending}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  );
};
