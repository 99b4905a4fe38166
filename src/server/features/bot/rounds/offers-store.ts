// How many offers a seller's day has had, and how far the run is that sends them. They are kept beside the day's shares.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { addDays, type DateText } from '#domain/time.ts';
import { at } from '../../../sql.ts';

/** The seller's day that offers count in. `isRolling`: for 24 hours after a move to another time zone, the day before counts as well. */
export type OfferDay = { date: DateText; isRolling: boolean };

const countedDates = ({ date, isRolling }: OfferDay): DateText[] => (isRolling ? [date, addDays(date, -1)] : [date]);

export async function countOffers(db: Queryable, userId: string, day: OfferDay): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select coalesce(sum(offer_count), 0)::int as count from daily_share_counts
     where user_id = $1 and share_date = any($2::text[])`,
    [userId, countedDates(day)],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Counts one more offer; false if the day is full. The transaction holds the account lock, so the other day's count can't change
 * meanwhile.
 */
export async function takeOffer(
  tx: Queryable,
  { userId, day, mostADay }: { userId: string; day: OfferDay; mostADay: number },
): Promise<boolean> {
  const dayBefore = { date: addDays(day.date, -1), isRolling: false };
  const others = day.isRolling ? await countOffers(tx, userId, dayBefore) : 0;
  const { count } = await tx.query(
    `insert into daily_share_counts as d (user_id, share_date, offer_count) select $1, $2, 1 where $3::int < $4::int
     on conflict (user_id, share_date) do update set offer_count = d.offer_count + 1 where d.offer_count + $3::int < $4::int`,
    [userId, day.date, others, mostADay],
  );
  return count > 0;
}

/** For an offer that was proven not to be made. */
export async function giveBackOffer(tx: Queryable, userId: string, day: OfferDay): Promise<void> {
  await tx.query(
    `update daily_share_counts set offer_count = offer_count - 1 where user_id = $1 and share_date = $2 and offer_count > 0`,
    [userId, day.date],
  );
}

/** How far a run is, until `until` at most. null: no run sends offers now. */
type OfferProgress = { sent: number; total: number; until: Instant } | null;

export async function saveOfferProgress(
  db: Queryable,
  { userId, day, progress }: { userId: string; day: OfferDay; progress: OfferProgress },
): Promise<void> {
  await db.query(
    `insert into daily_share_counts (user_id, share_date, offers_sent, offers_total, offers_until)
     values ($1, $2, $3, $4, ${at(5)})
     on conflict (user_id, share_date) do update set offers_sent = excluded.offers_sent,
       offers_total = excluded.offers_total, offers_until = excluded.offers_until`,
    [userId, day.date, progress?.sent ?? null, progress?.total ?? null, progress?.until ?? null],
  );
}
