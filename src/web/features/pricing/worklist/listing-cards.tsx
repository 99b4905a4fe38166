// The listings as a grid of cards.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { ago, counted } from '#web/format/format.ts';
import { dollars, dollarsOfCents, wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { ChangeArrow } from '#web/ui/figures/figures.tsx';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { type Selection, toggle } from '#web/ui/list/selection.ts';
import { useLongList } from '#web/ui/list/use-long-list.ts';
import { ListingPicture } from '#web/ui/listing-picture.tsx';
import { analysisQuery, analyzeQuietly } from '../queries.ts';
import type { ListRow } from './list-rows.ts';
import './listing-cards.css';

export type ShownListings = {
  rows: readonly ListRow[];
  topic: string;
  now: number;
  selection: Selection;
  onSelect: (change: (before: Selection) => Selection) => void;
  openId: string | null;
  onOpen: (listing: Listing) => void;
};

/** A card is at least this wide, in rem. */
const leastWidth = 19;

/** On wide screens the grid has its own scroll bar; on phones the page scrolls. */
export const ListingCards = ({ rows, topic, now, selection, onSelect, openId, onOpen }: ShownListings) => {
  const [columns, setColumns] = useState(1);
  const ids = rows.map(({ listing }) => listing.id);
  const { list, drawn, active, onFocus, onBlur, moveBy } = useLongList<HTMLUListElement>({ ids, columns, topic });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setColumns(Math.max(Math.floor(element.clientWidth / (leastWidth * rem)), 1));
    };
    measure();
    const width = new ResizeObserver(measure);
    width.observe(element);
    return () => width.disconnect();
  }, [list]);
  const select = useCallback((id: string) => onSelect((before) => toggle(before, id)), [onSelect]);
  return (
    <div className="list-scroll grid-scroll">
      <ul
        ref={list}
        className={rows.some(hasFacts) ? 'card-grid with-facts' : 'card-grid'}
        style={properties({ rows: Math.ceil(rows.length / columns), columns })}
        onKeyDown={(event: KeyboardEvent) => void moveBy(event)}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {drawn.map((at) => {
          const row = rows[at];
          return (
            row && (
              <ListingCard
                key={row.listing.id}
                of={row}
                row={Math.floor(at / columns)}
                column={at % columns}
                at={at}
                count={rows.length}
                now={now}
                isActive={at === active}
                isOpen={row.listing.id === openId}
                isSelected={selection.ids.size === 0 ? null : selection.ids.has(row.listing.id)}
                onSelect={select}
                onOpen={onOpen}
              />
            )
          );
        })}
      </ul>
    </div>
  );
};

/** How long the pointer must rest on a card before the analysis starts, so that passing over a card requests nothing. */
const intentMs = 80;

/** The analysis of a listing in the background, which starts when the pointer or the focus rests on its card. */
const useQuickAnalysis = ({ id, price }: Listing) => {
  const client = useQueryClient();
  const analysis = useQuery({ ...analysisQuery(id), enabled: false });
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = () => {
    if (price !== null) analyzeQuietly(client, id);
  };
  const leave = () => clearTimeout(intent.current);
  const come = () => {
    leave();
    intent.current = setTimeout(look, intentMs);
  };
  return { isIdle: analysis.data === undefined && !analysis.isFetching && !analysis.isError, look, come, leave };
};

type ListingCardProps = {
  of: ListRow;
  /** Where the grid draws it. */
  row: number;
  column: number;
  /** Its place among all listings. */
  at: number;
  count: number;
  now: number;
  /** The one card that the Tab key reaches. */
  isActive: boolean;
  isOpen: boolean;
  /** null: nothing is selected, so cards have no checkbox. */
  isSelected: boolean | null;
  onSelect: (id: string) => void;
  onOpen: (listing: Listing) => void;
};

/** Hovering or focusing starts its analysis once; touch screens get a button. Drawn again only when something changes. */
const ListingCard = memo((props: ListingCardProps) => {
  const { of, row, column, at, count, now, isActive, isOpen, isSelected, onSelect, onOpen } = props;
  const { listing } = of;
  const { isIdle, look, come, leave } = useQuickAnalysis(listing);
  const tabIndex = isActive ? 0 : -1;
  return (
    <li
      data-id={listing.id}
      className={`card${isOpen ? ' open' : ''}${isSelected === true ? ' on' : ''}`}
      style={properties({ row, column })}
      aria-posinset={at + 1}
      aria-setsize={count}
      onMouseEnter={come}
      onMouseLeave={leave}
      onFocus={come}
      onBlur={leave}
    >
      <ListingPicture listing={listing} />
      <div className="card-text">
        <h2>
          <button
            type="button"
            className="card-open two-lines"
            data-focus
            tabIndex={tabIndex}
            aria-haspopup="dialog"
            title={listing.title}
            onClick={({ currentTarget }) => {
              // Some browsers don't focus a clicked button. The sheet returns the focus here when it closes.
              currentTarget.focus();
              onOpen(listing);
            }}
          >
            {listing.title}
          </button>
        </h2>
        <Meta of={of} now={now} />
        <div className="pr">
          {listing.price === null ? (
            <span className="small mute">No price yet</span>
          ) : (
            <Hangtag price={wholeDollars(listing.price, listing.currency)} size={1.2} />
          )}
          <QuickAdvice listingId={listing.id} />
          {isIdle && listing.price !== null && (
            <button
              type="button"
              className="btn line sm quick-tap"
              tabIndex={tabIndex}
              aria-label={`Quick analysis of ${listing.title}`}
              onClick={look}
            >
              Quick analysis
            </button>
          )}
        </div>
      </div>
      {isSelected !== null && (
        <input
          className="check card-check"
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={`Select ${listing.title}`}
          checked={isSelected}
          onChange={() => onSelect(listing.id)}
        />
      )}
    </li>
  );
});

const hasFacts = ({ listing }: ListRow): boolean =>
  listing.costCents !== null || listing.sku !== null || listing.shelf !== null;

const Meta = ({ of, now }: Pick<ListingCardProps, 'of' | 'now'>) => {
  const { listing } = of;
  return (
    <>
      <p className="meta">
        {counted(listing.likeCount, 'like')}, {counted(listing.shareCount, 'share')}
      </p>
      <p className="meta">
        {listing.skipSharing && <span className="skip-mark">Skipped in rounds</span>}
        {!listing.skipSharing &&
          (listing.lastShared ? `Last shared ${ago(listing.lastShared, now)}` : 'Not shared yet')}
      </p>
      {hasFacts(of) && <p className="meta one-line">{factsOf(of).join(', ')}</p>}
    </>
  );
};

const factsOf = ({ listing: { costCents, sku, shelf }, profit }: ListRow): string[] => [
  ...(costCents === null ? [] : [`Cost ${dollarsOfCents(costCents)}`]),
  ...(profit === null ? [] : [`${dollars(Math.abs(profit))} ${profit < 0 ? 'loss' : 'profit'}`]),
  ...(sku === null ? [] : [`SKU ${sku}`]),
  ...(shelf === null ? [] : [`Shelf ${shelf}`]),
];

/** The advice on a listing in two words, if its analysis is already loaded. Requests nothing on its own. */
export const QuickAdvice = ({ listingId }: { listingId: string }) => {
  const { data, isFetching } = useQuery({ ...analysisQuery(listingId), enabled: false });
  if (data === undefined)
    return (
      isFetching && (
        <span className="quick-pend mute small" role="status">
          Analyzing
        </span>
      )
    );
  const { direction } = data.priceAdjustment;
  if (!data.isAdvised || direction === 'maintain')
    return <span className="quick mute">{data.isAdvised ? 'AI: keep it' : 'Not enough data'}</span>;
  return (
    <span className="quick">
      <ChangeArrow isRaise={direction === 'increase'} />
      AI {dollars(data.suggestedPrice)}
    </span>
  );
};
