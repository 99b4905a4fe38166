// The listings as a table.

import { memo } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { ago, count, counted, fullTime } from '#web/format/format.ts';
import { dollars, dollarsOfCents, wholeDollars } from '#web/format/money-format.ts';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { EditCell } from '#web/ui/list/edit-cell.tsx';
import { GridRow, type RowProps } from '#web/ui/list/grid-row.tsx';
import { GridTable } from '#web/ui/list/grid-table.tsx';
import { ListingPicture } from '#web/ui/listing-picture.tsx';
import { factInField, type ListingFact, readFact } from '../costs.ts';
import { useChangeFacts } from '../queries.ts';
import { type ListRow, rowOf } from './list-rows.ts';
import { type Order, type Sorting, startsDescending } from './list-view.ts';
import { QuickAdvice, type ShownListings } from './listing-cards.tsx';
import './listing-table.css';

type Props = ShownListings & { zone: string; sorting: Sorting; onSort: (sorting: Sorting) => void };

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
const factNames: Record<ListingFact, string> = { costCents: 'Cost', sku: 'SKU', shelf: 'Shelf' };

export const ListingTable = ({ rows, now, zone, ...shared }: Props) => {
  const { mutateAsync } = useChangeFacts();
  return (
    <GridTable
      className="listing-table"
      label="Listings"
      hint="Arrow keys move, Space selects, Shift selects a range, Enter opens the analysis, F2 edits the cost."
      firstHead={
        <th className="shot-col" scope="col">
          <span className="sr">Photo</span>
        </th>
      }
      {...shared}
      {...{ columns, startsDescending }}
      items={rows.map(({ listing }) => listing)}
      cells={facts}
      read={(fact, typed) => readFact(fact, typed).change}
      save={(id, change) => mutateAsync({ id, body: change })}
      row={(listing, props) => <ListingRow row={rowOf(listing)} {...{ now, zone }} {...props} />}
    />
  );
};

type ListingRowProps = RowProps<ListingFact> & { row: ListRow; now: number; zone: string };

const dayMs = 86_400_000;
/** Drawn again only when something about this listing changes. The table handles its clicks and keys. */
const ListingRow = memo(({ row, now, zone, edit, onDone, ...state }: ListingRowProps) => {
  const { listing, net, profit } = row;
  const facts = [listing.brand, listing.category, listing.size].filter((fact) => fact !== null).join(', ');
  const cell = { listing, edit, onDone };
  const moment = (at: number, iso: string | null, text: string) => (
    <time dateTime={iso ?? undefined} title={fullTime(at, zone)}>
      {text}
    </time>
  );
  return (
    <GridRow
      {...state}
      item={listing}
      before={
        <td className="shot-col">
          <ListingPicture listing={listing} />
        </td>
      }
      facts={
        <>
          {listing.skipSharing && <span className="skip-mark">Skipped</span>} {facts}
        </>
      }
    >
      <td className="price-col">
        <Price listing={listing} />
      </td>
      <td className="r net">{net === null ? <Unknown /> : dollars(net)}</td>
      <td className="r cost">
        <FactCell {...cell} fact="costCents" />
      </td>
      <td className="r profit">
        {profit === null ? <Unknown /> : dollars(profit)}
        <span className="word"> profit</span>
      </td>
      <td className="stock">
        <FactCell {...cell} fact="sku" />
        <FactCell {...cell} fact="shelf" />
      </td>
      <td className="r likes">{count(listing.likeCount)}</td>
      <td className="r age">
        {row.listedAt === null ? <Unknown /> : moment(row.listedAt, listing.listedAt, ageText(now - row.listedAt))}
      </td>
      <td className="r last">
        {row.lastShared === null ? 'Never' : moment(row.lastShared, listing.lastShared, ago(row.lastShared, now))}
      </td>
      <td className="meta-col">
        <MetaLine row={row} now={now} />
      </td>
    </GridRow>
  );
});

type FactCellProps = Pick<ListingRowProps, 'edit' | 'onDone'> & { listing: Listing; fact: ListingFact };

const FactCell = ({ listing, fact, edit, onDone }: FactCellProps) => {
  const value = factInField(listing, fact);
  return (
    <EditCell
      name={fact}
      label={`${factNames[fact]} of ${listing.title}`}
      value={value}
      edit={edit}
      inputMode={fact === 'costCents' ? 'decimal' : undefined}
      check={(typed) => readFact(fact, typed).error}
      onDone={onDone}
    >
      {value === '' ? (
        <span className="dim">{fact === 'costCents' ? 'Add cost' : factNames[fact]}</span>
      ) : (
        <>
          <span className="word">{`${factNames[fact]} `}</span>
          {fact === 'costCents' ? dollarsOfCents(listing.costCents ?? 0) : value}
        </>
      )}
    </EditCell>
  );
};

const Price = ({ listing }: Pick<ListRow, 'listing'>) => (
  <>
    <span className="tag-line">
      {listing.price === null ? (
        <span className="dim">No price yet</span>
      ) : (
        <Hangtag price={wholeDollars(listing.price, listing.currency)} size={1.12} />
      )}
      <QuickAdvice listingId={listing.id} />
    </span>
    {listing.floorPrice !== null && <small>Floor {wholeDollars(listing.floorPrice, listing.currency)}</small>}
  </>
);

const MetaLine = ({ row: { listing, net, listedAt, lastShared }, now }: Pick<ListingRowProps, 'row' | 'now'>) => (
  <>
    {net !== null && <span>{`${dollars(net)} net`}</span>}
    <span>{counted(listing.likeCount, 'like')}</span>
    {listedAt !== null && <span>{ageText(now - listedAt)}</span>}
    <span>{lastShared === null ? 'Not shared yet' : `Shared ${ago(lastShared, now)}`}</span>
    {listing.floorPrice !== null && <span>Floor {wholeDollars(listing.floorPrice, listing.currency)}</span>}
    {listing.skipSharing && <span className="skip-mark">Skipped</span>}
    <QuickAdvice listingId={listing.id} />
  </>
);

const Unknown = () => <span className="dim">–</span>;

const ageText = (ms: number): string => {
  const days = Math.floor(ms / dayMs);
  return days < 1 ? 'Today' : counted(days, 'day');
};
