// The listings as a grid of cards.
import { type KeyboardEvent, useCallback, useLayoutEffect, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { ListingCard } from '../../analysis/listing-card.tsx';
import type { ListRow } from '../view/list-rows.ts';
import { type Selection, toggle } from './selection.ts';
import { useLongList } from './use-long-list.ts';

type Props = {
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
export const ListingCards = ({ rows, topic, now, selection, onSelect, openId, onOpen }: Props) => {
  const [columns, setColumns] = useState(1);
  const ids = rows.map(({ listing }) => listing.id);
  const { list, drawn, active, onFocus, onBlur, moveBy } = useLongList<HTMLUListElement>({ ids, columns, topic });
  // Only the browser knows the width.
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
  const key = (event: KeyboardEvent) => void moveBy(event);
  const select = useCallback((id: string) => onSelect((before) => toggle(before, id)), [onSelect]);
  return (
    <div className="list-scroll grid-scroll">
      <ul
        ref={list}
        className="card-grid"
        style={properties({ rows: Math.ceil(rows.length / columns), columns })}
        onKeyDown={key}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {drawn.map((at) => {
          const row = rows[at];
          return (
            row && (
              <ListingCard
                key={row.listing.id}
                listing={row.listing}
                row={Math.floor(at / columns)}
                column={at % columns}
                at={at}
                of={rows.length}
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
