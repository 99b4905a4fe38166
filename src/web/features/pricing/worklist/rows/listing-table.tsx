// The listings as a table.
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import type { Listing } from '#contract/schemas/listings.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
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
  { by: 'title', name: messages.columns.title, className: 'what' },
  { by: null, name: messages.columns.brand, className: 'fact' },
  { by: null, name: messages.columns.category, className: 'fact' },
  { by: null, name: messages.columns.size, className: 'fact size' },
  { by: 'price', name: messages.columns.price, className: 'price-col' },
  { by: 'net', name: messages.columns.net, className: 'r net', title: messages.netTitle },
  { by: 'likes', name: messages.columns.likes, className: 'r likes' },
  { by: 'age', name: messages.columns.age, className: 'r age' },
  { by: 'lastShared', name: messages.columns.lastShared, className: 'r last' },
  { by: null, name: messages.columns.sharing, className: 'skip-col' },
];

/** Draws only the rows on screen. On narrow screens each row is stacked, with its tag on the right. */
export const ListingTable = (props: Props) => {
  const { rows, topic, now, zone, selection, onSelect, openId, onOpen } = props;
  const ids = rows.map(({ listing }) => listing.id);
  const { list, drawn, active, onFocus, onBlur, moveBy } = useLongList<HTMLTableSectionElement>({
    ids,
    columns: 1,
    topic,
  });
  const hint = useId();

  const open = (id: string) => {
    const row = rows.find(({ listing }) => listing.id === id);
    if (row) onOpen(row.listing);
  };
  const press = (id: string, isRange: boolean) =>
    onSelect((before) => (isRange ? toggleRange(before, id, ids) : toggle(before, id)));
  const click = ({ target, currentTarget, shiftKey }: MouseEvent<HTMLElement>) => {
    const id = idOf(target);
    if (id === null || !(target instanceof Element)) return;
    // The sheet returns the focus here, and the arrow keys go on from here.
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

  return (
    <div className="list-scroll table-scroll">
      <p className="sr" id={hint}>
        {messages.keys}
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

const between = (ids: readonly string[], one: number, other: number): readonly string[] =>
  ids.slice(Math.min(one, other), Math.max(one, other) + 1);

const Head = ({ ids, sorting, onSort, selection, onSelect }: Props & { ids: readonly string[] }) => {
  const sortBy = (by: Order) =>
    onSort({ by, isDescending: sorting.by === by ? !sorting.isDescending : startsDescending(by) });
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className="tick-col" scope="col">
          <AllCheck
            ids={ids}
            chosen={selection.ids}
            onChange={(isAll) => onSelect((before) => (isAll ? extend(before, ids) : reduce(before, ids)))}
          />
        </th>
        <th className="shot-col" scope="col">
          <span className="sr">{messages.columns.photo}</span>
        </th>
        {columns.map(({ by, name, className, title }) => (
          <th key={name} className={className} scope="col" title={title} {...(by !== null && ariaSort(by, sorting))}>
            {by === null ? (
              name
            ) : (
              <button type="button" onClick={() => sortBy(by)}>
                {name}
                <i aria-hidden="true" />
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
};

const ariaSort = (by: Order, { by: current, isDescending }: Sorting) =>
  current === by ? ({ 'aria-sort': isDescending ? 'descending' : 'ascending' } as const) : {};

type AllCheckProps = { ids: readonly string[]; chosen: ReadonlySet<string>; onChange: (isAll: boolean) => void };

/** Selects all that the filters leave. */
const AllCheck = ({ ids, chosen, onChange }: AllCheckProps) => {
  const box = useRef<HTMLInputElement>(null);
  const number = ids.filter((id) => chosen.has(id)).length;
  const isSome = number > 0 && number < ids.length;
  // `indeterminate` can be set only on the element; there is no HTML attribute for it.
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className="all-check">
      <input
        ref={box}
        className="check"
        type="checkbox"
        checked={ids.length > 0 && number === ids.length}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{messages.selectAll(ids.length)}</span>
    </label>
  );
};
