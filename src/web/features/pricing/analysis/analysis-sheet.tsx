// The side sheet with the market analysis of one listing.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import type { PriceChange } from '#contract/listings/prices.ts';
import { dollars } from '#web/format/money-format.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { IntervalPlot } from '#web/ui/interval-plot.tsx';
import { PanelError } from '#web/ui/panel.tsx';
import { axisFor } from '#web/ui/price-axis.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { EarlierAdvice } from '../history/earlier-advice.tsx';
import { PriceHistory } from '../history/price-history.tsx';
import { analysisQuery } from '../queries.ts';
import { AnalysisBody } from './analysis-body.tsx';
import { ApplyFoot } from './apply-foot.tsx';
import { FloorPrice } from './floor-price.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { SkipSharing } from './skip-sharing.tsx';
import '../evidence/evidence.css';
import './analysis-sheet.css';

const messages = marketMessages.sheet;

type Props = { listing: Listing | null; timezone: string; onClose: () => void };

/** Loads a listing's market analysis and shows it, with a button that applies the suggested price. */
export const AnalysisSheet = ({ listing, timezone, onClose }: Props) => (
  <Sheet
    isOpen={listing !== null}
    onClose={onClose}
    closeWord={messages.close}
    over="AI market analysis"
    title={listing?.title ?? ''}
    aside={listing && <ListingPicture listing={listing} />}
    foot={listing?.isActive && <Foot key={listing.id} listing={listing} onClose={onClose} />}
  >
    {listing && <Body key={listing.id} listing={listing} timezone={timezone} />}
  </Sheet>
);

const Body = ({ listing, timezone }: { listing: Listing; timezone: string }) => {
  const { data, error, isFetching, refetch } = useQuery(analysisQuery(listing.id));
  return (
    <>
      {data ? (
        <AnalysisBody analysis={data} />
      ) : error && !isFetching ? (
        <div className="sheet-trouble">
          <p className="h-head">{messages.failed}</p>
          <PanelError
            error={error}
            message={failureMessage(error, messages.failedFallback)}
            onRetry={() => refetch()}
          />
          <p className="hint">Nothing was changed.</p>
        </div>
      ) : (
        <Pending listing={listing} />
      )}
      {!listing.isActive && <p className="warn plain">This listing is no longer for sale.</p>}
      {listing.isActive && <FloorPrice listing={listing} />}
      {listing.isActive && <SkipSharing listing={listing} />}
      <PriceHistory listing={listing} timezone={timezone} />
      <EarlierAdvice listing={listing} timezone={timezone} />
    </>
  );
};

/** Shown while the analysis loads: the chart's axis is already drawn, its bars are not. */
const Pending = ({ listing: { price, currency } }: { listing: Listing }) => (
  <div className="analysis-pending">
    <p className="disp verdict-pending">{messages.pending}…</p>
    <div role="status">
      <IntervalPlot
        currency={currency}
        axis={axisFor({ about: price === null ? [] : [price * 0.6, price * 1.4], others: [] })}
        className="empty"
        label={messages.pending}
        suggestion={null}
        band={null}
        now={price === null ? undefined : { price, word: pricingMessages.plot.nowWord }}
      />
    </div>
  </div>
);

const Foot = ({ listing, onClose }: { listing: Listing; onClose: () => void }) => {
  const { data, dataUpdatedAt } = useQuery({ ...analysisQuery(listing.id), enabled: false });
  const [applied, setApplied] = useState<(PriceChange & { at: number }) | null>(null);
  // The price may be another one again, as after an undo. The analysis that is made after each change knows.
  const isPast = applied !== null && dataUpdatedAt > applied.at && data?.currentPrice !== applied.newPrice;
  if (applied !== null && !isPast) {
    return (
      <>
        <p className="applied" role="status">
          Price Updated: {dollars(applied.oldPrice, listing.currency)} to {dollars(applied.newPrice, listing.currency)}.
        </p>
        {/* The Apply button had the focus and is gone now. */}
        <Button autoFocus onClick={onClose}>
          {messages.close}
        </Button>
      </>
    );
  }
  if (!data || data.priceAdjustment.direction === 'maintain') return null;
  return (
    <ApplyFoot
      listing={listing}
      analysis={data}
      onApplied={(change) => setApplied({ ...change, at: Date.now() })}
      onClose={onClose}
    />
  );
};
