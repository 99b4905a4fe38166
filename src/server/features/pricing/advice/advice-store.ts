// SQL of the listings that advice is about, and of the advice that was given. Its table is `recommendations`, the word of the specification.

import type { Currency } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Demand } from '#domain/pricing/advice/demand.ts';
import type { Reason } from '#domain/pricing/advice/reasons.ts';
import type { ListedFacts } from '#domain/pricing/facts/comparable.ts';
import { at, firstRow, firstValue, oneRow, rowsOf } from '../../../sql.ts';
import { recordedPrice } from '../comparables/store.ts';

/** A listing of the closet, with the facts that its price depends on. In whole dollars of its currency; `price` is null if it was unreadable. */
export type ClosetListing = ListedFacts & {
  id: string;
  title: string;
  price: number | null;
  currency: Currency;
  originalPrice: number | null;
  floorPrice: number | null;
  costCents: number | null;
  availability: 'available' | 'sold' | 'not_for_sale' | 'reserved' | 'removed';
  likeCount: number;
  shareCount: number;
  lastShared: Instant | null;
  listedAt: Instant | null;
  imageUrl: string | null;
  /** The newest price change since the given time. */
  lastChange: { at: Instant; oldPrice: number; newPrice: number; isUndo: boolean } | null;
};

/** The newest price change of a listing `l` since a moment, as `ClosetListing` has it. */
const lastChange = (l: string, since: string): string => `(
    select json_build_object('at', (extract(epoch from c.at) * 1000)::bigint, 'oldPrice', c.old_price,
      'newPrice', c.new_price, 'isUndo', c.source = 'undo')
    from price_history c
    where c.user_id = ${l}.user_id and c.listing_id = ${l}.id and c.at > ${since} and c.old_price is not null
    order by c.at desc, c.id desc limit 1
  )`;

const columns = `id, title, price, currency, original_price as "originalPrice", floor_price as "floorPrice", cost_cents as "costCents", availability,
  like_count as "likeCount", market_share_count as "shareCount", last_shared as "lastShared", listed_at as "listedAt",
  brand, department, category, subcategory, size, condition, image_url as "imageUrl",
  ${lastChange('priced_listings', at(3))} as "lastChange"`;

export const findActive = (
  db: Queryable,
  { userId, marketUserId, since }: { userId: string; marketUserId: string; since: Instant },
): Promise<ClosetListing[]> =>
  rowsOf(
    db,
    `select ${columns} from priced_listings
     where user_id = $1 and market_user_id = $2 and is_active and price > 0 order by id`,
    [userId, marketUserId, since],
  );

export const findOne = (
  db: Queryable,
  { userId, id, since }: { userId: string; id: string; since: Instant },
): Promise<ClosetListing | null> =>
  firstRow(db, `select ${columns} from priced_listings where user_id = $1 and id = $2`, [userId, id, since]);

/** Advice as the seller saw it, in whole dollars, with its sentences of that day and the facts that it came from. */
export type NewAdvice = {
  listingId: string;
  origin: 'optimizer' | 'analysis';
  direction: 'increase' | 'decrease' | 'maintain';
  currentPrice: number;
  suggestedPrice: number;
  low: number | null;
  high: number | null;
  confidence: number;
  reasons: string[];
  /** What the sentences are made of, and what the engine knew. */
  facts: { because: Reason[]; floorPrice: number | null; [fact: string]: unknown };
};

const dayMs = 86_400_000;

/**
 * Stores advice as it was shown. Advice that repeats the last one of the day is not stored again, whichever screen shows it. With
 * another floor, another range, or other kinds of reasons it is not the same advice.
 */
export async function saveAdvice(
  db: Queryable,
  { userId, advised, now }: { userId: string; advised: readonly NewAdvice[]; now: Instant },
): Promise<void> {
  if (advised.length === 0) return;
  await db.query(
    `insert into recommendations (user_id, listing_id, at, origin, direction, current_price, suggested_price, low, high,
       confidence, reasons, facts)
     select $1, a."listingId", ${at(3)}, a.origin, a.direction, a."currentPrice", a."suggestedPrice", a.low, a.high,
       a.confidence, array(select json_array_elements_text(a.reasons)), a.facts
     from json_to_recordset($2::json) as a("listingId" bigint, origin text, direction text, "currentPrice" int,
       "suggestedPrice" int, low int, high int, confidence real, reasons json, facts jsonb)
     where not exists (
       select 1 from (
         select direction, current_price, suggested_price, low, high, facts from recommendations
         where listing_id = a."listingId" and user_id = $1 and at > ${at(4)} order by at desc, id desc limit 1
       ) last
       where last.direction = a.direction and last.current_price = a."currentPrice"
         and last.suggested_price = a."suggestedPrice" and last.facts -> 'floorPrice' = a.facts -> 'floorPrice'
         and last.facts -> 'costCents' is not distinct from a.facts -> 'costCents'
         and (last.low, last.high) is not distinct from (a.low, a.high)
         and jsonb_path_query_array(last.facts, '$.because[*].kind') = jsonb_path_query_array(a.facts, '$.because[*].kind'))`,
    [userId, JSON.stringify(advised), now, now - dayMs],
  );
}

/** Earlier advice, and what has happened to the listing since. */
export type EarlierAdvice = Omit<NewAdvice, 'facts'> & {
  id: string;
  title: string;
  at: Instant;
  state: 'open' | 'applied' | 'changed' | 'sold' | 'gone';
  stateAt: Instant | null;
  /** What the buyer paid if it is sold; otherwise the current price, or the last one if the listing is gone. */
  price: number | null;
};

/** What a sold listing `l` brought: what the buyer paid, or else the listing's last price. null if neither is known. */
const soldDollars = `coalesce((${recordedPrice})::float8 / 100, l.price)`;

/**
 * What happened after the advice. A sale takes precedence over a removal, and both over a price change. Of the same advice on several
 * days, only the last one was applied.
 */
const withOutcome = `select r.id, r.listing_id as "listingId", l.title, r.at, r.origin, r.direction,
    r.current_price as "currentPrice", r.suggested_price as "suggestedPrice", r.low, r.high, r.confidence, r.reasons,
    case l.availability when 'sold' then (${soldDollars}) else l.price end as price,
    case l.availability when 'sold' then 'sold' when 'removed' then 'gone' else
      case when c.new_price = r.suggested_price and r.direction <> 'maintain' and not exists (
          select from recommendations later where later.user_id = r.user_id and later.listing_id = r.listing_id
            and later.at > r.at and later.at < c.at and later.suggested_price = c.new_price
        ) then 'applied' when c.id is not null then 'changed' else 'open' end end as state,
    case l.availability when 'sold' then l.sold_at when 'removed' then case when l.synced_at > r.at then l.synced_at end
      else c.at end as "stateAt"
  from recommendations r join priced_listings l on l.user_id = r.user_id and l.id = r.listing_id
  left join lateral (
    select id, at, new_price from price_history p
    where p.user_id = r.user_id and p.listing_id = r.listing_id and p.at > r.at
    order by (p.new_price = r.suggested_price) desc, p.at limit 1
  ) c on true`;

export const findEarlierAdvice = (db: Queryable, userId: string, listingId: string): Promise<EarlierAdvice[]> =>
  rowsOf(db, `${withOutcome} where r.user_id = $1 and r.listing_id = $2 order by r.at desc, r.id desc limit 100`, [
    userId,
    listingId,
  ]);

export type StandingRow = Pick<
  NewAdvice,
  'listingId' | 'direction' | 'currentPrice' | 'suggestedPrice' | 'low' | 'high' | 'confidence'
> &
  Pick<ClosetListing, 'title' | 'imageUrl' | 'floorPrice' | 'costCents' | 'listedAt' | 'lastChange'> & {
    likes: number;
    demand: Demand['level'] | null;
    because: Reason[];
  };

/**
 * The newest advice on each listing for sale, if the listing still has that price and the advice is not below its floor. The one that
 * changes most comes first. More than a screen shows, because only its reasons tell whether it still applies.
 * `changedSince`: from when on the last price change counts.
 */
export function findStandingAdvice(
  db: Queryable,
  given: { userId: string; marketUserId: string; since: Instant; changedSince: Instant; most: number },
): Promise<StandingRow[]> {
  const { userId, marketUserId, since, changedSince, most } = given;
  return rowsOf(
    db,
    `select l.listing_id as "listingId", l.title, l.image_url as "imageUrl", l.like_count as likes, l.direction,
       l.current_price as "currentPrice", l.suggested_price as "suggestedPrice", l.low, l.high, l.confidence,
       l.facts -> 'because' as because, l.facts -> 'demand' ->> 'level' as demand, l.floor_price as "floorPrice",
       l.cost_cents as "costCents", l.listed_at as "listedAt", ${lastChange('l', at(4))} as "lastChange"
     from (
       select l.*, r.listing_id, r.direction, r.current_price, r.suggested_price, r.low, r.high, r.confidence, r.facts
       from (
         select distinct on (listing_id) * from recommendations
         where user_id = $1 and at > ${at(3)} order by listing_id, at desc, id desc
       ) r join priced_listings l on l.user_id = r.user_id and l.id = r.listing_id
       where l.user_id = $1 and l.market_user_id = $2 and l.is_active and l.price = r.current_price and l.currency = 'USD'
         and (r.direction = 'maintain' or r.suggested_price >= coalesce(l.floor_price, 0))
       order by abs(r.suggested_price - r.current_price) desc, r.listing_id limit $5
     ) l
     order by abs(l.suggested_price - l.current_price) desc, l.listing_id`,
    [userId, marketUserId, since, changedSince, most],
  );
}

export const findLastAdvisedAt = (db: Queryable, userId: string): Promise<Instant | null> =>
  firstValue(db, 'select at from recommendations where user_id = $1 order by at desc limit 1', [userId]);

/**
 * The track record: how often the shown intervals were right. Checks the newest advice for each listing that has sold since, for a
 * price that is known.
 */
export const countTrackRecord = (
  db: Queryable,
  userId: string,
): Promise<{ advised: number; sold: number; withinInterval: number }> =>
  oneRow(
    db,
    `select count(*)::int as advised, count(*) filter (where price is not null)::int as sold,
       count(*) filter (where price between low and high)::int as "withinInterval"
     from (
       select distinct on (r.listing_id) r.low, r.high,
         case when l.availability = 'sold' and l.sold_at > r.at then ${soldDollars} end as price
       from recommendations r join priced_listings l on l.user_id = r.user_id and l.id = r.listing_id
       where r.user_id = $1 and r.low is not null and l.currency = 'USD' and (l.sold_at is null or r.at < l.sold_at)
       order by r.listing_id, r.at desc
     ) newest`,
    [userId],
  );
