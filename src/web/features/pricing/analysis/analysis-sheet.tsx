// The side sheet with the market analysis of one listing.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import type { PriceChange } from '#contract/listings/prices.ts';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { fromDollars } from '#domain/money.ts';
import { isLargeChange } from '#domain/prices/price-change.ts';
import { dollars } from '#web/format/money-format.ts';
import { failureCode, failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { IntervalPlot } from '#web/ui/figures/interval-plot.tsx';
import { axisFor } from '#web/ui/figures/price-axis.ts';
import { ListingPicture } from '#web/ui/listing-picture.tsx';
import { PanelError } from '#web/ui/panel.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { keptMessage } from '../costs.ts';
import { analysisQuery, useSetPrice } from '../queries.ts';
import { AnalysisBody } from './analysis-body.tsx';
import { EarlierAdvice, PriceHistory } from './listing-history.tsx';
import { FactField, FloorPrice, LeftAtFloor, SkipSharing } from './own-facts.tsx';
import '#web/ui/fold.css';
import './analysis-sheet.css';

type Props = { listing: Listing | null; timezone: string; onClose: () => void };

export const AnalysisSheet = ({ listing, timezone, onClose }: Props) => (
  <Sheet
    isOpen={listing !== null}
    onClose={onClose}
    closeWord="Close"
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
  const cost = (
    <>
      <FactField listing={listing} fact="costCents" />
      {listing.costCents !== null && <LeftAtFloor listing={listing} floor={listing.floorPrice} />}
    </>
  );
  return (
    <>
      {data ? (
        <AnalysisBody analysis={data} cost={cost} />
      ) : error && !isFetching ? (
        <div className="sheet-trouble lines-close">
          <p className="h-head">Analysis Failed</p>
          <PanelError
            error={error}
            message={failureMessage(error, 'Couldn’t analyze this listing. Try again.')}
            onRetry={refetch}
          />
          <p className="hint">Nothing was changed.</p>
          {cost}
        </div>
      ) : (
        <Pending listing={listing} />
      )}
      {listing.isActive ? (
        <FloorPrice listing={listing} />
      ) : (
        <p className="warn plain">This listing is no longer for sale.</p>
      )}
      <div className="field-pair">
        <FactField listing={listing} fact="sku" />
        <FactField listing={listing} fact="shelf" />
      </div>
      {listing.isActive && <SkipSharing listing={listing} />}
      <PriceHistory listing={listing} timezone={timezone} />
      <EarlierAdvice listing={listing} timezone={timezone} />
    </>
  );
};

const Pending = ({ listing: { price, currency } }: { listing: Listing }) => (
  <div className="analysis-pending">
    <p className="disp verdict-pending">Analyzing the market…</p>
    <div role="status">
      <IntervalPlot
        currency={currency}
        axis={axisFor({ about: price === null ? [] : [price * 0.6, price * 1.4], others: [] })}
        className="empty"
        label="Analyzing the market"
        suggestion={null}
        band={null}
        now={price === null ? undefined : { price, word: 'now' }}
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
    const inCurrency = (price: number) => dollars(price, listing.currency);
    return (
      <>
        <p className="applied" role="status">
          Price Updated: {inCurrency(applied.oldPrice)} to {inCurrency(applied.newPrice)}.
        </p>
        {/* The Apply button had the focus and is gone now. */}
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </>
    );
  }
  if (!data || data.priceAdjustment.direction === 'maintain') return null;
  const onApplied = (change: PriceChange) => setApplied({ ...change, at: Date.now() });
  return <ApplyFoot analysis={data} {...{ listing, onApplied, onClose }} />;
};

type ApplyFootProps = {
  listing: Listing;
  analysis: MarketAnalysis;
  onApplied: (change: PriceChange) => void;
  onClose: () => void;
};

/** Applies the suggested price at the marketplace. Asks first if it changes by more than 60 %. */
const ApplyFoot = ({ listing, analysis, onApplied, onClose }: ApplyFootProps) => {
  const [isAsking, setAsking] = useState(false);
  const setPrice = useSetPrice();
  const { suggestedPrice, currentPrice, costCents, profitCents } = analysis;
  const isLarge = isLargeChange(currentPrice, suggestedPrice);
  const isLoss = (profitCents ?? 0) < 0;
  const apply = (confirmLargeChanges: boolean) => {
    setAsking(false);
    const body = {
      price: Math.round(suggestedPrice),
      expectedPrice: currentPrice,
      source: 'analysis' as const,
      ...(confirmLargeChanges && { confirmLargeChanges }),
    };
    whenDone(setPrice.mutateAsync({ id: listing.id, body }), {
      onSuccess: (change) => {
        onApplied(change);
        toastDone('Price Updated', `${listing.title}, ${dollars(change.oldPrice)} to ${dollars(change.newPrice)}`);
      },
      onError: (error) => {
        if (failureCode(error) === 'large_change' && !confirmLargeChanges) setAsking(true);
        else toastFailure(error, 'Update Failed', 'Couldn’t change the price. Try again.');
      },
    });
  };
  return (
    <>
      <Button
        look="primary"
        onClick={() => (isLarge || isLoss ? setAsking(true) : apply(false))}
        isPending={setPrice.isPending}
        pendingText="Changing the price…"
      >
        Apply AI Price
      </Button>
      <Button look="bare" onClick={onClose}>
        Keep {dollars(currentPrice)}
      </Button>
      <ConfirmDialog
        title={isLoss && !isLarge ? 'Sell it below what you paid?' : 'Change by more than 60%?'}
        isOpen={isAsking}
        verb="Yes, change it"
        keep="Not now"
        onGo={() => apply(true)}
        onClose={() => setAsking(false)}
      >
        <p>
          From {dollars(currentPrice)} to {dollars(suggestedPrice)}. Check it before you change it.
        </p>
        {isLoss && <p>{keptMessage(fromDollars(suggestedPrice), costCents)}</p>}
      </ConfirmDialog>
    </>
  );
};
