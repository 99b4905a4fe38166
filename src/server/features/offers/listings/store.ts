// The SQL of listings that may get an offer, with the offers that they have had.

import { fromDollars } from '#domain/money.ts';
import type { OfferListing } from '#domain/offers/preview.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

/** Who has had which offer is read later, for the few listings for which that matters. */
export type ListingForOffer = OfferListing & { userId: string; listingId: string; marketId: string };

type Row = Omit<ListingForOffer, 'priceCents' | 'floorCents' | 'had'> & {
  price: number | null;
  floorPrice: number | null;
};

/** Listings for sale in the linked closet. */
const listings = (which: string, whichOffers: string): string =>
  `select l.user_id as "userId", l.id, l.id as "listingId", l.poshmark_id as "marketId", l.title, l.brand, l.department,
     l.category, l.subcategory, l.condition, l.shelf, l.price, l.currency, l.floor_price as "floorPrice",
     l.cost_cents as "costCents", l.listed_at as "listedAt", l.like_count as likes, o.sent_at as "lastOfferAt",
     coalesce(o.earlier, 0)::int as earlier
   from selling_listings l
   join closet_connections c on c.user_id = l.user_id and c.market_user_id = l.market_user_id
   left join (
     select listing_id, max(sent_at) as sent_at, count(*) filter (where rule_id is not null) as earlier
     from offers where user_id = $1 and outcome <> 'refused' ${whichOffers} group by listing_id
   ) o on o.listing_id = l.id
   where l.user_id = $1 ${which}`;

const toListing = ({ price, floorPrice, ...row }: Row): ListingForOffer => ({
  ...row,
  priceCents: price === null ? null : fromDollars(price),
  floorCents: floorPrice === null ? null : fromDollars(floorPrice),
  had: [],
});

export async function findListings(db: Queryable, userId: string): Promise<ListingForOffer[]> {
  const { rows } = await db.query<Row>(listings('', ''), [userId]);
  return rows.map(toListing);
}

/** null if no offer can be made for this listing anymore. */
export async function findListing(db: Queryable, userId: string, listingId: string): Promise<ListingForOffer | null> {
  const { rows } = await db.query<Row>(listings('and l.id = $2', 'and listing_id = $2'), [userId, listingId]);
  return rows[0] === undefined ? null : toListing(rows[0]);
}

/** For each of these listings: how many likers have had which lowest offer since then. */
export async function findLowestOffers(
  db: Queryable,
  { userId, listingIds, since }: { userId: string; listingIds: readonly string[]; since: Instant },
): Promise<Map<string, { priceCents: number; likers: number }[]>> {
  const { rows } = await db.query<{ listingId: string; price: number; likers: number }>(
    `select listing_id as "listingId", price, count(*)::int as likers from (
       select o.listing_id, min(o.price) as price
       from offers o join offer_likers k on k.user_id = o.user_id and k.id = o.id cross join lateral unnest(k.likers) h(hash)
       where o.user_id = $1 and o.outcome <> 'refused' and o.sent_at > ${at(3)} and o.listing_id = any($2::bigint[])
       group by o.listing_id, hashtextextended(h.hash, 0)
     ) lowest group by listing_id, price`,
    [userId, listingIds, since],
  );
  return Map.groupBy(
    rows.map(({ listingId, price, likers }) => ({ listingId, priceCents: fromDollars(price), likers })),
    ({ listingId }) => listingId,
  );
}
