/** The SQL of listings. */
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../sql-moment.ts';

/** A row of `listings` as the product shows it. Prices are whole dollars. */
export type ListingRow = {
  id: string;
  poshmarkId: string;
  title: string;
  price: number | null;
  originalPrice: number | null;
  floorPrice: number | null;
  isActive: boolean;
  availability: Availability;
  lastShared: Instant | null;
  likeCount: number;
  shareCount: number;
  brand: string | null;
  category: string | null;
  size: string | null;
  condition: string | null;
  imageUrl: string | null;
  url: string;
  listedAt: Instant | null;
  soldAt: Instant | null;
  syncedAt: Instant;
};

export type Availability = 'available' | 'sold' | 'not_for_sale' | 'removed';

/** One listing as the marketplace showed it, by the table's column names. It goes to the database as JSON. */
export type SeenListing = {
  poshmark_id: string;
  title: string;
  price: number | null;
  original_price: number | null;
  availability: Exclude<Availability, 'removed'>;
  like_count: number;
  market_share_count: number;
  comment_count: number;
  brand: string | null;
  department: string | null;
  category: string | null;
  subcategory: string | null;
  size: string | null;
  condition: string | null;
  colors: string[];
  image_url: string | null;
  picture_urls: string[];
  url: string;
  /** null: it was looked up by itself, and keeps its place. */
  closet_position: number | null;
  listed_at: Instant | null;
  sold_at: Instant | null;
  market_updated_at: Instant | null;
};

/** What a sync has to know of a listing before it starts. */
export type KnownListing = { poshmarkId: string; availability: Availability };

const columns = `id, poshmark_id as "poshmarkId", title, price, original_price as "originalPrice",
  floor_price as "floorPrice", is_active as "isActive", availability, last_shared as "lastShared",
  like_count as "likeCount", share_count as "shareCount", brand, category, size, condition, image_url as "imageUrl", url,
  listed_at as "listedAt", sold_at as "soldAt", synced_at as "syncedAt"`;

/** PostgreSQL's JSON takes neither NUL nor a lone surrogate, and a title may contain either. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  );

const momentOf = (column: string): string => `to_timestamp(seen.${column}::double precision / 1000)`;

export async function findListings(db: Queryable, userId: string): Promise<ListingRow[]> {
  const { rows } = await db.query<ListingRow & Row>(
    `select ${columns} from listings where user_id = $1
     order by is_active desc, listed_at desc nulls last, id desc`,
    [userId],
  );
  return rows;
}

/** Of the closet that is linked; of all that were, where none is. */
export async function countListings(db: Queryable, userId: string): Promise<{ active: number; sold: number }> {
  const { rows } = await db.query<{ active: number; sold: number }>(
    'select active, sold from listing_counts where user_id = $1',
    [userId],
  );
  return rows[0] ?? { active: 0, sold: 0 };
}

export async function saveFloorPrice(
  db: Queryable,
  { userId, id, floorPrice }: { userId: string; id: string; floorPrice: number | null },
): Promise<ListingRow | null> {
  const { rows } = await db.query<ListingRow & Row>(
    `update listings set floor_price = $3 where user_id = $1 and id = $2 returning ${columns}`,
    [userId, id, floorPrice],
  );
  return rows[0] ?? null;
}

/** All listings but removed ones, the longest unseen first. */
export async function findKnown(db: Queryable, userId: string, marketUserId: string): Promise<KnownListing[]> {
  const { rows } = await db.query<KnownListing>(
    `select poshmark_id as "poshmarkId", availability from listings
     where user_id = $1 and market_user_id = $2 and availability <> 'removed'
     order by is_active desc, synced_at, id`,
    [userId, marketUserId],
  );
  return rows;
}

/** Records prices that were changed at the marketplace. Runs before `upsertSeen`, which overwrites the old prices. */
export async function recordSeenPrices(
  tx: Queryable,
  { userId, seen, now }: { userId: string; seen: readonly SeenListing[]; now: Instant },
): Promise<void> {
  await tx.query(
    `insert into price_changes (user_id, listing_id, at, old_price, new_price, source)
     select $1, listing.id, ${at(3)}, listing.price, seen.price, 'marketplace'
     from jsonb_to_recordset($2::jsonb) as seen(poshmark_id text, price int)
     join listings listing on listing.user_id = $1 and listing.poshmark_id = seen.poshmark_id
     where listing.price <> seen.price`,
    [userId, toJson(seen.map(({ poshmark_id, price }) => ({ poshmark_id, price }))), now],
  );
}

/** The columns that count as a change. The marketplace's share count is not among them: every share of ours changes it. */
const compared = `title, price, original_price, availability, like_count, comment_count, brand, department,
  category, subcategory, size, condition, colors, image_url, url, listed_at, sold_at`;
const prefixed = (prefix: string): string =>
  compared
    .split(',')
    .map((column) => `${prefix}.${column.trim()}`)
    .join(', ');

/**
 * Stores what the marketplace showed. What Hangtag knows better stays: our shares, the floor price, and what the answer left
 * out (an unreadable price, pictures that a summary leaves out). Resolves to how many rows are new, changed, and newly sold.
 */
export async function upsertSeen(
  tx: Queryable,
  {
    userId,
    marketUserId,
    seen,
    now,
  }: { userId: string; marketUserId: string; seen: readonly SeenListing[]; now: Instant },
): Promise<{ added: number; updated: number; sold: number }> {
  const { rows } = await tx.query<{ added: number; updated: number; sold: number }>(
    `with before as (
       select * from listings where user_id = $1
     ), after as (
       insert into listings as listing (user_id, poshmark_id, market_user_id, title, price, original_price, is_active,
         availability, like_count, market_share_count, comment_count, brand, department, category, subcategory, size,
         condition, colors, image_url, picture_urls, url, closet_position, listed_at, sold_at, market_updated_at, synced_at)
       select $1, seen.poshmark_id, $2, seen.title, seen.price, seen.original_price, seen.availability = 'available',
         seen.availability, seen.like_count, seen.market_share_count, seen.comment_count, seen.brand, seen.department,
         seen.category, seen.subcategory, seen.size, seen.condition, seen.colors, seen.image_url, seen.picture_urls,
         seen.url, seen.closet_position, ${momentOf('listed_at')}, ${momentOf('sold_at')},
         ${momentOf('market_updated_at')}, ${at(4)}
       from jsonb_to_recordset($3::jsonb) as seen(poshmark_id text, title text, price int, original_price int,
         availability text, like_count int, market_share_count int, comment_count int, brand text, department text,
         category text, subcategory text, size text, condition text, colors text[], image_url text, picture_urls text[],
         url text, closet_position int, listed_at float8, sold_at float8, market_updated_at float8)
       order by seen.poshmark_id
       on conflict (user_id, poshmark_id) do update set
         market_user_id = excluded.market_user_id,
         title = excluded.title,
         price = coalesce(excluded.price, listing.price),
         original_price = coalesce(excluded.original_price, listing.original_price),
         is_active = excluded.is_active,
         availability = excluded.availability,
         like_count = excluded.like_count,
         market_share_count = excluded.market_share_count,
         comment_count = excluded.comment_count,
         brand = excluded.brand,
         department = excluded.department,
         category = excluded.category,
         subcategory = excluded.subcategory,
         size = excluded.size,
         condition = excluded.condition,
         colors = excluded.colors,
         image_url = coalesce(excluded.image_url, listing.image_url),
         picture_urls = case when cardinality(excluded.picture_urls) >= cardinality(listing.picture_urls)
           or excluded.picture_urls[1] is distinct from listing.picture_urls[1]
           then excluded.picture_urls else listing.picture_urls end,
         url = excluded.url,
         closet_position = coalesce(excluded.closet_position, listing.closet_position),
         listed_at = coalesce(excluded.listed_at, listing.listed_at),
         sold_at = case when excluded.availability = 'sold' then coalesce(listing.sold_at, excluded.sold_at) end,
         market_updated_at = coalesce(excluded.market_updated_at, listing.market_updated_at),
         synced_at = excluded.synced_at
       returning listing.*
     )
     select count(*) filter (where before.id is null)::int as added,
       count(*) filter (where before.id is not null and (${prefixed('before')}) is distinct from (${prefixed('after')}))::int
         as updated,
       count(*) filter (where before.id is not null and after.availability = 'sold' and before.availability <> 'sold')::int
         as sold
     from after left join before on before.id = after.id`,
    [userId, marketUserId, toJson(seen), now],
  );
  return rows[0] ?? { added: 0, updated: 0, sold: 0 };
}

/** Marks listings that the marketplace reported as gone. Resolves to how many were not marked before. */
export async function markRemoved(
  tx: Queryable,
  { userId, poshmarkIds, now }: { userId: string; poshmarkIds: readonly string[]; now: Instant },
): Promise<number> {
  const { count } = await tx.query(
    `update listings set availability = 'removed', is_active = false, closet_position = null, synced_at = ${at(3)}
     where user_id = $1 and poshmark_id = any($2::text[]) and availability <> 'removed'`,
    [userId, poshmarkIds, now],
  );
  return count;
}

/** Listings of a closet that was linked before are no longer shared. They stay as history. */
export async function retireOtherClosets(tx: Queryable, userId: string, marketUserId: string): Promise<void> {
  await tx.query(
    `update listings set is_active = false, closet_position = null
     where user_id = $1 and market_user_id <> $2 and (is_active or closet_position is not null)`,
    [userId, marketUserId],
  );
}

export async function findActiveInOrder(
  db: Queryable,
  userId: string,
  marketUserId: string,
): Promise<{ id: string; poshmarkId: string; title: string }[]> {
  const { rows } = await db.query<{ id: string; poshmarkId: string; title: string }>(
    `select id, poshmark_id as "poshmarkId", title from listings
     where user_id = $1 and market_user_id = $2 and is_active
     order by case when last_shared > synced_at then last_shared end desc nulls last,
       closet_position nulls first, id desc`,
    [userId, marketUserId],
  );
  return rows;
}

/** Stores what the marketplace reported about a listing when it was shared. */
export async function markUnavailable(
  db: Queryable,
  {
    userId,
    id,
    availability,
    now,
  }: { userId: string; id: string; availability: Exclude<Availability, 'available'>; now: Instant },
): Promise<void> {
  await db.query(
    `update listings set is_active = false, availability = $3,
       closet_position = case when $3 = 'removed' then null else closet_position end,
       sold_at = case when $3 = 'sold' then coalesce(sold_at, ${at(4)}) end
     where user_id = $1 and id = $2 and availability <> $3`,
    [userId, id, availability, now],
  );
}

/** Confirmed shares of a whole group commit, in one statement: each raises its listing's count. */
export async function countShares(
  tx: Queryable,
  shares: readonly { listingId: string | number; at: Instant }[],
): Promise<void> {
  if (shares.length === 0) return;
  await tx.query(
    `/* prepared */ with shared as (
       select listing_id, count(*) as shares, to_timestamp(max(at) / 1000) as at
       from unnest($1::bigint[], $2::double precision[]) as s(listing_id, at) group by listing_id
     )
     update listings l set share_count = l.share_count + s.shares, last_shared = greatest(l.last_shared, s.at)
     from shared s where l.id = s.listing_id`,
    [shares.map(({ listingId }) => listingId), shares.map(({ at: sharedAt }) => sharedAt)],
  );
}
