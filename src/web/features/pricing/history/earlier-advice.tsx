// Shows earlier advice for a listing and what happened after it.

import type { Listing } from '#contract/listings/listings.ts';
import type { Recommendation } from '#contract/pricing/advice.ts';
import type { Currency } from '#domain/money.ts';
import { dollars, percent } from '#web/format/money-format.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';
import { earlierAdviceQuery } from '../queries.ts';
import { HistoryEntry, ListingHistory } from './listing-history.tsx';

const messages = marketMessages.earlierAdvice;

/** What Hangtag advised earlier and what happened next, so that the seller can judge the advice. */
export const EarlierAdvice = ({ listing, timezone }: { listing: Listing; timezone: string }) => {
  const { data: advice, error, refetch } = useSteadyQuery(earlierAdviceQuery(listing.id));
  return (
    <ListingHistory messages={messages} timezone={timezone} entries={advice} error={error} onRetry={refetch}>
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
        <b>{messages.advised[advice.direction](dollars(advice.suggestedPrice, currency))}</b>{' '}
        <span className="mute">
          {advice.direction !== 'maintain' && messages.sure(percent(advice.confidence))}{' '}
          {messages.outcome[outcome.state](price)}
          {outcome.withinInterval !== null && `, ${outcome.withinInterval ? messages.within : messages.outside}`}
        </span>
      </span>
    </HistoryEntry>
  );
};
