/** Which listings the optimizer looks at. */
export const strategies = ['engagement', 'underperforming', 'recent', 'random'] as const;
export type Strategy = (typeof strategies)[number];

/** What the choice goes by. Only active listings belong here. */
type Candidate = {
  id: string;
  likeCount: number;
  shareCount: number;
  /** null: never, or not known. */
  lastShared: number | null;
  listedAt: number | null;
};

/**
 * Up to `limit` listings: the most liked and shared (`engagement`), the least liked for their time (`underperforming`, oldest
 * first among equals), the ones shared last (`recent`), or any (`random`, by the given source of numbers from 0 to 1).
 */
export function chooseListings<Listing extends Candidate>(
  listings: readonly Listing[],
  { strategy, limit, now, random }: { strategy: Strategy; limit: number; now: number; random: () => number },
): Listing[] {
  const orders: Record<Strategy, () => readonly Listing[]> = {
    engagement: () => ranked(listings, ({ likeCount, shareCount }) => -(likeCount + shareCount)),
    underperforming: () => ranked(listings, (listing) => likesForItsTime(listing, now)),
    recent: () => ranked(listings, ({ lastShared }) => -(lastShared ?? Number.NEGATIVE_INFINITY)),
    random: () =>
      ranked(
        listings.map((listing) => ({ listing, draw: random(), id: listing.id })),
        ({ draw }) => draw,
      ).map(({ listing }) => listing),
  };
  return orders[strategy]().slice(0, limit);
}

/** Likes over the square root of days: what is new is not yet a failure, and what is old had its chances. Unknown age counts as new. */
function likesForItsTime({ likeCount, listedAt }: Candidate, now: number): number {
  const days = listedAt === null ? 0 : Math.max(0, (now - listedAt) / 86_400_000);
  return (likeCount + 1) / Math.sqrt(days + 1);
}

/** By a number, least first; equals by id, so that the same listings are chosen every time. */
const ranked = <T extends { id: string }>(things: readonly T[], by: (thing: T) => number): T[] =>
  [...things].sort((one, other) => {
    const [first, second] = [by(one), by(other)];
    return first === second ? (one.id < other.id ? -1 : 1) : first - second;
  });
