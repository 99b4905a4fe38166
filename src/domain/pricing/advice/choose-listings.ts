// Chooses the listings that the optimizer examines.
export const strategies = ['engagement', 'underperforming', 'recent', 'random'] as const;
export type Strategy = (typeof strategies)[number];

/** The facts that the choice depends on. Only active listings are candidates. */
type Candidate = {
  id: string;
  likeCount: number;
  shareCount: number;
  /** null if it was never shared, or if that is not known. */
  lastShared: number | null;
  listedAt: number | null;
};

/**
 * Chooses up to `limit` listings: the most liked and shared (`engagement`), the least liked for their age (`underperforming`,
 * oldest first among equals), the most recently shared (`recent`), or random ones (`random`, from numbers between 0 and 1).
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

/** Likes divided by the square root of the days, because a new listing had few chances for likes. Unknown age counts as new. */
function likesForItsTime({ likeCount, listedAt }: Candidate, now: number): number {
  const days = listedAt === null ? 0 : Math.max(0, (now - listedAt) / 86_400_000);
  return (likeCount + 1) / Math.sqrt(days + 1);
}

/** Sorts by a number, smallest first, and equals by id, so that the choice is always the same. */
const ranked = <T extends { id: string }>(things: readonly T[], by: (thing: T) => number): T[] =>
  [...things].sort((one, other) => {
    const [first, second] = [by(one), by(other)];
    return first === second ? (one.id < other.id ? -1 : 1) : first - second;
  });
