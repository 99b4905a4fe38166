// The foot of an analysis, with the button that applies its price.
import { useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import type { PriceChange } from '#contract/listings/prices.ts';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { isLargeChange } from '#domain/prices/price-change.ts';
import { dollars } from '#web/format/money-format.ts';
import { failureCode, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useSetPrice } from '../queries.ts';

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
        onClick={() => (isLarge ? setAsking(true) : apply(false))}
        isPending={setPrice.isPending}
        pendingText="Changing the price…"
      >
        Apply AI Price
      </Button>
      <Button look="bare" onClick={onClose}>
        Keep {dollars(currentPrice)}
      </Button>
      <ConfirmDialog
        title="Change by more than 60%?"
        isOpen={isAsking}
        verb="Yes, change it"
        keep="Not now"
        onGo={() => apply(true)}
        onClose={() => setAsking(false)}
      >
        <p>
          From {dollars(currentPrice)} to {dollars(suggestedPrice)}. Check it before you change it.
        </p>
      </ConfirmDialog>
    </>
  );
};
