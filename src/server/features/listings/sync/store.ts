// The SQL of a sync: what it reads first, and what it stores.

import type { Listing } from '#contract/listings/listings.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { ListedFacts } from '#domain/pricing/facts/comparable.ts';
import { at, countOf, oneRow, rowsOf, toJson } from '../../../sql.ts';

/** One listing as the marketplace showed it, by the table's column names. It goes to the database as JSON. */
export type SeenListing = ListedFacts & {
  poshmark_id: string;
  title: string;
  price: number | null;
  original_price: number | null;
  currency: string;
  availability: Exclude<Listing['availability'], 'removed'>;
  like_count: number;
  market_share_count: number;
  comment_count: number;
  brand_id: string | null;
  /** Empty if the marketplace left them out. */
  category_ids: string[];
  colors: string[];
  image_url: string | null;
  picture_urls: string[];
  url: string;
  /** null if it was looked up separately. It then keeps its place. */
  closet_position: number | null;
  listed_at: Instant | null;
  sold_at: Instant | null;
  market_updated_at: Instant | null;
};

/** What a reading compares a listing with: the columns that it writes. */
export type KnownListing = Omit<SeenListing, 'availability'> & {
  availability: Listing['availability'];
  is_active: boolean;
};

const momentOf = (column: string): string => `to_timestamp(seen.${column}::double precision / 1000)`;

/** All listings except removed ones, the longest unseen first. */
export const findKnown = (db: Queryable, userId: string, marketUserId: string): Promise<KnownListing[]> =>
  rowsOf(
    db,
    `/* prepared */ select poshmark_id, title, price, original_price, currency, availability, is_active, like_count, market_share_count,
       comment_count, brand, brand_id, department, category, subcategory, category_ids, size, condition, colors, image_url, picture_urls, url,
       closet_position, listed_at, sold_at, market_updated_at
     from listings
     where user_id = $1 and market_user_id = $2 and availability <> 'removed'
     order by is_active desc, synced_at, id`,
    [userId, marketUserId],
  );

/**
 * Locks these listings of the seller, and those of a closet that was linked before, in the order of their ids, as every statement
 * does that changes several of them. Otherwise a sync, which changes them in several passes, and an edit of many listings could
 * wait for each other.
 */
export async function lockListings(
  tx: Queryable,
  { userId, marketUserId, poshmarkIds }: { userId: string; marketUserId: string; poshmarkIds: readonly string[] },
): Promise<void> {
  await tx.query(
    `select from listings
     where user_id = $1 and (poshmark_id = any($2::text[]) or market_user_id <> $3 and is_active)
     order by id for no key update`,
    [userId, poshmarkIds, marketUserId],
  );
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

/** The columns that count as a change. The marketplace's counts are not among them: they change all the time. */
const compared = `title, price, original_price, currency, availability, brand, department,
  category, subcategory, size, condition, colors, image_url, url, listed_at, sold_at`;
const prefixed = (prefix: string): string =>
  compared
    .split(',')
    .map((column) => `${prefix}.${column.trim()}`)
    .join(', ');

const each = (columns: string, value: (column: string) => string): string =>
  columns
    .split(' ')
    .map((column) => `${column} = ${value(column)}`)
    .join(', ');
const asSeen = each(
  'market_user_id title is_active availability like_count market_share_count comment_count brand department category ' +
    'subcategory size condition colors url synced_at',
  (column) => `excluded.${column}`,
);
/** What an answer may leave out. */
const ifSeen = each(
  'price original_price image_url closet_position listed_at market_updated_at',
  (column) => `coalesce(excluded.${column}, listing.${column})`,
);

/**
 * Stores what the marketplace showed. Hangtag's own data stays: our shares, the floor price, and what the answer left out (an
 * unreadable price, pictures that a summary leaves out). Resolves to how many rows are new, changed, and newly sold.
 */
export function upsertSeen(
  tx: Queryable,
  given: { userId: string; marketUserId: string; seen: readonly SeenListing[]; now: Instant },
): Promise<{ added: number; updated: number; sold: number }> {
  const { userId, marketUserId, seen, now } = given;
  return oneRow(
    tx,
    `with before as (
       select * from listings where user_id = $1 and poshmark_id in (
         select poshmark_id from jsonb_to_recordset($3::jsonb) as seen(poshmark_id text)
       )
     ), after as (
       insert into listings as listing (user_id, poshmark_id, market_user_id, title, price, original_price, is_active,
         availability, like_count, market_share_count, comment_count, brand, department, category, subcategory, size,
         condition, colors, image_url, picture_urls, url, closet_position, listed_at, sold_at, market_updated_at, synced_at, currency,
         quiet_since, brand_id, category_ids)
       select $1, seen.poshmark_id, $2, seen.title, seen.price, seen.original_price, seen.availability = 'available',
         seen.availability, seen.like_count, seen.market_share_count, seen.comment_count, seen.brand, seen.department,
         seen.category, seen.subcategory, seen.size, seen.condition, seen.colors, seen.image_url, seen.picture_urls,
         seen.url, seen.closet_position, ${momentOf('listed_at')}, ${momentOf('sold_at')},
         ${momentOf('market_updated_at')}, ${at(4)}, seen.currency,
         case when seen.like_count = 0 then coalesce(${momentOf('listed_at')}, ${at(4)}) else ${at(4)} end, seen.brand_id, seen.category_ids
       from jsonb_to_recordset($3::jsonb) as seen(poshmark_id text, title text, price int, original_price int, currency text,
         availability text, like_count int, market_share_count int, comment_count int, brand text, department text,
         category text, subcategory text, size text, condition text, colors text[], image_url text, picture_urls text[],
         url text, brand_id text, category_ids text[], closet_position int, listed_at float8, sold_at float8, market_updated_at float8)
       on conflict (user_id, poshmark_id) do update set
         ${asSeen}, ${ifSeen},
         currency = case when excluded.price is null then listing.currency else excluded.currency end,
         brand_id = case when excluded.brand_id is null and excluded.brand is not distinct from listing.brand
           then listing.brand_id else excluded.brand_id end,
         category_ids = case when cardinality(excluded.category_ids) = 0 then listing.category_ids else excluded.category_ids end,
         picture_urls = case when cardinality(excluded.picture_urls) >= cardinality(listing.picture_urls)
           or excluded.picture_urls[1] is distinct from listing.picture_urls[1]
           then excluded.picture_urls else listing.picture_urls end,
         sold_at = case when excluded.availability = 'sold' then coalesce(listing.sold_at, excluded.sold_at) end,
         quiet_since = case when excluded.like_count > listing.like_count then excluded.synced_at else listing.quiet_since end
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
}

/** Marks listings that the marketplace reported as gone. Resolves to how many were not marked before. */
export const markRemoved = (
  tx: Queryable,
  { userId, poshmarkIds, now }: { userId: string; poshmarkIds: readonly string[]; now: Instant },
): Promise<number> =>
  countOf(
    tx,
    `update listings set availability = 'removed', is_active = false, closet_position = null, synced_at = ${at(3)}
     where user_id = $1 and poshmark_id = any($2::text[]) and availability <> 'removed'`,
    [userId, poshmarkIds, now],
  );

/** Listings of a closet that was linked before are no longer shared. They stay as history. */
export async function retireOtherClosets(tx: Queryable, userId: string, marketUserId: string): Promise<void> {
  await tx.query(
    `update listings set is_active = false, closet_position = null
     where user_id = $1 and market_user_id <> $2 and (is_active or closet_position is not null)`,
    [userId, marketUserId],
  );
}
