// The foot of an analysis, with the button that applies its price.

import { useState } from 'react';
import type { PriceChange } from '#contract/schemas/listings/prices.ts';
import type { Listing } from '#contract/schemas/listings.ts';
import type { MarketAnalysis } from '#contract/schemas/pricing/advice.ts';
import { isLargeChange } from '#domain/prices/price-change.ts';
import { dollars } from '#web/format/money-format.ts';
import { failureCode, failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';
import { changeMessages } from '#web/messages/pricing/price-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useSetPrice } from '../queries.ts';

const messages = marketMessages.sheet;

type Props = {
  listing: Listing;
  analysis: MarketAnalysis;
  onApplied: (change: PriceChange) => void;
  onClose: () => void;
};

/** Applies the suggested price at the marketplace. Asks first if it changes by more than 60 %. */
export const ApplyFoot = ({ listing, analysis, onApplied, onClose }: Props) => {
  const [isAsking, setAsking] = useState(false);
  const setPrice = useSetPrice();
  const { suggestedPrice, currentPrice } = analysis;
  const isLarge = isLargeChange(currentPrice, suggestedPrice);
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
        toastDone(
          changeMessages.oneUpdated,
          changeMessages.oneUpdatedText(listing.title, dollars(change.oldPrice), dollars(change.newPrice)),
        );
      },
      onError: (error) => {
        if (failureCode(error) === 'large_change' && !confirmLargeChanges) setAsking(true);
        else toastFailed(messages.applyFailed, failureMessage(error, messages.applyFallback), { error });
      },
    });
  };
  return (
    <>
      <Button
        look="primary"
        onClick={() => (isLarge ? setAsking(true) : apply(false))}
        isPending={setPrice.isPending}
        pendingText={messages.applying}
      >
        {messages.apply}
      </Button>
      <Button look="bare" onClick={onClose}>
        {messages.keep(dollars(currentPrice))}
      </Button>
      <Dialog
        title={messages.largeTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button look="primary" onClick={() => apply(true)}>
              {messages.largeGo}
            </Button>
            <Button data-first-focus onClick={() => setAsking(false)}>
              {messages.largeBack}
            </Button>
          </>
        }
      >
        <p>{messages.largeText(dollars(currentPrice), dollars(suggestedPrice))}</p>
      </Dialog>
    </>
  );
};
