// The closet's statistics, in the profile.
import { Fragment } from 'react';
import { ago, count } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useNow } from '#web/lib/clock.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { closetStatsMessages as messages } from '#web/messages/closet/closet.ts';
import { NoData } from '#web/ui/panel.tsx';
import { type ClosetFacts, closetFacts } from './closet-facts.ts';
import { listingsQuery } from './queries.ts';
import './closet-stats.css';

export const ClosetStats = () => {
  const { data: listings, error, refetch } = useSteadyQuery(listingsQuery);
  const now = useNow(60_000);
  if (!listings) {
    return <NoData error={error} onRetry={refetch} lines={6} label={messages.loading} />;
  }
  if (listings.length === 0) return <p className="small mute">{messages.empty}</p>;
  const facts = closetFacts(listings, now);
  const readAt = Math.max(...listings.map(({ syncedAt }) => Date.parse(syncedAt)));
  return (
    <div className="stats">
      <Figures facts={facts} all={listings.length} />
      <Prices prices={facts.prices} />
      <Ages facts={facts} />
      <p className="small mute">
        {messages.neverShared(facts.neverShared)} {messages.asOf(ago(readAt, now))}
      </p>
    </div>
  );
};

const Figures = ({ facts, all }: { facts: ClosetFacts; all: number }) => (
  <dl className="stats-figures">
    {[
      {
        name: messages.figures.active,
        value: facts.active,
        note: messages.activeNote(Math.round((facts.active / all) * 100), facts.skipped),
      },
      { name: messages.figures.sold, value: facts.sold, note: messages.soldNote(facts.other) },
      { name: messages.figures.likes, value: facts.likes, note: messages.likesNote(facts.mostLikes) },
      { name: messages.figures.shares, value: facts.shares, note: messages.sharesNote },
    ].map(({ name, value, note }) => (
      <div key={name}>
        <dt className="lab">{name}</dt>
        <dd>
          <span className="stats-fig">{count(value)}</span>
          <span className="small mute">{note}</span>
        </dd>
      </div>
    ))}
  </dl>
);

const Prices = ({ prices }: { prices: ClosetFacts['prices'] }) => (
  <section aria-labelledby="stats-prices">
    <h3 className="h-head" id="stats-prices">
      {messages.prices}
    </h3>
    {prices.length === 0 && <p className="small mute">{messages.noPrices}</p>}
    {prices.map(({ currency, low, median, high, total }) => (
      <Fragment key={currency}>
        <div
          className="stats-range"
          aria-hidden="true"
          style={properties({ v: ((median - low) / Math.max(high - low, 1)) * 100 })}
        >
          <i />
        </div>
        <dl className="stats-prices">
          {[[messages.lowest, low] as const, [messages.middle, median] as const, [messages.highest, high] as const].map(
            ([name, amount]) => (
              <div key={name}>
                <dt className="small mute">{name}</dt>
                <dd className="num">{wholeDollars(amount, currency)}</dd>
              </div>
            ),
          )}
        </dl>
        <p className="small mute">{messages.total(wholeDollars(total, currency))}</p>
      </Fragment>
    ))}
  </section>
);

const Ages = ({ facts: { ages, unknownAge } }: { facts: ClosetFacts }) => {
  const most = Math.max(...ages.map((age) => age.count), 1);
  return (
    <section aria-labelledby="stats-ages">
      <h3 className="h-head" id="stats-ages">
        {messages.ages}
      </h3>
      <dl className="stats-ages">
        {ages.map(({ band, count: listings }) => (
          <div key={band} style={properties({ v: (listings / most) * 100 })}>
            <dt className="small">{messages.bands[band]}</dt>
            <dd>
              <i aria-hidden="true" />
              <span className="num small">{messages.band(listings)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {unknownAge > 0 && <p className="small mute">{messages.unknownAge(unknownAge)}</p>}
    </section>
  );
};
