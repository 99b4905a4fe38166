// The seller's active listings as a working list: search, filters, order, grid or table, and changes to many at once.
import { useDeferredValue, useMemo, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { sharedCurrency } from '#domain/money.ts';
import { count, counted } from '#web/format/format.ts';
import { useDraft } from '#web/lib/browser/use-draft.ts';
import { useNow } from '#web/lib/clock.ts';
import { ListStatus, NoRows } from '#web/ui/list/list-head.tsx';
import { sortingName, sortingNamed, useKeptOrder } from '#web/ui/list/row-order.ts';
import { nothing } from '#web/ui/list/selection.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { chipsOf, ListingFilters } from './list-filters.tsx';
import { findRows, type ListRow, rowOf, sortRows } from './list-rows.ts';
import {
  countFilters,
  type Filters,
  isFiltered,
  noFilters,
  orders,
  type Sorting,
  standardSorting,
  useListView,
} from './list-view.ts';
import { ListingCards } from './listing-cards.tsx';
import { ListingTable } from './listing-table.tsx';
import './worklist.css';

type Props = {
  active: readonly Listing[];
  seller: { id: string; isGuest: boolean };
  zone: string;
  openId: string | null;
  /** Must stay the same function, or every row is drawn again. */
  onOpen: (listing: Listing) => void;
};

export const Worklist = ({ active, seller, zone, openId, onOpen }: Props) => {
  const { view, change, choose } = useListView(seller.id);
  const [typed, type] = useDraft(view.filters.text, (text) => change({ filters: { text } }, { replace: true }));
  const [selection, select] = useState(nothing);
  const now = useNow(60_000);
  const all = useMemo(() => active.map(rowOf), [active]);
  const currency = useMemo(() => sharedCurrency(active), [active]);
  // Deferred, so that typing stays smooth in a closet with thousands of listings.
  const text = useDeferredValue(typed);
  const filters = { ...view.filters, text };
  const { sorting } = view;
  const { rows, topic } = useRows(all, { filters, sorting, now });
  const chosen = useMemo(() => all.filter(({ listing }) => selection.ids.has(listing.id)), [all, selection]);
  const hidden = chosen.length - rows.filter(({ listing }) => selection.ids.has(listing.id)).length;
  const filter = (next: Partial<Filters>) => {
    // What was typed a moment ago is not in the address yet.
    if (next.text === '') type('');
    change({ filters: next });
  };
  const clear = () => filter(noFilters);
  const onSort = (next: Sorting) => change({ sorting: next });
  const shown = { rows, topic, now, selection, onSelect: select, openId, onOpen };
  return (
    <section className="worklist" aria-label="Listings">
      <ListingFilters
        all={all}
        filters={view.filters}
        onChange={(next, options) => change({ filters: next }, options)}
        typed={typed}
        onType={type}
      />
      <ListStatus
        found={
          isFiltered(filters)
            ? `${count(rows.length)} of ${counted(all.length, 'listing')}`
            : counted(all.length, 'active listing')
        }
        chips={chipsOf(filters, currency)}
        onRemove={filter}
        onClear={clear}
        sort={sortingName(sorting)}
        sorts={sorts}
        onSort={(name) => onSort(sortingNamed(name, orders, standardSorting))}
        isTable={view.shape === 'table'}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons are not a set of fields */}
        <span className="shapes" role="group" aria-label="View">
          {(['grid', 'table'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={view.shape === name} onClick={() => choose(name)}>
              {name === 'grid' ? 'Grid' : 'Table'}
            </button>
          ))}
        </span>
      </ListStatus>
      {rows.length === 0 ? (
        <NoRows
          text={text}
          isOnlyText={countFilters(view.filters) === 0}
          none="No listings match these filters."
          onClear={clear}
        />
      ) : view.shape === 'table' ? (
        <ListingTable {...shown} {...{ zone, sorting, onSort }} />
      ) : (
        <ListingCards {...shown} />
      )}
      <BulkBar
        chosen={chosen.map(({ listing }) => listing)}
        hidden={hidden}
        listings={active}
        seller={seller}
        onClear={() => select(nothing)}
      />
    </section>
  );
};

const sorts = {
  age: 'Newest',
  '-age': 'Oldest',
  '-likes': 'Most likes',
  likes: 'Fewest likes',
  lastShared: 'Shared longest ago',
  '-lastShared': 'Shared most recently',
  '-price': 'Highest price',
  price: 'Lowest price',
  '-net': 'Highest net',
  net: 'Lowest net',
  '-profit': 'Highest profit',
  profit: 'Lowest profit',
  '-cost': 'Highest cost',
  cost: 'Lowest cost',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
};

/** The rows that the filters leave, in order. `topic` names what is shown; while it stays, rows keep their places. */
const useRows = (
  all: readonly ListRow[],
  { filters, sorting, now }: { filters: Filters; sorting: Sorting; now: number },
) => {
  const topic = `${sortingName(sorting)} ${JSON.stringify(filters)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the topic stands for the filters and the order
  const sorted = useMemo(() => sortRows(findRows(all, filters, now), sorting), [all, topic]);
  return { rows: useKeptOrder(sorted, topic, idOfRow), topic };
};

const idOfRow = ({ listing }: ListRow): string => listing.id;
