// The closet's statistics, in the profile.
import { Fragment } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import type { Currency } from '#domain/money.ts';
import { ago, count, counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useNow } from '#web/lib/clock.ts';
import { listingsQuery, useSteadyQuery } from '#web/lib/server/queries.ts';
import { AgeBars, FigureList } from '#web/ui/figures/figures.tsx';
import { NoData, Section } from '#web/ui/panel.tsx';
import './closet-stats.css';

const bandNames = {
  month: 'Under 30 days',
  quarter: '30 to 89 days',
  half: '90 to 179 days',
  longer: '180 days or more',
} as const;

export const ClosetStats = () => {
  const { data: listings, error, refetch } = useSteadyQuery(listingsQuery);
  const now = useNow(60_000);
  if (!listings) return <NoData error={error} onRetry={refetch} lines={6} label="Loading your listings" />;
  if (listings.length === 0)
    return <p className="small mute">No listings yet. Sync your closet on the dashboard to see its numbers here.</p>;
  const facts = closetFacts(listings, now);
  const readAt = Math.max(...listings.map(({ syncedAt }) => Date.parse(syncedAt)));
  return (
    <div className="stats">
      <Figures facts={facts} all={listings.length} />
      <Prices prices={facts.prices} />
      <Ages facts={facts} />
      <p className="small mute">
        {facts.neverShared === 0
          ? 'Hangtag has shared every active listing.'
          : `Hangtag hasn’t shared ${counted(facts.neverShared, 'active listing')} yet.`}{' '}
        Your closet was read {ago(readAt, now)}.
      </p>
    </div>
  );
};

const Figures = ({ facts, all }: { facts: ClosetFacts; all: number }) => (
  <FigureList
    figures={[
      {
        name: 'Active',
        value: count(facts.active),
        note: `${Math.round((facts.active / all) * 100)}% of all listings${facts.skipped === 0 ? '' : `, ${count(facts.skipped)} skipped in rounds`}`,
      },
      {
        name: 'Sold',
        value: count(facts.sold),
        note: facts.other === 0 ? '' : `and ${count(facts.other)} not for sale`,
      },
      {
        name: 'Likes',
        value: count(facts.likes),
        note: facts.mostLikes === 0 ? 'none yet' : `${count(facts.mostLikes)} on the most liked`,
      },
      { name: 'Shares', value: count(facts.shares), note: 'confirmed, by Hangtag' },
    ]}
  />
);

const Prices = ({ prices }: { prices: ClosetFacts['prices'] }) => (
  <Section id="stats-prices" title="Asking prices" level={3}>
    {prices.length === 0 && <p className="small mute">None of your active listings has a price yet.</p>}
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
          {[['Lowest', low] as const, ['Median', median] as const, ['Highest', high] as const].map(([name, amount]) => (
            <div key={name}>
              <dt className="small mute">{name}</dt>
              <dd>{wholeDollars(amount, currency)}</dd>
            </div>
          ))}
        </dl>
        <p className="small mute">{wholeDollars(total, currency)} total asking price</p>
      </Fragment>
    ))}
  </Section>
);

const Ages = ({ facts: { ages, unknownAge } }: { facts: ClosetFacts }) => (
  <Section id="stats-ages" title="Listing age" level={3}>
    <AgeBars ages={ages.map(({ band, count: listings }) => ({ name: bandNames[band], listings }))} />
    {unknownAge > 0 && (
      <p className="small mute">{`${counted(unknownAge, 'listing')} ${unknownAge === 1 ? 'has' : 'have'} no listing date.`}</p>
    )}
  </Section>
);

type Facts = Pick<
  Listing,
  | 'isActive'
  | 'availability'
  | 'price'
  | 'currency'
  | 'likeCount'
  | 'shareCount'
  | 'listedAt'
  | 'lastShared'
  | 'skipSharing'
>;

const dayMs = 86_400_000;

/** Ages of listings in days. The upper end of a band belongs to the next band. */
const ageBands = [
  { name: 'month', below: 30 },
  { name: 'quarter', below: 90 },
  { name: 'half', below: 180 },
  { name: 'longer', below: Number.POSITIVE_INFINITY },
] as const;
type AgeBand = (typeof ageBands)[number]['name'];

type ClosetFacts = {
  active: number;
  skipped: number;
  sold: number;
  other: number;
  likes: number;
  mostLikes: number;
  /** All shares that Hangtag made and the marketplace confirmed, including those of sold listings. */
  shares: number;
  neverShared: number;
  /** Of listings for sale, in each currency, the most frequent one first; none if no price is known. */
  prices: { currency: Currency; low: number; median: number; high: number; total: number }[];
  ages: { band: AgeBand; count: number }[];
  unknownAge: number;
};

/** Prices, likes, and ages count only listings for sale. */
export const closetFacts = (listings: readonly Facts[], now: number): ClosetFacts => {
  const active = listings.filter(({ isActive }) => isActive);
  const sold = listings.filter(({ availability }) => availability === 'sold').length;
  const days = active.flatMap(({ listedAt }) => (listedAt === null ? [] : [(now - Date.parse(listedAt)) / dayMs]));
  const bandOf = (age: number): AgeBand => ageBands.find(({ below }) => age < below)?.name ?? 'longer';
  return {
    active: active.length,
    skipped: active.filter(({ skipSharing }) => skipSharing).length,
    sold,
    other: listings.length - active.length - sold,
    likes: sum(active.map(({ likeCount }) => likeCount)),
    mostLikes: Math.max(0, ...active.map(({ likeCount }) => likeCount)),
    shares: sum(listings.map(({ shareCount }) => shareCount)),
    neverShared: active.filter(({ lastShared }) => lastShared === null).length,
    prices: pricesOf(active),
    ages: ageBands.map(({ name }) => ({ band: name, count: days.filter((age) => bandOf(age) === name).length })),
    unknownAge: active.length - days.length,
  };
};

function pricesOf(active: readonly Facts[]): ClosetFacts['prices'] {
  const priced = active.flatMap(({ price, currency }) => (price === null ? [] : [{ price, currency }]));
  return [...Map.groupBy(priced, ({ currency }) => currency)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, some]) => {
      const prices = some.map(({ price }) => price).sort((a, b) => a - b);
      return { currency, low: prices[0] ?? 0, median: middle(prices), high: prices.at(-1) ?? 0, total: sum(prices) };
    });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const middle = (sorted: readonly number[]): number => {
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1] ?? 0, sorted[Math.floor(half)] ?? 0];
  return Math.round((low + high) / 2);
};
