// The SQL of offers: which listings may get one, who got them, and how each one ended.

import { mostOffersADay } from '#domain/offers/offer.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { giveBackOffer, type OfferDay, takeOffer } from '../../bot/bot.ts';
import { at } from '../../sql-moment.ts';

export type OfferCandidate = {
  userId: string;
  listingId: string;
  marketId: string;
  title: string;
  /** Whole dollars, as of the last reading. */
  price: number | null;
  currency: string;
  floorPrice: number | null;
  /** Of the last offer that was sent, or may have been. */
  lastOfferAt: Instant | null;
};

/** Listings for sale in the linked closet that somebody likes and that had no offer since `since`. The most liked first. */
const candidates = (
  which = '',
): string => `select l.user_id as "userId", l.id as "listingId", l.poshmark_id as "marketId", l.title, l.price,
    l.currency, l.floor_price as "floorPrice", o.sent_at as "lastOfferAt"
  from shareable_listings l
  join closet_connections c on c.user_id = l.user_id and c.market_user_id = l.market_user_id
  left join lateral (
    select max(sent_at) as sent_at from offers where user_id = l.user_id and listing_id = l.id and outcome <> 'refused'
  ) o on true
  where l.user_id = $1 and l.like_count > 0 and (o.sent_at is null or o.sent_at <= ${at(2)}) ${which}
  order by l.like_count desc, l.id`;

export async function findOfferCandidates(
  db: Queryable,
  { userId, since }: { userId: string; since: Instant },
): Promise<OfferCandidate[]> {
  const { rows } = await db.query<OfferCandidate>(candidates(), [userId, since]);
  return rows;
}

/** null if no offer can be made for this listing anymore. */
export async function findOfferCandidate(
  db: Queryable,
  { userId, listingId, since }: { userId: string; listingId: string; since: Instant },
): Promise<OfferCandidate | null> {
  const { rows } = await db.query<OfferCandidate>(candidates('and l.id = $3'), [userId, since, listingId]);
  return rows[0] ?? null;
}

/** The offers on a listing that were made since then, or may have been: the price in whole dollars, and hashes of who got it. */
export async function findPastOffers(
  db: Queryable,
  { userId, listingId, since }: { userId: string; listingId: string; since: Instant },
): Promise<{ price: number; likers: string[] }[]> {
  const { rows } = await db.query<{ price: number; likers: string[] }>(
    `select o.price, l.likers from offers o join offer_likers l on l.user_id = o.user_id and l.id = o.id
     where o.user_id = $1 and o.listing_id = $2 and o.outcome <> 'refused' and o.sent_at > ${at(3)}`,
    [userId, listingId, since],
  );
  return rows;
}

type PlannedOffer = {
  userId: string;
  listingId: string;
  /** Whole dollars. */
  price: number;
  discountLabel: string | null;
  discountCostCents: number | null;
  likers: readonly string[];
  day: OfferDay;
  now: Instant;
};

/**
 * Counts an offer toward its day and stores it, before it is sent: one that a crash leaves behind may have been sent, and counts.
 * Resolves to null if the day is full. The transaction holds the account lock.
 */
export async function planOffer(tx: Queryable, offer: PlannedOffer): Promise<string | null> {
  const { userId, day, now } = offer;
  if (!(await takeOffer(tx, { userId, day, mostADay: mostOffersADay }))) return null;
  const { rows } = await tx.query<{ id: string }>(
    `with planned as (
       insert into offers (user_id, listing_id, sent_at, price, discount_label, discount_cost_cents, outcome)
       values ($1, $2, ${at(6)}, $3, $4, $5, 'sending') returning id, sent_at
     ), likers as (
       insert into offer_likers (user_id, id, sent_at, likers) select $1, id, sent_at, $7 from planned
     )
     select id from planned`,
    [userId, offer.listingId, offer.price, offer.discountLabel, offer.discountCostCents, now, offer.likers],
  );
  return rows[0]?.id ?? null;
}

/** A refused offer was proven not to be made, so it counts for nobody and toward no day. */
export async function settleOffer(
  tx: Queryable,
  {
    offerId,
    userId,
    day,
    outcome,
  }: { offerId: string; userId: string; day: OfferDay; outcome: 'sent' | 'refused' | 'unknown' },
): Promise<void> {
  await tx.query('update offers set outcome = $3 where id = $1 and user_id = $2', [offerId, userId, outcome]);
  if (outcome !== 'refused') return;
  await tx.query('delete from offer_likers where user_id = $1 and id = $2', [userId, offerId]);
  await giveBackOffer(tx, userId, day);
}
