// The price history of one listing.

import type { Listing } from '#contract/listings/listings.ts';
import type { PriceHistoryEntry } from '#contract/listings/prices.ts';
import { dollars } from '#web/format/money-format.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { changeMessages } from '#web/messages/pricing/price-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useUndoPrices } from '../batch/queries.ts';
import { historyQuery } from '../queries.ts';
import { HistoryEntry, ListingHistory } from './listing-history.tsx';

const messages = changeMessages.history;

/** Every price that the listing had. The last change can be undone if Hangtag made it. */
export const PriceHistory = ({ listing, timezone }: { listing: Listing; timezone: string }) => {
  const { data: entries, error, refetch } = useSteadyQuery(historyQuery(listing.id));
  return (
    <ListingHistory messages={messages} timezone={timezone} entries={entries} error={error} onRetry={refetch}>
      {(entry, place) => (
        <Entry
          key={`${entry.at}-${entry.newPrice}`}
          entry={entry}
          listing={listing}
          timezone={timezone}
          isLast={place === 0}
        />
      )}
    </ListingHistory>
  );
};

type Props = { entry: PriceHistoryEntry; listing: Listing; timezone: string; isLast: boolean };

const Entry = ({ entry, listing, timezone, isLast }: Props) => {
  const undo = useUndoPrices();
  const { batchId, oldPrice, newPrice } = entry;
  const inCurrency = (price: number) => dollars(price, listing.currency);
  // The server reads the listing's current price before it undoes anything. This only decides whether to offer it.
  const canUndo = isLast && batchId !== undefined && oldPrice !== null && entry.source !== 'undo' && listing.isActive;
  const putBack = () =>
    whenDone(undo.mutateAsync({ batchId: batchId ?? '', body: { listingIds: [listing.id] } }), {
      onSuccess: ({ reverted, skipped, message }) => {
        if (reverted.length > 0) toastDone(changeMessages.undoneOne, message);
        else toastFailed(changeMessages.notUndone, skipped[0]?.message ?? message);
      },
      onError: (error) =>
        toastFailed(changeMessages.undoFailed, failureMessage(error, changeMessages.undoFallback), { error }),
    });
  return (
    <HistoryEntry at={entry.at} timezone={timezone}>
      <span>
        <b>
          {oldPrice === null
            ? messages.first(inCurrency(newPrice))
            : messages.change(inCurrency(oldPrice), inCurrency(newPrice))}
        </b>{' '}
        {oldPrice !== null && <span className="mute">{messages.source[entry.source]}</span>}
      </span>
      {canUndo && (
        <Button isSmall onClick={putBack} isPending={undo.isPending} pendingText="Undoing…">
          {messages.putBack(inCurrency(oldPrice))}
        </Button>
      )}
    </HistoryEntry>
  );
};
