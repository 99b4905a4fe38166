// A part of the analysis sheet with what happened to a listing, newest first.
import type { ReactNode } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import type { PriceHistoryEntry } from '#contract/listings/prices.ts';
import type { Direction, Recommendation } from '#contract/pricing/advice.ts';
import type { Currency } from '#domain/money.ts';
import { clockTimeNear, zonePlace } from '#web/format/format.ts';
import { dollars, percent } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { changeMessages } from '#web/messages/pricing/price-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import { toastDone, toastFailed, toastFailure } from '#web/ui/toast-store.ts';
import { useUndoPrices } from '../batch/price-batch.ts';
import { earlierAdviceQuery, historyQuery } from '../queries.ts';

type Props<Entry> = {
  messages: { title: string; empty: string; loading: string };
  timezone: string;
  read: { data: readonly Entry[] | undefined; error: Error | null; refetch: () => unknown };
  children: (entry: Entry, index: number) => ReactNode;
};

function ListingHistory<Entry>({ messages, timezone, read, children }: Props<Entry>) {
  const { data: entries, error, refetch } = read;
  const hasEntries = entries !== undefined && entries.length > 0;
  return (
    <section className="history" aria-label={messages.title}>
      <h3 className="h-head">
        {messages.title} {hasEntries && <small className="mute">Times in {zonePlace(timezone)}</small>}
      </h3>
      {hasEntries ? (
        <ol>{entries.map(children)}</ol>
      ) : entries ? (
        <p className="small mute">{messages.empty}</p>
      ) : (
        <NoData error={error} onRetry={refetch} lines={2} label={messages.loading} />
      )}
    </section>
  );
}

const HistoryEntry = ({ at, timezone, children }: { at: string; timezone: string; children: ReactNode }) => (
  <li>
    <span className="dim">
      <Time at={at} zone={timezone}>
        {clockTimeNear(at, useNow(60_000), timezone)}
      </Time>
    </span>
    {children}
  </li>
);

const adviceMessages = {
  title: 'Advice so far',
  empty: 'This is the first advice for this listing.',
  loading: 'Loading earlier advice',
};
const verbs: Record<Direction, string> = { increase: 'Raise to', decrease: 'Lower to', maintain: 'Keep at' };
const outcomes: Record<Recommendation['outcome']['state'], (price: string | null) => string> = {
  open: () => 'Still open',
  applied: () => 'Applied',
  changed: (price: string | null) => (price === null ? 'You set another price' : `You set ${price}`),
  sold: (price: string | null) => (price === null ? 'Sold' : `Sold at ${price}`),
  gone: () => 'No longer listed',
};

export const EarlierAdvice = ({ listing, timezone }: { listing: Listing; timezone: string }) => {
  const read = useSteadyQuery(earlierAdviceQuery(listing.id));
  return (
    <ListingHistory messages={adviceMessages} timezone={timezone} read={read}>
      {(one) => <Advice key={one.id} advice={one} currency={listing.currency} timezone={timezone} />}
    </ListingHistory>
  );
};

const Advice = ({ advice, currency, timezone }: { advice: Recommendation; currency: Currency; timezone: string }) => {
  const { outcome } = advice;
  const price = outcome.price === null ? null : dollars(outcome.price, currency);
  return (
    <HistoryEntry at={advice.at} timezone={timezone}>
      <span>
        <b>{`${verbs[advice.direction]} ${dollars(advice.suggestedPrice, currency)}`}</b>{' '}
        <span className="mute">
          {advice.direction !== 'maintain' && `${percent(advice.confidence)} confidence.`}{' '}
          {outcomes[outcome.state](price)}
          {outcome.withinInterval !== null && `, ${outcome.withinInterval ? 'inside' : 'outside'} the predicted range`}
        </span>
      </span>
    </HistoryEntry>
  );
};

const priceMessages = { title: 'Price history', empty: 'No price changes yet.', loading: 'Loading price history' };

/** Every price that the listing had. The last change can be undone if Hangtag made it. */
export const PriceHistory = ({ listing, timezone }: { listing: Listing; timezone: string }) => {
  const read = useSteadyQuery(historyQuery(listing.id));
  return (
    <ListingHistory messages={priceMessages} timezone={timezone} read={read}>
      {(entry, index) => (
        <Entry key={`${entry.at}-${entry.newPrice}`} isLast={index === 0} {...{ entry, listing, timezone }} />
      )}
    </ListingHistory>
  );
};

type EntryProps = { entry: PriceHistoryEntry; listing: Listing; timezone: string; isLast: boolean };

const Entry = ({ entry, listing, timezone, isLast }: EntryProps) => {
  const undo = useUndoPrices();
  const { batchId, oldPrice, newPrice } = entry;
  const inCurrency = (price: number) => dollars(price, listing.currency);
  // The server reads the listing's current price before it undoes anything. This only decides whether to offer it.
  const canUndo = isLast && batchId !== undefined && oldPrice !== null && entry.source !== 'undo' && listing.isActive;
  const putBack = () =>
    whenDone(undo.mutateAsync({ batchId: batchId ?? '', body: { listingIds: [listing.id] } }), {
      onSuccess: ({ reverted, skipped, message }) => {
        if (reverted.length > 0) toastDone('Price restored', message);
        else toastFailed('Not restored', skipped[0]?.message ?? message);
      },
      onError: (error) => toastFailure(error, 'Undo Failed', changeMessages.undoFallback),
    });
  return (
    <HistoryEntry at={entry.at} timezone={timezone}>
      <span>
        <b>
          {oldPrice === null
            ? `First seen at ${inCurrency(newPrice)}`
            : `${inCurrency(oldPrice)} to ${inCurrency(newPrice)}`}
        </b>{' '}
        {oldPrice !== null && <span className="mute">{changeMessages.source[entry.source]}</span>}
      </span>
      {canUndo && (
        <Button isSmall onClick={putBack} isPending={undo.isPending} pendingText="Undoing…">
          Restore {inCurrency(oldPrice)}
        </Button>
      )}
    </HistoryEntry>
  );
};
