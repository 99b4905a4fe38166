// The grid of listings on the market analysis page.

import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Listing } from '#contract/schemas/listings.ts';
import { count } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { marketMessages as messages } from '#web/messages/pricing/market-analysis.ts';
import { Button } from '#web/ui/button.tsx';
import { ListingCard } from './listing-card.tsx';
import { searchTitles } from './search-titles.ts';
import '#web/ui/field.css';
import './listing-grid.css';

type Props = { active: readonly Listing[]; openId: string | null; onOpen: (listing: Listing) => void };

/** The seller's active listings, with a search by title. On wide screens the grid scrolls by itself; on phones the page scrolls. */
export const ListingGrid = ({ active, openId, onOpen }: Props) => {
  const [typed, setTyped] = useState('');
  const now = useNow(60_000);
  // Deferred, so that typing stays smooth in a closet with thousands of listings.
  const wanted = useDeferredValue(typed);
  const found = searchTitles(active, wanted);
  return (
    <>
      <div className="search-bar">
        <label className="search">
          <span className="sr">{messages.search}</span>
          <Search className="ic" aria-hidden="true" />
          <input
            className="input"
            type="search"
            placeholder={messages.searchHint}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <span className="small mute" role="status">
          {wanted.trim() === ''
            ? messages.found(count(active.length))
            : messages.foundOf(count(found.length), count(active.length))}
        </span>
      </div>
      {found.length === 0 ? (
        <div className="grid-none">
          <p>{messages.nothing(wanted.trim())}</p>
          <Button isSmall onClick={() => setTyped('')}>
            {messages.clearSearch}
          </Button>
        </div>
      ) : (
        <ul className="card-grid">
          {found.map((listing) => (
            <ListingCard key={listing.id} listing={listing} now={now} isOpen={listing.id === openId} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </>
  );
};
