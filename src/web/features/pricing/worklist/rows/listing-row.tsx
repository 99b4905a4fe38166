// One listing in the table.
import { memo } from 'react';
import { ago, count, counted, fullTime } from '#web/format/format.ts';
import { dollars, wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { ListingPicture } from '../../analysis/listing-picture.tsx';
import { QuickAdvice } from '../../analysis/quick-advice.tsx';
import type { ListRow } from '../view/list-rows.ts';

type Props = {
  row: ListRow;
  at: number;
  now: number;
  zone: string;
  isSelected: boolean;
  /** The one row that the Tab key reaches. */
  isActive: boolean;
  isOpen: boolean;
};

const dayMs = 86_400_000;
/** The table handles all clicks itself, with their modifier keys. */
const ignore = () => undefined;

/** Drawn again only when something about this listing changes. The table handles its clicks and keys. */
export const ListingRow = memo(({ row, at, now, zone, isSelected, isActive, isOpen }: Props) => {
  const { listing, net } = row;
  const facts = [listing.brand, listing.category, listing.size].filter((fact) => fact !== null).join(', ');
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
      <td className="tick-col">
        <input
          className="check"
          type="checkbox"
          tabIndex={-1}
          aria-label={messages.select(listing.title)}
          checked={isSelected}
          onChange={ignore}
        />
      </td>
      <td className="shot-col">
        <ListingPicture listing={listing} />
      </td>
      <td className="what">
        <button type="button" className="row-open" tabIndex={-1} aria-haspopup="dialog" title={listing.title}>
          {listing.title}
        </button>
        <span className="facts-line">{facts}</span>
      </td>
      <td className="fact">{listing.brand ?? <Unknown />}</td>
      <td className="fact">{listing.category ?? <Unknown />}</td>
      <td className="fact size">{listing.size ?? <Unknown />}</td>
      <td className="price-col">
        <Price listing={listing} />
      </td>
      <td className="r net">{net === null ? <Unknown /> : dollars(net)}</td>
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
      <td className="skip-col">{listing.skipSharing && <span className="skip-mark">{messages.skipped}</span>}</td>
      <td className="meta-col">
        <MetaLine row={row} now={now} />
      </td>
    </tr>
  );
});

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
const MetaLine = ({ row: { listing, net, listedAt, lastShared }, now }: Pick<Props, 'row' | 'now'>) => (
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
