// Turns a stored listing into a case: what the pricing engine is asked about it.

import { isId } from '#domain/id.ts';
import { usDollars } from '#domain/money.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { PricingCase } from '#domain/ports/pricing/engine.ts';
import { restDays } from '#domain/pricing/advice/decide.ts';
import { type Attention, judgeDemand, leastPeers } from '#domain/pricing/advice/demand.ts';
import type { PriceStep } from '#domain/pricing/advice/reasons.ts';
import { type Item, knownFacts } from '#domain/pricing/facts/comparable.ts';
import { garmentOf, kindsLike } from '#domain/pricing/facts/garments.ts';
import type { LinkedSource } from '../comparables/pricing-context.ts';
import { sellerKey } from '../comparables/store.ts';
import { type ClosetListing, findActive, findOne } from './advice-store.ts';

const dayMs = 86_400_000;

export type PricedListing = ClosetListing & { price: number };
export const isPriced = (listing: ClosetListing): listing is PricedListing =>
  listing.price !== null && listing.price > 0;

/** Midnight UTC. Demand is judged as of then, so an analysis stays the same for a day if nothing else changes. */
export const today = (clock: Clock): Instant => clock.now() - (clock.now() % dayMs);

export const findActivePriced = async (
  database: Database,
  { userId, marketUserId }: LinkedSource,
  now: Instant,
): Promise<PricedListing[]> =>
  (await findActive(database, { userId, marketUserId, since: restStart(now) })).filter(isPriced);

/** null if the seller has no listing with this id; ids are opaque to callers. */
export const findListing = async (
  database: Database,
  { userId, id, now }: { userId: string; id: string; now: Instant },
): Promise<ClosetListing | null> => (isId(id) ? findOne(database, { userId, id, since: restStart(now) }) : null);

/** Only price changes after this moment can delay the next advice. */
export const restStart = (now: Instant): Instant => now - restDays * dayMs;

/** The listing as an item for the engine: money in cents, and its owner only as a key. */
export const itemOf = (userId: string, listing: ClosetListing): Item => ({
  title: listing.title,
  seller: sellerKey(userId),
  ...knownFacts(listing),
  ...(listing.originalPrice !== null && { originalPrice: listing.originalPrice * 100 }),
  ...(listing.listedAt !== null && { listedAt: listing.listedAt }),
  ...(listing.currency !== usDollars && { currency: listing.currency }),
});

/** Never negative; null if the listing date is unknown. */
export const ageDays = (listedAt: Instant | null, now: Instant): number | null =>
  listedAt === null ? null : Math.max(0, (now - listedAt) / dayMs);

/** As the list of listings shows it. */
export function wholeDays(listedAt: Instant | null, now: Instant): number | null {
  const days = ageDays(listedAt, now);
  return days === null ? null : Math.floor(days);
}

/**
 * What the engine is asked about listings of a closet. The demand for each is compared with listings of the same kind in `active`,
 * because a pair of earrings gets other numbers of likes than a coat.
 */
export function caseReader(
  userId: string,
  active: readonly PricedListing[],
  { today: midnight, now }: { today: Instant; now: Instant },
): (listing: PricedListing) => PricingCase {
  const attention = ({ likeCount, shareCount, listedAt }: ClosetListing): Attention => ({
    likes: likeCount,
    shares: shareCount,
    ageDays: ageDays(listedAt, midnight),
  });
  const peersOf = peerFinder(active);
  return (listing) => ({
    item: itemOf(userId, listing),
    listing: {
      price: listing.price * 100,
      likes: listing.likeCount,
      ageDays: wholeDays(listing.listedAt, now),
      floorPrice: listing.floorPrice === null ? null : listing.floorPrice * 100,
      cost: listing.costCents,
      changed: stepOf(listing, now),
    },
    demand: judgeDemand(attention(listing), peersOf(listing).map(attention)),
  });
}

/** Finds the other listings of a listing's kind, or of its group of kinds if there are too few. */
function peerFinder(active: readonly ClosetListing[]): (listing: ClosetListing) => ClosetListing[] {
  const byKind = Map.groupBy(active, garmentOf);
  return (listing) => {
    const othersIn = (listings: readonly ClosetListing[]) => listings.filter(({ id }) => id !== listing.id);
    const kind = garmentOf(listing);
    if (kind === undefined)
      return othersIn(active).filter(({ category }) => category !== null && category === listing.category);
    const same = othersIn(byKind.get(kind) ?? []);
    return same.length >= leastPeers ? same : othersIn(kindsLike(kind).flatMap((each) => byKind.get(each) ?? []));
  };
}

/** The last price change, unless it was undone or overwritten. */
export function stepOf(
  { lastChange, price }: Pick<PricedListing, 'lastChange' | 'price'>,
  now: Instant,
): PriceStep | null {
  if (lastChange === null || lastChange.isUndo || lastChange.newPrice !== price) return null;
  if (lastChange.newPrice === lastChange.oldPrice) return null;
  return {
    way: lastChange.newPrice > lastChange.oldPrice ? 'up' : 'down',
    daysAgo: Math.max(0, Math.floor((now - lastChange.at) / dayMs)),
  };
}
