// The SQL of listings that may get an offer, with the offers that they have had.

import { fromDollars } from '#domain/money.ts';
import { offerMemoryMs } from '#domain/offers/offer.ts';
import type { OfferListing } from '#domain/offers/preview.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

/** `had` is left out: who has had which offer is read for all listings at once, or in detail for one. */
export type ListingForOffer = Omit<OfferListing, 'had'> & { userId: string; listingId: string; marketId: string };

type Row = Omit<ListingForOffer, 'priceCents' | 'floorCents'> & { price: number | null; floorPrice: number | null };

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
});

export async function findListings(db: Queryable, userId: string, now: Instant): Promise<OfferListing[]> {
  const { rows } = await db.query<Row>(listings('', ''), [userId]);
  const had = await findLowestOffers(db, userId, now - offerMemoryMs);
  return rows.map((row) => ({ ...toListing(row), had: had.get(row.id) ?? [] }));
}

/** null if no offer can be made for this listing anymore. */
export async function findListing(db: Queryable, userId: string, listingId: string): Promise<ListingForOffer | null> {
  const { rows } = await db.query<Row>(listings('and l.id = $2', 'and listing_id = $2'), [userId, listingId]);
  return rows[0] === undefined ? null : toListing(rows[0]);
}

/** For each listing: how many likers have had which lowest offer since then. */
async function findLowestOffers(
  db: Queryable,
  userId: string,
  since: Instant,
): Promise<Map<string, { priceCents: number; likers: number }[]>> {
  const { rows } = await db.query<{ listingId: string; price: number; likers: number }>(
    `select listing_id as "listingId", price, count(*)::int as likers from (
       select o.listing_id, h.hash, min(o.price) as price
       from offers o join offer_likers k on k.user_id = o.user_id and k.id = o.id cross join lateral unnest(k.likers) h(hash)
       where o.user_id = $1 and o.outcome <> 'refused' and o.sent_at > ${at(2)}
       group by o.listing_id, h.hash
     ) lowest group by listing_id, price`,
    [userId, since],
  );
  return Map.groupBy(
    rows.map(({ listingId, price, likers }) => ({ listingId, priceCents: fromDollars(price), likers })),
    ({ listingId }) => listingId,
  );
}
