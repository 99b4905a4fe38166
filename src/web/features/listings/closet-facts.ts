// Summarizes the listings of a closet.
import type { Listing } from '#contract/listings/listings.ts';
import type { Currency } from '#domain/money.ts';

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

export type ClosetFacts = {
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
