// The price history of one listing.

import type { PriceHistoryEntry } from '#contract/schemas/listings/prices.ts';
import type { Listing } from '#contract/schemas/listings.ts';
import { clockTimeNear, zonePlace } from '#web/format/format.ts';
import { dollars } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { changeMessages } from '#web/messages/pricing/price-changes.ts';
import { uiMessages } from '#web/messages/ui.ts';
import { Button } from '#web/ui/button.tsx';
import { PanelError, Skeleton } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { historyQuery, useUndoPrices } from '../queries.ts';

const messages = changeMessages.history;

/** Every price that the listing had. The last change can be undone if Hangtag made it. */
export const PriceHistory = ({ listing, timezone }: { listing: Listing; timezone: string }) => {
  const { data: entries, error, refetch } = useSteadyQuery(historyQuery(listing.id));
  return (
    <section className="history" aria-label={messages.title}>
      <h3 className="h-head">
        {messages.title}{' '}
        {entries && entries.length > 0 && <small className="mute">{uiMessages.timesIn(zonePlace(timezone))}</small>}
      </h3>
      {entries ? (
        entries.length === 0 ? (
          <p className="small mute">{messages.empty}</p>
        ) : (
          <ol>
            {entries.map((entry, index) => (
              <Entry
                key={`${entry.at}-${entry.newPrice}`}
                entry={entry}
                listing={listing}
                timezone={timezone}
                isLast={index === 0}
              />
            ))}
          </ol>
        )
      ) : error ? (
        <PanelError error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton lines={2} label={messages.loading} />
      )}
    </section>
  );
};

type Props = { entry: PriceHistoryEntry; listing: Listing; timezone: string; isLast: boolean };

const Entry = ({ entry, listing, timezone, isLast }: Props) => {
  const now = useNow(60_000);
  const undo = useUndoPrices();
  const { batchId, oldPrice, newPrice } = entry;
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
    <li>
      <span className="dim">
        <Time at={entry.at} zone={timezone}>
          {clockTimeNear(entry.at, now, timezone)}
        </Time>
      </span>
      <span>
        <b>
          {oldPrice === null
            ? messages.first(dollars(newPrice))
            : messages.change(dollars(oldPrice), dollars(newPrice))}
        </b>{' '}
        {oldPrice !== null && <span className="mute">{messages.source[entry.source]}</span>}
      </span>
      {canUndo && (
        <Button isSmall onClick={putBack} isPending={undo.isPending} pendingText={changeMessages.undoingNow}>
          {messages.putBack(dollars(oldPrice))}
        </Button>
      )}
    </li>
  );
};
