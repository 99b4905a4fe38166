// SQL of experiments: their weeks, and the listings of each.

import type { Comparison } from '#domain/experiment/analyze.ts';
import type { Detectable } from '#domain/experiment/detectable.ts';
import type { Candidate, Drawn } from '#domain/experiment/weeks.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { DateText } from '#domain/time.ts';
import { at, firstRow, listsOf, oneValue, rowsOf, toJson, valuesOf } from '../../sql.ts';

type OutcomeName = 'likes' | 'sales';
export type Result = {
  outcomes: ({ outcome: OutcomeName } & Comparison)[];
  /** Per listing and day. */
  sharesADay: { usual: number; onceADay: number } | null;
};
export type ExperimentRow = {
  id: string;
  seed: number;
  weeks: number;
  state: 'planned' | 'running' | 'ended' | 'stopped';
  firstDay: DateText;
  dueAt: Instant | null;
  endedAt: Instant | null;
  detectable: Detectable;
  outcomes: Result | null;
  timezone: string;
};

const columns = `e.id::text as id, e.seed, e.weeks, e.state, e.first_day::text as "firstDay", e.due_at as "dueAt",
  e.ended_at as "endedAt", e.detectable, e.outcomes, s.timezone`;
const withSeller = 'join sellers s on s.user_id = e.user_id';

export const findLast = (db: Queryable, userId: string): Promise<ExperimentRow | null> =>
  firstRow(db, `select ${columns} from experiments e ${withSeller} where e.user_id = $1 order by e.id desc limit 1`, [
    userId,
  ]);

/** The one that isn't over. Whoever changes it holds its lock. */
export const lockOpen = (tx: Queryable, userId: string): Promise<ExperimentRow | null> =>
  firstRow(
    tx,
    `select ${columns} from experiments e ${withSeller} where e.user_id = $1 and e.due_at is not null for update of e`,
    [userId],
  );

export const findDue = (db: Queryable, now: Instant): Promise<string[]> =>
  valuesOf(db, `select user_id as "userId" from experiments where due_at <= ${at(1)} order by due_at limit 1000`, [
    now,
  ]);

type NewRow = Pick<ExperimentRow, 'seed' | 'weeks' | 'firstDay' | 'detectable'> & { now: Instant; dueAt: Instant };

/** False if another one isn't over. Of earlier ones only the results stay. */
export async function insertExperiment(
  tx: Queryable,
  userId: string,
  { seed, weeks, firstDay, detectable, now, dueAt }: NewRow,
): Promise<boolean> {
  const { count } = await tx.query(
    `insert into experiments (user_id, seed, weeks, first_day, detectable, started_at, due_at)
     values ($1, $2, $3, $4, $5, ${at(6)}, ${at(7)}) on conflict (user_id) where due_at is not null do nothing`,
    [userId, seed, weeks, firstDay, toJson(detectable), now, dueAt],
  );
  if (count > 0) await tx.query('delete from experiment_weeks where user_id = $1', [userId]);
  return count > 0;
}

export async function saveDue(tx: Queryable, userId: string, id: string, dueAt: Instant): Promise<void> {
  await tx.query(`update experiments set due_at = ${at(3)} where user_id = $1 and id = $2 and due_at is not null`, [
    userId,
    id,
    dueAt,
  ]);
}

/** False if it was over already. */
export async function endExperiment(
  tx: Queryable,
  userId: string,
  { id, state, result, now }: { id: string; state: 'ended' | 'stopped'; result: Result; now: Instant },
): Promise<boolean> {
  const { count } = await tx.query(
    `update experiments set state = $3, due_at = null, ended_at = ${at(4)}, outcomes = $5
     where user_id = $1 and id = $2 and due_at is not null`,
    [userId, id, state, now, toJson(result)],
  );
  if (count === 0) return false;
  // A week under way is left out.
  await tx.query(
    'update experiment_weeks set counts = false where user_id = $1 and experiment_id = $2 and counts is null',
    [userId, id],
  );
  return true;
}

type WeekRow = { week: number; readBefore: Instant; readAfter: Instant | null; counts: boolean | null };

export const findWeeks = (db: Queryable, userId: string, id: string): Promise<WeekRow[]> =>
  rowsOf(
    db,
    `select week, read_before as "readBefore", read_after as "readAfter", counts
     from experiment_weeks where user_id = $1 and experiment_id = $2 order by week`,
    [userId, id],
  );

type CandidateRow = Candidate & { shares: number };

/** What a round shares. */
export const findCandidates = (db: Queryable, userId: string): Promise<CandidateRow[]> =>
  rowsOf(
    db,
    `select l.id::text as id, l.price, l.listed_at as "listedAt", l.like_count as likes, s.share_count as shares
     from priced_listings l join listing_shares s on s.user_id = l.user_id and s.id = l.id
     join closet_connections c on c.user_id = l.user_id and c.market_user_id = l.market_user_id
     where l.user_id = $1 and s.is_shareable`,
    [userId],
  );

/** How many listings sold in a week, as a mean of the weeks before `to`. */
export const countSoldAWeek = (db: Queryable, userId: string, to: DateText): Promise<number> =>
  oneValue(
    db,
    `select count(*)::float8 / 13 as sold from (
       select listing_id from listing_sales where user_id = $1 and sold_on > $2::date - 91 and sold_on <= $2::date
       union
       select id from listing_facts where user_id = $1 and sold_at > $2::date - 91 and sold_at < $2::date + 1
     ) l`,
    [userId, to],
  );

export async function insertWeek(
  tx: Queryable,
  userId: string,
  of: { id: string; week: number; readAt: Instant; drawn: readonly Drawn[]; candidates: readonly CandidateRow[] },
): Promise<void> {
  const { id, week, readAt, drawn } = of;
  const before = new Map(of.candidates.map((each) => [each.id, each]));
  await tx.query(
    `insert into experiment_weeks (user_id, experiment_id, week, read_before) values ($1, $2, $3, ${at(4)})`,
    [userId, id, week, readAt],
  );
  await tx.query(
    `insert into experiment_listings (user_id, experiment_id, week, listing_id, is_usual, stratum, pair, likes_before, shares_before)
     select $1, $2, $3, d.* from unnest($4::bigint[], $5::boolean[], $6::smallint[], $7::int[], $8::int[], $9::int[]) as d`,
    [
      userId,
      id,
      week,
      drawn.map((each) => each.id),
      drawn.map(({ group }) => group === 'usual'),
      ...listsOf(drawn, 'stratum', 'pair'),
      drawn.map((each) => before.get(each.id)?.likes ?? 0),
      drawn.map((each) => before.get(each.id)?.shares ?? 0),
    ],
  );
  await tx.query(`update experiments set state = 'running' where user_id = $1 and id = $2`, [userId, id]);
}

/** Likes and shares as of now. What was deleted, or is in another closet than the linked one, has none, and neither does its pair. */
export async function closeWeek(
  tx: Queryable,
  userId: string,
  { id, week, readAt, counts }: { id: string; week: number; readAt: Instant | null; counts: boolean },
): Promise<void> {
  await tx.query(
    `update experiment_weeks set read_after = ${at(4)}, counts = $5
     where user_id = $1 and experiment_id = $2 and week = $3`,
    [userId, id, week, readAt, counts],
  );
  await tx.query(
    `update experiment_listings e set shares_after = s.share_count,
       likes_after = case when l.availability <> 'removed' and l.market_user_id = c.market_user_id then l.like_count end
     from priced_listings l join listing_shares s on s.user_id = l.user_id and s.id = l.id
       left join closet_connections c on c.user_id = l.user_id
     where e.user_id = $1 and e.experiment_id = $2 and e.week = $3 and l.user_id = $1 and l.id = e.listing_id`,
    [userId, id, week],
  );
}

type ResultRow = {
  week: number;
  isUsual: boolean;
  pair: number | null;
  listingId: string;
  likes: number | null;
  shares: number | null;
};

/** Of the weeks that count. */
export const findResults = (db: Queryable, userId: string, id: string): Promise<ResultRow[]> =>
  rowsOf(
    db,
    `select l.week, l.is_usual as "isUsual", l.pair, l.listing_id::text as "listingId",
       l.likes_after - l.likes_before as likes, l.shares_after - l.shares_before as shares
     from experiment_listings l
     join experiment_weeks w on w.user_id = l.user_id and w.experiment_id = l.experiment_id and w.week = l.week and w.counts
     where l.user_id = $1 and l.experiment_id = $2 order by l.week, l.pair, l.is_usual`,
    [userId, id],
  );

/** When its listings were sold: the day, where a sale says it, and the moment, where a reading of the closet does. */
export const findSold = (
  db: Queryable,
  userId: string,
  id: string,
): Promise<{ listingId: string; soldOn: DateText | null; soldAt: Instant | null }[]> =>
  rowsOf(
    db,
    `select f.id::text as "listingId", s.sold_on::text as "soldOn", f.sold_at as "soldAt"
     from listing_facts f left join listing_sales s on s.user_id = f.user_id and s.listing_id = f.id
     where f.user_id = $1 and (f.sold_at is not null or s.sold_on is not null)
       and exists (select from experiment_listings l where l.user_id = $1 and l.experiment_id = $2 and l.listing_id = f.id)`,
    [userId, id],
  );

export const countListings = (db: Queryable, userId: string, id: string): Promise<number> =>
  oneValue(
    db,
    `select count(distinct listing_id)::int as listings from experiment_listings where user_id = $1 and experiment_id = $2`,
    [userId, id],
  );

export type GroupRow = {
  isUsual: boolean;
  listings: number;
  averagePriceCents: number | null;
  averageListedAt: Instant | null;
  shares: number;
};

/** The groups of the week under way. */
export const findGroups = (db: Queryable, userId: string, id: string): Promise<GroupRow[]> =>
  rowsOf(
    db,
    `select e.is_usual as "isUsual", count(*)::int as listings, round(avg(l.price) * 100)::int as "averagePriceCents",
       to_timestamp(avg(extract(epoch from l.listed_at))::float8) as "averageListedAt",
       (sum(s.share_count - e.shares_before) / count(*)::float8)::float8 as shares
     from experiment_weeks w
     join experiment_listings e on e.user_id = w.user_id and e.experiment_id = w.experiment_id and e.week = w.week
     join priced_listings l on l.user_id = e.user_id and l.id = e.listing_id
     join listing_shares s on s.user_id = e.user_id and s.id = e.listing_id
     where w.user_id = $1 and w.experiment_id = $2 and w.counts is null and e.user_id = $1
     group by e.is_usual`,
    [userId, id],
  );

/** The listings that are shared once a day now. */
export async function findOnceADay(db: Queryable, userId: string): Promise<number[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    `/* prepared */ select l.listing_id as id
   from experiments e
   join experiment_weeks w on w.user_id = e.user_id and w.experiment_id = e.id and w.counts is null
   join experiment_listings l on l.user_id = w.user_id and l.experiment_id = w.experiment_id and l.week = w.week and not l.is_usual
   where e.user_id = $1 and e.due_at is not null`,
    [userId],
  );
  return rows.map(({ id }) => Number(id));
}
