// One listing in the grid of the market analysis page.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Listing } from '#contract/schemas/listings.ts';
import type { MarketAnalysis } from '#contract/schemas/pricing.ts';
import { ago, counted } from '#web/format/format.ts';
import { dollars, wholeDollars } from '#web/format/money-format.ts';
import { marketMessages as messages } from '#web/messages/pricing/market-analysis.ts';
import { ChangeArrow } from '#web/ui/change-bar.tsx';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { analysisQuery, analyzeQuietly } from '../queries.ts';
import { ListingPicture } from './listing-picture.tsx';

/** How long the pointer must rest on a card before the analysis starts, so that passing over a card requests nothing. */
const intentMs = 80;

type Props = { listing: Listing; now: number; isOpen: boolean; onOpen: (listing: Listing) => void };

/**
 * One listing of the grid. Hovering over it or focusing it starts its analysis in the background, once. A click opens the full
 * analysis. Touch screens cannot hover, so they get a button that starts the analysis.
 */
export const ListingCard = ({ listing, now, isOpen, onOpen }: Props) => {
  const client = useQueryClient();
  const analysis = useQuery({ ...analysisQuery(listing.id), enabled: false });
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = () => {
    if (listing.price !== null) analyzeQuietly(client, listing.id);
  };
  const come = () => {
    clearTimeout(intent.current);
    intent.current = setTimeout(look, intentMs);
  };
  const leave = () => clearTimeout(intent.current);
  const isIdle = analysis.data === undefined && !analysis.isFetching && !analysis.isError;
  return (
    <li
      className={isOpen ? 'card open' : 'card'}
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
            className="card-open"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => {
              // Some browsers don't focus a clicked button. The sheet returns the focus here when it closes.
              currentTarget.focus();
              onOpen(listing);
            }}
          >
            {listing.title}
          </button>
        </h2>
        <p className="meta">
          {messages.likes(counted(listing.likeCount, 'like'), counted(listing.shareCount, 'share'))}
        </p>
        <p className="meta">
          {listing.lastShared === null ? messages.neverShared : messages.lastShared(ago(listing.lastShared, now))}
        </p>
        <div className="pr">
          {listing.price === null ? (
            <span className="small mute">{messages.noPrice}</span>
          ) : (
            <Hangtag price={wholeDollars(listing.price)} size={1.2} />
          )}
          {analysis.data ? (
            <Quick analysis={analysis.data} />
          ) : (
            analysis.isFetching && (
              <span className="quick-pend" role="status">
                {messages.quickReading}
              </span>
            )
          )}
          {isIdle && listing.price !== null && (
            <button
              type="button"
              className="btn line sm quick-tap"
              aria-label={messages.quickOf(listing.title)}
              onClick={look}
            >
              {messages.quick}
            </button>
          )}
        </div>
      </div>
    </li>
  );
};

const Quick = ({ analysis }: { analysis: MarketAnalysis }) => {
  const { direction } = analysis.priceAdjustment;
  if (analysis.estimate === null) return <span className="quick mute">{messages.quickUnsure}</span>;
  if (direction === 'maintain') return <span className="quick mute">{messages.quickKeep}</span>;
  return (
    <span className="quick">
      <ChangeArrow isRaise={direction === 'increase'} />
      {messages.quickPrice(dollars(analysis.suggestedPrice))}
    </span>
  );
};
