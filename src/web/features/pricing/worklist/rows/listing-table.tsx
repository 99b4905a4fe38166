// The listings as a table.
import type { Listing } from '#contract/listings/listings.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { GridTable } from '#web/ui/list/grid-table.tsx';
import type { Selection } from '#web/ui/list/selection.ts';
import { useEditedRows } from '#web/ui/list/use-edited-rows.ts';
import { type ListingFact, readFact } from '../../costs/read-fact.ts';
import { useChangeFacts } from '../../queries.ts';
import { type ListRow, rowOf } from '../view/list-rows.ts';
import { type Order, type Sorting, startsDescending } from '../view/list-view.ts';
import { ListingRow } from './listing-row.tsx';
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

const facts: readonly ListingFact[] = ['costCents', 'sku', 'shelf'];

/** Draws only the rows on screen. On narrow screens each row is stacked, with its tag on the right. */
export const ListingTable = ({
  rows,
  topic,
  now,
  zone,
  sorting,
  onSort,
  selection,
  onSelect,
  openId,
  onOpen,
}: Props) => {
  const { mutateAsync } = useChangeFacts();
  const { ids, drawn, active, editing, onDone, shown, body } = useEditedRows({
    items: rows.map(({ listing }) => listing),
    topic,
    cells: facts,
    read: (fact, typed) => readFact(fact, typed).change,
    save: (id, change) => mutateAsync({ id, body: change }),
    onSelect,
    onOpen: (id) => {
      const row = rows.find(({ listing }) => listing.id === id);
      if (row) onOpen(row.listing);
    },
  });
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
      {...{ ids, columns, sorting, startsDescending, onSort, selection, onSelect, body }}
    >
      {drawn.map((at) => {
        const row = rows[at];
        return (
          row && (
            <ListingRow
              key={row.listing.id}
              row={rowOf(shown(row.listing))}
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
