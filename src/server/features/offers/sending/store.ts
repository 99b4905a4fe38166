// The SQL of offers that are sent: who got one before, and how each one ended.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { giveBackOffer, type OfferDay, takeOffer } from '../../bot/bot.ts';
import { at } from '../../sql.ts';

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
  const { rows } = await tx.query<{ id: string }>(
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
  return rows[0]?.id ?? null;
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
