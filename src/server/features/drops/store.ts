// SQL of price drops: plans, runs, and the listings that they are decided on.

import type { DropListing, DroppedToday } from '#domain/drops/choose-drops.ts';
import type { Plan, StoredPlan } from '#domain/drops/plan.ts';
import { Failure } from '#domain/failure.ts';
import { fromDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { type MatchListing, matchFacts } from '#domain/selling/match.ts';
import { type DateText, shareDay } from '#domain/time.ts';
import { at, firstRow, listsOf, oneValue, rowsOf, toJson } from '../../sql.ts';

/** One transaction at a time saves the plans of a seller, or decides on drops by them. */
export async function lockDrops(tx: Queryable, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('drops ' || $1::text, 0))`, [userId]);
}

/** `nextAt`: when the plan has something to do next; null: never. */
export type PlanRow = StoredPlan & { nextAt: Instant | null };

/** Throws `not_found`. */
export async function findPlan(db: Queryable, userId: string, id: string): Promise<PlanRow> {
  const found = (await findPlans(db, userId)).find((plan) => plan.id === id);
  if (found === undefined) throw new Failure('not_found', 'This plan was deleted. Reload the page.');
  return found;
}

/** In the seller's order. */
export async function findPlans(db: Queryable, userId: string): Promise<PlanRow[]> {
  const rows = await rowsOf<{ id: string; plan: Plan; firstDay: DateText; nextAt: Instant | null }>(
    db,
    `select id, plan, first_day::text as "firstDay", next_at as "nextAt" from price_drop_plans
     where user_id = $1 order by position`,
    [userId],
  );
  return rows.map(({ plan, ...row }) => ({ ...plan, ...row }));
}

type NewPlan = { id: string | null; plan: Plan; firstDay: DateText; nextAt: Instant | null };

/** Those that are not among them are deleted. */
export async function replacePlans(tx: Queryable, userId: string, plans: readonly NewPlan[]): Promise<void> {
  await tx.query('delete from price_drop_plans where user_id = $1 and id <> all($2::bigint[])', [
    userId,
    plans.flatMap(({ id }) => id ?? []),
  ]);
  for (const [position, { id, plan, firstDay, nextAt }] of plans.entries())
    await tx.query(
      id === null
        ? `insert into price_drop_plans (user_id, position, plan, first_day, next_at) values ($1, $2, $3, $4, ${at(5)})`
        : `update price_drop_plans set position = $2, plan = $3, first_day = $4, next_at = ${at(5)}
           where user_id = $1 and id = $6`,
      [userId, position, toJson(plan), firstDay, nextAt, ...(id === null ? [] : [id])],
    );
}

export async function saveNextAt(
  tx: Queryable,
  { userId, planId, nextAt }: { userId: string; planId: string; nextAt: Instant | null },
): Promise<void> {
  await tx.query(`update price_drop_plans set next_at = ${at(3)} where user_id = $1 and id = $2`, [
    userId,
    planId,
    nextAt,
  ]);
}

/** Sellers with a plan that has something to do by then, and when. */
export const findDueSellers = (db: Queryable, before: Instant): Promise<{ userId: string; at: Instant }[]> =>
  rowsOf(
    db,
    `select user_id as "userId", min(next_at) as at from price_drop_plans where next_at <= ${at(1)} group by user_id`,
    [before],
  );

type ListingRow = Omit<MatchListing, 'priceCents'> &
  Pick<ClosetDrop, 'id' | 'title' | 'currency' | 'costCents' | 'isChanging'> & {
    price: number | null;
    lowest: number | null;
    floor: number | null;
    changedAt: Instant | null;
  };

export type ClosetDrop = DropListing & { title: string };

/** The listings for sale in the linked closet. */
export async function findListings(
  db: Queryable,
  { userId, zone, now }: { userId: string; zone: string; now: Instant },
): Promise<ClosetDrop[]> {
  const rows = await rowsOf<ListingRow>(
    db,
    `select l.id, l.title, l.brand, l.department, l.category, l.subcategory, l.condition, l.shelf, l.price, l.currency,
       l.lowest_price as lowest, l.floor_price as floor, l.cost_cents as "costCents", l.like_count as likes,
       l.listed_at as "listedAt", p.changed_at as "changedAt", w.listing_id is not null as "isChanging"
     from selling_listings l
     join closet_connections c on c.user_id = l.user_id and c.market_user_id = l.market_user_id
     left join last_price_changes p on p.user_id = $1 and p.listing_id = l.id
     left join open_price_writes w on w.user_id = $1 and w.listing_id = l.id
     where l.user_id = $1`,
    [userId],
  );
  const cents = (dollars: number | null) => (dollars === null ? null : fromDollars(dollars));
  return rows.map((row) => ({
    ...{ id: row.id, title: row.title, currency: row.currency, costCents: row.costCents },
    ...{ priceCents: cents(row.price), lowestCents: cents(row.lowest), floorCents: cents(row.floor) },
    facts: matchFacts({ ...row, priceCents: cents(row.price) }, now),
    listedAt: row.listedAt,
    changedOn: row.changedAt === null ? null : shareDay(row.changedAt, zone),
    isChanging: row.isChanging,
  }));
}

export async function findDropped(db: Queryable, userId: string, day: DateText): Promise<DroppedToday> {
  const rows = await rowsOf<{ listingId: string; planId: string }>(
    db,
    `select d.listing_id as "listingId", r.plan_id as "planId"
     from price_drops d join price_drop_runs r on r.user_id = $1 and r.id = d.run_id where d.user_id = $1 and d.day = $2`,
    [userId, day],
  );
  const byPlan = Map.groupBy(rows, ({ planId }) => planId);
  return {
    listingIds: new Set(rows.map(({ listingId }) => listingId)),
    byPlan: new Map([...byPlan].map(([planId, drops]) => [planId, drops.length])),
  };
}

/** The run of a day that a plan began at its time; null if it hasn't begun. */
export const findPlannedRun = (
  tx: Queryable,
  { userId, planId, day }: { userId: string; planId: string; day: DateText },
): Promise<{ id: string; batchId: string } | null> =>
  firstRow(
    tx,
    `select id, batch_id as "batchId" from price_drop_runs
     where user_id = $1 and plan_id = $2 and day = $3 and not by_hand`,
    [userId, planId, day],
  );

export type SentDrop = { listingId: string; price: number; newPrice: number };
type Run = {
  userId: string;
  planId: string;
  name: string;
  day: DateText;
  byHand: boolean;
  batchId: string;
  now: Instant;
};

/** As more of a run, or as a new one. Throws if one of the listings was dropped on that day. */
export async function insertDrops(
  tx: Queryable,
  run: Run & { runId?: string | undefined; drops: readonly SentDrop[] },
): Promise<void> {
  const runId =
    run.runId ??
    (await oneValue<string>(
      tx,
      `insert into price_drop_runs (user_id, plan_id, name, day, by_hand, batch_id, started_at)
       values ($1, $2, $3, $4, $5, $6, ${at(7)}) returning id`,
      [run.userId, run.planId, run.name, run.day, run.byHand, run.batchId, run.now],
    ));
  await tx.query(
    `insert into price_drops (user_id, day, run_id, listing_id, price, new_price)
     select $1, $2, $3, d.listing, d.price, d.new_price from unnest($4::bigint[], $5::int[], $6::int[]) as d(listing, price, new_price)`,
    [run.userId, run.day, runId, ...listsOf(run.drops, 'listingId', 'price', 'newPrice')],
  );
}

type RunRow = {
  batchId: string;
  planId: string;
  name: string;
  date: DateText;
  startedAt: Instant;
  byHand: boolean;
  drops: number;
  /** Whole dollars. */
  off: number;
};

/** Newest first. */
export const findRuns = (db: Queryable, { userId, since }: { userId: string; since: DateText }): Promise<RunRow[]> =>
  rowsOf(
    db,
    `select r.batch_id as "batchId", r.plan_id as "planId", r.name, r.day::text as date, r.started_at as "startedAt",
       r.by_hand as "byHand", count(d.listing_id)::int as drops, coalesce(sum(d.price - d.new_price), 0)::int as off
     from price_drop_runs r left join price_drops d on d.user_id = $1 and d.run_id = r.id
     where r.user_id = $1 and r.day >= $2 group by r.user_id, r.id order by r.started_at desc, r.id desc`,
    [userId, since],
  );
