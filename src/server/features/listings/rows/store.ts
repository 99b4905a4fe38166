// The SQL of listings.

import type { Listing, ListingChange } from '#contract/listings/listings.ts';
import { fromDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, listsOf, rowsOf, toJson, valuesOf } from '../../../sql.ts';

/** A row of `listings` as the product shows it, with moments as the database returns them. */
export type ListingRow = Omit<Listing, 'lastShared' | 'listedAt' | 'soldAt' | 'quietSince' | 'syncedAt'> & {
  lastShared: Instant | null;
  listedAt: Instant | null;
  soldAt: Instant | null;
  quietSince: Instant;
  syncedAt: Instant;
};

/** `reserved`: a buyer is paying. */
export type Unavailable = Exclude<Listing['availability'], 'available'>;

const syncedAt = 'greatest(l.synced_at, k.last_synced_at)';
const columns = `l.id, l.poshmark_id as "poshmarkId", l.title, l.price, l.currency, l.original_price as "originalPrice",
  l.floor_price as "floorPrice", l.lowest_price as "lowestPrice", l.cost_cents as "costCents", l.sku, l.shelf, l.skip_sharing as "skipSharing", l.is_active as "isActive", l.availability,
  c.last_shared as "lastShared", l.like_count as "likeCount", coalesce(c.share_count, 0) as "shareCount",
  l.brand, l.department, l.category, l.subcategory, l.size, l.condition, l.image_url as "imageUrl", l.url, l.listed_at as "listedAt", l.sold_at as "soldAt",
  l.quiet_since as "quietSince", ${syncedAt} as "syncedAt"`;
/** What Hangtag counted; and the last reading of the closet, which writes only rows that it changes. */
const withCounts = `left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id
  left join closet_connections k on k.user_id = l.user_id and k.market_user_id = l.market_user_id and l.availability <> 'removed'`;

/** Active first, newest first. `id`: only that one, if the seller has it. */
export const findListings = (db: Queryable, userId: string, id: string | null = null): Promise<ListingRow[]> =>
  rowsOf(
    db,
    `select ${columns} from listings l ${withCounts}
     where l.user_id = $1 ${id === null ? '' : 'and l.id = $2'}
     order by l.is_active desc, l.listed_at desc nulls last, l.id desc`,
    id === null ? [userId] : [userId, id],
  );

/** The address of the picture of one of the seller's listings; null if there is no such listing or it has no picture. */
export const findPictureAddress = (db: Queryable, userId: string, id: string): Promise<string | null> =>
  firstValue(db, 'select image_url as address from listings where user_id = $1 and id = $2', [userId, id]);

/** Of the linked closet, or of all earlier closets if none is linked. */
export const countListings = async (db: Queryable, userId: string): Promise<{ active: number; sold: number }> =>
  (await firstRow<{ active: number; sold: number }>(db, 'select active, sold from listing_counts where user_id = $1', [
    userId,
  ])) ?? { active: 0, sold: 0 };

type QuietListings = { listingIds: string[]; count: number; askingCents: number | null };

/** Those for sale in the linked closet that are quiet since `before` or longer, the longest first. It names at most `most` of them. */
export async function findQuiet(
  db: Queryable,
  userId: string,
  { before, most }: { before: Instant; most: number },
): Promise<QuietListings> {
  const rows = await rowsOf<{ id: string; count: number; dollars: number | null }>(
    db,
    `select l.id, count(*) over ()::int as count,
       case when bool_and(l.currency = 'USD' and l.price is not null) over () then sum(l.price) over ()::float8 end as dollars
     from listings l join closet_connections k on k.user_id = l.user_id and k.market_user_id = l.market_user_id
     where l.user_id = $1 and l.is_active and l.quiet_since <= ${at(2)} order by l.quiet_since, l.id limit $3`,
    [userId, before, most],
  );
  const dollars = rows[0]?.dollars ?? null;
  return {
    listingIds: rows.map(({ id }) => id),
    count: rows[0]?.count ?? 0,
    askingCents: dollars === null ? null : fromDollars(dollars),
  };
}

/** Of the linked closet, by the same rule for what a round shares as in the views. */
export const countRoundSize = async (db: Queryable, userId: string): Promise<{ shared: number; skipped: number }> =>
  (await firstRow<{ shared: number; skipped: number }>(
    db,
    `select (count(*) filter (where is_shareable))::int as shared, (count(*) filter (where is_skipped))::int as skipped
     from listing_shares where user_id = $1`,
    [userId],
  )) ?? { shared: 0, skipped: 0 };

/** Undefined fields stay as they are. `floorPercent`: of the current price, but never below the marketplace's lowest price of 3 dollars. */
type ListingEdit = ListingChange & { floorPercent?: number | undefined };

/** Listings that the seller doesn't have are left out of the result. */
export async function saveEdits(
  db: Queryable,
  { userId, ids, edit }: { userId: string; ids: readonly string[]; edit: ListingEdit },
): Promise<Map<string, 'changed' | 'no_price'>> {
  const rows = await rowsOf<{ id: string; isChanged: boolean }>(
    db,
    `with own as (
       select id from listings where user_id = $1 and id = any($2::bigint[]) order by id for no key update
     ), edit as (
       select $3::jsonb as keys, e.* from jsonb_to_record($3::jsonb) as e("floorPrice" int, "floorPercent" int,
         "skipSharing" boolean, "costCents" int, sku text, shelf text)
     ), changed as (
       update listings l set skip_sharing = coalesce(e."skipSharing", l.skip_sharing),
         floor_price = case when e.keys ? 'floorPrice' then e."floorPrice"
           when e."floorPercent" is not null then greatest(ceil(l.price * e."floorPercent" / 100.0)::int, 3)
           else l.floor_price end,
         cost_cents = case when e.keys ? 'costCents' then e."costCents" else l.cost_cents end,
         cost_from_report = l.cost_from_report and not e.keys ? 'costCents',
         sku = case when e.keys ? 'sku' then e.sku else l.sku end,
         sku_from_report = l.sku_from_report and not e.keys ? 'sku',
         shelf = case when e.keys ? 'shelf' then e.shelf else l.shelf end
       from own, edit e
       where l.user_id = $1 and l.id = own.id and (e."floorPercent" is null or l.price is not null)
       returning l.id
     )
     select own.id, changed.id is not null as "isChanged" from own left join changed on changed.id = own.id`,
    [userId, ids, toJson(edit)],
  );
  return new Map(rows.map(({ id, isChanged }) => [id, isChanged ? 'changed' : 'no_price']));
}

type PricedRow = { id: string; title: string; price: number | null };

export const lockPriced = (tx: Queryable, userId: string, ids: readonly string[]): Promise<PricedRow[]> =>
  rowsOf(
    tx,
    `select id, title, price from listings where user_id = $1 and id = any($2::bigint[]) order by id for no key update`,
    [userId, ids],
  );

export type ListingCost = { listingId: string; costCents: number };

/** The listings are locked. */
export async function saveCosts(tx: Queryable, userId: string, costs: readonly ListingCost[]): Promise<void> {
  await tx.query(
    `update listings l set cost_cents = c.cost, cost_from_report = false
     from unnest($2::bigint[], $3::int[]) as c(id, cost) where l.user_id = $1 and l.id = c.id`,
    [userId, ...listsOf(costs, 'listingId', 'costCents')],
  );
}

/** Clears costs that are still as they were set. Resolves to the ids of their listings. */
export const clearCosts = (tx: Queryable, userId: string, costs: readonly ListingCost[]): Promise<string[]> =>
  valuesOf(
    tx,
    `with same as (
       select l.id from listings l join unnest($2::bigint[], $3::int[]) as c(id, cost) on c.id = l.id
       where l.user_id = $1 and l.cost_cents = c.cost and not l.cost_from_report order by l.id for no key update of l
     )
     update listings l set cost_cents = null from same where l.user_id = $1 and l.id = same.id returning l.id`,
    [userId, ...listsOf(costs, 'listingId', 'costCents')],
  );

const activeInOrder = (columns: string): string => `/* prepared */ select ${columns}
     from listings l ${withCounts}
     where l.user_id = $1 and l.market_user_id = $2 and l.is_active and not l.skip_sharing
     order by case when c.last_shared > ${syncedAt} then c.last_shared end desc nulls last,
       l.closet_position nulls first, l.id desc`;
const titles = activeInOrder('l.id, l.poshmark_id as "poshmarkId", l.title');
const facts = activeInOrder(`l.id, l.brand, l.brand_id as "brandId", l.category, l.subcategory,
  l.category_ids as "categoryIds", l.size`);

type Active = { id: string; poshmarkId: string; title: string };

export const findActiveInOrder = (db: Queryable, userId: string, marketUserId: string): Promise<Active[]> =>
  rowsOf(db, titles, [userId, marketUserId]);

type ActiveFacts = {
  id: string;
  brand: string | null;
  brandId: string | null;
  category: string | null;
  subcategory: string | null;
  categoryIds: string[];
  size: string | null;
};

export const findActiveFacts = (db: Queryable, userId: string, marketUserId: string): Promise<ActiveFacts[]> =>
  rowsOf(db, facts, [userId, marketUserId]);

/** Stores what the marketplace reported about a listing when it was shared. */
export async function markUnavailable(
  db: Queryable,
  { userId, id, availability, now }: { userId: string; id: string; availability: Unavailable; now: Instant },
): Promise<void> {
  await db.query(
    `update listings set is_active = false, availability = $3,
       closet_position = case when $3 = 'removed' then null else closet_position end,
       sold_at = case when $3 = 'sold' then coalesce(sold_at, ${at(4)}) end
     where user_id = $1 and id = $2 and availability <> $3`,
    [userId, id, availability, now],
  );
}

/** Counts the confirmed shares of a whole group commit, in one statement. A listing's first share makes its row. */
export async function countShares(
  tx: Queryable,
  shares: readonly { userId: string; listingId: string | number; at: Instant }[],
): Promise<void> {
  if (shares.length === 0) return;
  await tx.query(
    `/* prepared */ with shared as (
       select user_id, listing_id, count(*) as shares, to_timestamp(max(at) / 1000) as at
       from unnest($1::bigint[], $2::bigint[], $3::double precision[]) as s(user_id, listing_id, at)
       group by user_id, listing_id
     ), raised as (
       update listing_share_counts c
       set share_count = c.share_count + s.shares, last_shared = greatest(c.last_shared, s.at)
       from shared s where c.user_id = s.user_id and c.listing_id = s.listing_id
       returning c.listing_id
     )
     insert into listing_share_counts as c (user_id, listing_id, share_count, last_shared)
     select user_id, listing_id, shares, at from shared where listing_id not in (select listing_id from raised)
     on conflict (user_id, listing_id) do update
       set share_count = c.share_count + excluded.share_count, last_shared = greatest(c.last_shared, excluded.last_shared)`,
    [...listsOf(shares, 'userId', 'listingId', 'at')],
  );
}

/** Makes the price that a listing has at the marketplace ours. If it isn't the one we knew, the history says that it was changed there. */
export async function saveSeenPrice(
  tx: Queryable,
  seen: { userId: string; listingId: string; price: number; currency: string; now: Instant },
): Promise<void> {
  await tx.query(
    `insert into price_changes (user_id, listing_id, at, old_price, new_price, source)
     select $1, id, ${at(4)}, price, $3, 'marketplace' from listings
     where user_id = $1 and id = $2 and price <> $3 for update`,
    [seen.userId, seen.listingId, seen.price, seen.now],
  );
  await tx.query(
    `update listings set price = $3, currency = $4
     where user_id = $1 and id = $2 and (price, currency) is distinct from ($3, $4)`,
    [seen.userId, seen.listingId, seen.price, seen.currency],
  );
}
