// The SQL of offers: which listings may get one, and how each one ended.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

export type OfferCandidate = {
  listingId: string;
  marketId: string;
  title: string;
  /** Whole dollars. */
  price: number;
  floorPrice: number | null;
  /** Of the last offer that was sent, or may have been. */
  lastOfferAt: Instant | null;
};

/** Listings for sale that somebody likes and that had no offer since `since`. */
const candidates = `select l.id as "listingId", l.poshmark_id as "marketId", l.title, l.price, l.floor_price as "floorPrice",
    o.sent_at as "lastOfferAt"
  from shareable_listings l left join lateral (
    select max(sent_at) as sent_at from offers where user_id = l.user_id and listing_id = l.id and outcome <> 'refused'
  ) o on true
  where l.user_id = $1 and l.like_count > 0 and l.price is not null
    and (o.sent_at is null or o.sent_at <= ${at(2)})`;

/** The most liked first. */
export async function findOfferListings(
  db: Queryable,
  { userId, since, limit }: { userId: string; since: Instant; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<OfferCandidate>(`${candidates} order by l.like_count desc, l.id limit $3`, [
    userId,
    since,
    limit,
  ]);
  return rows.map(({ listingId }) => listingId);
}

/** null if no offer can be made for this listing anymore. */
export async function findOfferCandidate(
  db: Queryable,
  { userId, listingId, since }: { userId: string; listingId: string; since: Instant },
): Promise<OfferCandidate | null> {
  const { rows } = await db.query<OfferCandidate>(`${candidates} and l.id = $3`, [userId, since, listingId]);
  return rows[0] ?? null;
}

/** Stores an offer before it is sent. Resolves to null if another one was sent since `since`. */
export async function planOffer(
  db: Queryable,
  offer: {
    userId: string;
    listingId: string;
    /** Whole dollars. */
    price: number;
    discountLabel: string | null;
    discountCostCents: number | null;
    now: Instant;
    since: Instant;
  },
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `insert into offers (user_id, listing_id, sent_at, price, discount_label, discount_cost_cents, outcome)
     select $1, $2, ${at(6)}, $3, $4, $5, 'sending'
     where not exists (
       select 1 from offers where user_id = $1 and listing_id = $2 and outcome <> 'refused' and sent_at > ${at(7)}
     )
     returning id`,
    [offer.userId, offer.listingId, offer.price, offer.discountLabel, offer.discountCostCents, offer.now, offer.since],
  );
  return rows[0]?.id ?? null;
}

export async function settleOffer(
  db: Queryable,
  { offerId, userId, outcome }: { offerId: string; userId: string; outcome: 'sent' | 'refused' | 'unknown' },
): Promise<void> {
  await db.query('update offers set outcome = $3 where id = $1 and user_id = $2', [offerId, userId, outcome]);
}
