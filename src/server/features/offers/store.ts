// The SQL of offers: the seller’s rules, the listings that may get one, who got one before, and how each one ended.

import type { StoredOfferRules } from '#contract/offers/offers.ts';
import { fromDollars } from '#domain/money.ts';
import type { OfferListing } from '#domain/offers/preview.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, rowsOf, toJson } from '../../sql.ts';
import { giveBackOffer, type OfferDay, takeOffer } from '../bot/bot.ts';

type StoredRules = StoredOfferRules & { nextId: number };

/** null: the seller has never saved any. */
export const findStoredRules = (db: Queryable, userId: string, lock = ''): Promise<StoredRules | null> =>
  firstRow(
    db,
    `select most_a_day as "mostADay", rules, next_id as "nextId" from offer_rules where user_id = $1 ${lock}`,
    [userId],
  );

export const lockStoredRules = async (tx: Queryable, userId: string, standard: StoredRules): Promise<StoredRules> => {
  await tx.query(
    `insert into offer_rules (user_id, most_a_day, rules, next_id) values ($1, $2, $3, $4) on conflict do nothing`,
    [userId, standard.mostADay, toJson(standard.rules), standard.nextId],
  );
  return (await findStoredRules(tx, userId, 'for update')) ?? standard;
};

export async function saveRules(
  tx: Queryable,
  userId: string,
  { mostADay, rules, nextId }: StoredRules,
): Promise<void> {
  await tx.query('update offer_rules set most_a_day = $2, rules = $3, next_id = $4 where user_id = $1', [
    userId,
    mostADay,
    toJson(rules),
    nextId,
  ]);
}

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
  const rows = await rowsOf<Row>(db, listings('', ''), [userId]);
  return rows.map(toListing);
}

/** null if no offer can be made for this listing anymore. */
export async function findListing(db: Queryable, userId: string, listingId: string): Promise<ListingForOffer | null> {
  const row = await firstRow<Row>(db, listings('and l.id = $2', 'and listing_id = $2'), [userId, listingId]);
  return row && toListing(row);
}

/** For each of these listings: how many likers have had which lowest offer since then. */
export async function findLowestOffers(
  db: Queryable,
  { userId, listingIds, since }: { userId: string; listingIds: readonly string[]; since: Instant },
): Promise<Map<string, { priceCents: number; likers: number }[]>> {
  const rows = await rowsOf<{ listingId: string; price: number; likers: number }>(
    db,
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

/** The offers on a listing that were made since then, or may have been: the price in whole dollars, and hashes of who got it. */
export const findPastOffers = (
  db: Queryable,
  { userId, listingId, since }: { userId: string; listingId: string; since: Instant },
): Promise<{ price: number; likers: string[] }[]> =>
  rowsOf(
    db,
    `select o.price, l.likers from offers o join offer_likers l on l.user_id = o.user_id and l.id = o.id
     where o.user_id = $1 and o.listing_id = $2 and o.outcome <> 'refused' and o.sent_at > ${at(3)}`,
    [userId, listingId, since],
  );

type PlannedOffer = {
  userId: string;
  listingId: string;
  ruleId: string | null;
  /** Whole dollars. */
  price: number;
  discountLabel: string | null;
  discountCostCents: number | null;
  likers: readonly string[];
  day: OfferDay;
  mostADay: number;
  now: Instant;
};

/**
 * Counts an offer toward its day and stores it, before it is sent: one that a crash leaves behind may have been sent, and counts.
 * Resolves to null if the day is full. The transaction holds the account lock.
 */
export async function planOffer(tx: Queryable, offer: PlannedOffer): Promise<string | null> {
  if (!(await takeOffer(tx, offer))) return null;
  return firstValue(
    tx,
    `with planned as (
       insert into offers (user_id, listing_id, sent_at, price, discount_label, discount_cost_cents, rule_id, outcome)
       values ($1, $2, ${at(6)}, $3, $4, $5, $8, 'sending') returning id, sent_at
     ), likers as (
       insert into offer_likers (user_id, id, sent_at, likers) select $1, id, sent_at, $7 from planned
     )
     select id from planned`,
    [
      ...[offer.userId, offer.listingId, offer.price, offer.discountLabel, offer.discountCostCents, offer.now],
      ...[offer.likers, offer.ruleId],
    ],
  );
}

/** A refused offer was proven not to be made, so it counts for nobody and toward no day. */
export async function settleOffer(
  tx: Queryable,
  given: { offerId: string; userId: string; day: OfferDay; outcome: 'sent' | 'refused' | 'unknown' },
): Promise<void> {
  const { offerId, userId, day, outcome } = given;
  await tx.query('update offers set outcome = $3 where id = $1 and user_id = $2', [offerId, userId, outcome]);
  if (outcome !== 'refused') return;
  await tx.query('delete from offer_likers where user_id = $1 and id = $2', [userId, offerId]);
  await giveBackOffer(tx, userId, day);
}
