// One row of the table of listings.
import { memo } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { ago, count, counted, fullTime } from '#web/format/format.ts';
import { dollars, dollarsOfCents, wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { costMessages } from '#web/messages/pricing/costs.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { type CellEdit, EditCell, type EditStep } from '#web/ui/list/edit-cell.tsx';
import { TickCell } from '#web/ui/list/grid-table.tsx';
import { ListingPicture } from '#web/ui/listing-picture.tsx';
import { QuickAdvice } from '../../analysis/quick-advice.tsx';
import { factInField } from '../../costs/fact-field.tsx';
import { type ListingFact, readFact } from '../../costs/read-fact.ts';
import type { ListRow } from '../view/list-rows.ts';

type ListingRowProps = {
  row: ListRow;
  edit: CellEdit<ListingFact> | null;
  onDone: (edit: CellEdit<ListingFact>, typed: string | null, step: EditStep) => void;
  at: number;
  now: number;
  zone: string;
  isSelected: boolean;
  /** The one row that the Tab key reaches. */
  isActive: boolean;
  isOpen: boolean;
};

const dayMs = 86_400_000;
/** Drawn again only when something about this listing changes. The table handles its clicks and keys. */
export const ListingRow = memo(
  ({ row, edit, onDone, at, now, zone, isSelected, isActive, isOpen }: ListingRowProps) => {
    const { listing, net, profit } = row;
    const facts = [listing.brand, listing.category, listing.size].filter((fact) => fact !== null).join(', ');
    const cell = { listing, edit, onDone };
    return (
      <tr
        data-id={listing.id}
        data-focus
        className={isOpen ? 'open' : undefined}
        style={properties({ at })}
        aria-rowindex={at + 2}
        aria-selected={isSelected}
        tabIndex={isActive ? 0 : -1}
      >
        <TickCell label={messages.select(listing.title)} isSelected={isSelected} />
        <td className="shot-col">
          <ListingPicture listing={listing} />
        </td>
        <td className="what">
          <button
            type="button"
            className="row-open two-lines"
            tabIndex={-1}
            aria-haspopup="dialog"
            title={listing.title}
          >
            {listing.title}
          </button>
          <span className="facts-line">
            {listing.skipSharing && <span className="skip-mark">{messages.skipped}</span>} {facts}
          </span>
        </td>
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
          {row.listedAt === null ? (
            <Unknown />
          ) : (
            <time dateTime={listing.listedAt ?? undefined} title={fullTime(row.listedAt, zone)}>
              {ageText(now - row.listedAt)}
            </time>
          )}
        </td>
        <td className="r last">
          {row.lastShared === null ? (
            'Never'
          ) : (
            <time dateTime={listing.lastShared ?? undefined} title={fullTime(row.lastShared, zone)}>
              {ago(row.lastShared, now)}
            </time>
          )}
        </td>
        <td className="meta-col">
          <MetaLine row={row} now={now} />
        </td>
      </tr>
    );
  },
);

type FactCellProps = Pick<ListingRowProps, 'edit' | 'onDone'> & { listing: Listing; fact: ListingFact };

const FactCell = ({ listing, fact, edit, onDone }: FactCellProps) => {
  const value = factInField(listing, fact);
  return (
    <EditCell
      name={fact}
      label={costMessages.of[fact](listing.title)}
      value={value}
      edit={edit}
      inputMode={fact === 'costCents' ? 'decimal' : undefined}
      check={(typed) => readFact(fact, typed).error}
      onDone={onDone}
    >
      {value === '' ? (
        <span className="dim">{costMessages.add[fact]}</span>
      ) : (
        <>
          <span className="word">{`${costMessages.words[fact]} `}</span>
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
    {listing.floorPrice !== null && <small>{messages.floor(wholeDollars(listing.floorPrice, listing.currency))}</small>}
  </>
);

/** What the columns say, in one line, for narrow lists. */
const MetaLine = ({ row: { listing, net, listedAt, lastShared }, now }: Pick<ListingRowProps, 'row' | 'now'>) => (
  <>
    {net !== null && <span>{`${dollars(net)} net`}</span>}
    <span>{counted(listing.likeCount, 'like')}</span>
    {listedAt !== null && <span>{ageText(now - listedAt)}</span>}
    <span>{lastShared === null ? 'Not shared yet' : `Shared ${ago(lastShared, now)}`}</span>
    {listing.floorPrice !== null && <span>{messages.floor(wholeDollars(listing.floorPrice, listing.currency))}</span>}
    {listing.skipSharing && <span className="skip-mark">{messages.skipped}</span>}
    <QuickAdvice listingId={listing.id} />
  </>
);

const Unknown = () => <span className="dim">–</span>;

const ageText = (ms: number): string => {
  const days = Math.floor(ms / dayMs);
  return days < 1 ? 'Today' : counted(days, 'day');
};
