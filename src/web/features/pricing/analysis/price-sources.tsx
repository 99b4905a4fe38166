// Shows where prices come from and how often their ranges were right.
import { useQuery } from '@tanstack/react-query';
import { startWith } from '#domain/closet.ts';
import { count, counted, formatWhen } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';
import { ImportSuggestion } from '../import/import-sales.tsx';
import { pricingStateQuery } from '../queries.ts';
import './price-sources.css';

const messages = marketMessages.standing;

/** The data behind all suggestions, and how often their ranges were right. Shows nothing if that could not be loaded. */
export const PriceSources = ({ timezone }: { timezone: string }) => {
  const { data: state } = useQuery(pricingStateQuery);
  const now = useNow(60_000);
  const marketplace = useMarketplaceName();
  if (!state) return null;
  const { comparables, sold, fromSearch, imported, searchPausedUntil, searchAwaitsBrowser, record } = state;
  return (
    <section className="standing" aria-label="Where these prices come from">
      <h2 className="h-head">Where these prices come from</h2>
      <p>
        {counted(comparables, 'comp')} ({count(sold)} sold)
        {comparables > 0 && `: ${messages.sources({ fromSearch, imported, all: comparables }, marketplace)}`}.
      </p>
      <ImportSuggestion />
      {searchAwaitsBrowser && (
        <p>
          Hangtag searches for comps through your paired browser. It can’t right now. Open that browser and sign in
          there.
        </p>
      )}
      {searchPausedUntil !== null && Date.parse(searchPausedUntil) > now && (
        <p>
          {startWith(marketplace)} is limiting searches. Hangtag will search again{' '}
          {formatWhen(searchPausedUntil, now, timezone)}.
        </p>
      )}
      <p>
        {record.sold > 0
          ? `Of ${counted(record.sold, 'item')} sold after advice, ${count(record.withinInterval)} sold inside the predicted range.`
          : 'Accuracy appears here once an advised item sells.'}
      </p>
    </section>
  );
};
