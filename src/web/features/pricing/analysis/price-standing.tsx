import { useQuery } from '@tanstack/react-query';
import { useNow } from '#web/lib/clock.ts';
import { count, counted, whenWords } from '#web/lib/format/format.ts';
import { marketWords } from '#web/messages/pricing/market-analysis.ts';
import { pricingStateQuery } from '../queries.ts';
import './price-standing.css';

const words = marketWords.standing;

/** What all advice stands on, and how often its range was right. It says nothing where that could not be read. */
export const PriceStanding = ({ timezone }: { timezone: string }) => {
  const { data: state } = useQuery(pricingStateQuery);
  const now = useNow(60_000);
  if (!state) return null;
  const { comparables, sold, fromSearch, searchPausedUntil, record } = state;
  return (
    <section className="standing" aria-label={words.title}>
      <h2 className="h-head">{words.title}</h2>
      <p>
        {words.text(counted(comparables, 'comparable'), count(sold))}
        {comparables > 0 && `; ${fromSearch > 0 ? words.fromSearch(count(fromSearch)) : words.closetOnly}`}.
      </p>
      {searchPausedUntil !== null && Date.parse(searchPausedUntil) > now && (
        <p>{words.searchRests(whenWords(searchPausedUntil, now, timezone))}</p>
      )}
      <p>
        {record.sold > 0 ? words.record(count(record.withinInterval), counted(record.sold, 'item')) : words.noRecord}
      </p>
    </section>
  );
};
