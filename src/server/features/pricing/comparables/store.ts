// SQL that reads comparables for the pricing engine.

import type { Cents, Currency } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { SoldItem } from '#domain/pricing/backtest/backtest.ts';
import { type Comparable, knownFacts, type ListedFacts } from '#domain/pricing/facts/comparable.ts';
import { oneRow, oneValue, pagesOf, rowsOf } from '../../../sql.ts';

/**
 * The comparables that a seller's prices are learned from. The seller's own asks are not among them, because a closet can't
 * confirm its own prices.
 */
export type Sources = {
  userId: string;
  practice: boolean;
  marketUserId: string;
  /** Folded brands and kinds whose search results count. */
  terms: readonly string[];
};

const pageSize = 1_000;
/** Only the newest results: more would improve prices little and cost a second. */
const mostFromSearch = 10_000;

type ComparableRow = ListedFacts & {
  id: string;
  title: string;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  state: 'sold' | 'ask';
  listedAt: Instant | null;
  seenAt: Instant | null;
};

const columns = `title, original_price * 100 as "originalPriceCents", brand, department, category, subcategory, size, condition,
  listed_at as "listedAt"`;

const toComparable = (row: ComparableRow, source: 'closet' | 'import' | 'market', seller?: string): Comparable => ({
  id: row.id,
  title: row.title,
  price: row.priceCents,
  state: row.state,
  source,
  ...(seller !== undefined && { seller }),
  ...knownFacts(row),
  ...(row.originalPriceCents !== null && { originalPrice: row.originalPriceCents }),
  ...(row.listedAt !== null && { listedAt: row.listedAt }),
  ...(row.seenAt !== null && { seenAt: row.seenAt }),
});

export const sellerKey = (userId: string): string => `closet-${userId}`;

/** What the buyer of a sold listing `l` paid, according to the seller's records of a sale with the same title. */
export const recordedPrice = `select price_cents from comparable_sales s
  where s.user_id = l.user_id and lower(s.title) = lower(l.title) order by s.sold_on desc nulls last, s.id desc limit 1`;

type RecordedRow = ListedFacts & {
  id: string;
  title: string;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  soldAt: Instant | null;
  quantity: number;
};

/** The seller's records of sales that the closet doesn't show as well: the closet's own row has their price. In pages, by id. */
const readRecorded = (db: Queryable, { userId, marketUserId }: Sources, after: string): Promise<RecordedRow[]> =>
  rowsOf(
    db,
    `select id, title, price_cents as "priceCents", original_price_cents as "originalPriceCents",
       sold_on::timestamp at time zone 'UTC' as "soldAt", brand, department, category, subcategory, size, condition, quantity
     from comparable_sales s
     where user_id = $1 and id > $2 and not exists (
       select 1 from priced_listings l where l.user_id = $1 and l.market_user_id = $3 and l.availability = 'sold'
         and lower(l.title) = lower(s.title))
     order by id limit ${pageSize}`,
    [userId, after, marketUserId],
  );

/** Several pieces that were sold together are as many sales. */
const recordedToComparables = ({ quantity, ...row }: RecordedRow, seller: string): Comparable[] =>
  Array.from({ length: quantity }, (_, piece) => {
    const id = `import-${row.id}${piece === 0 ? '' : `-${piece}`}`;
    return toComparable({ ...row, id, state: 'sold', listedAt: null, seenAt: row.soldAt }, 'import', seller);
  });

const foundColumns = `practice, poshmark_id, title, price, original_price, state, brand, department, category, subcategory, size,
  condition, listed_at, seen_at, terms`;

/** What searches found for a seller, those of the server and those of the seller's own browser. `userId`: a parameter. */
const foundFor = (userId: string): string => `select ${foundColumns} from market_comparables
  union all select ${foundColumns} from browser_comparables b
  where b.user_id = ${userId} and not exists (
    select 1 from market_comparables m where m.practice = b.practice and m.poshmark_id = b.poshmark_id)`;

/** The sold listings of the closet, then the seller's records, then search results, in pages, so that reading never blocks the server for long. */
export async function* readComparables(db: Queryable, sources: Sources): AsyncIterable<Comparable[]> {
  const { userId, marketUserId, practice, terms } = sources;
  const sold = (last: ComparableRow | null) =>
    rowsOf<ComparableRow>(
      db,
      `select id, ${columns}, 'sold' as state, coalesce(sold_at, synced_at) as "seenAt",
         coalesce((${recordedPrice}), price * 100) as "priceCents"
       from priced_listings l
       where user_id = $1 and market_user_id = $2 and id > $3 and price > 0 and availability = 'sold' and currency = 'USD'
       order by id limit ${pageSize}`,
      [userId, marketUserId, last?.id ?? '0'],
    );
  for await (const rows of pagesOf(pageSize, sold))
    yield rows.map((row) => toComparable(row, 'closet', sellerKey(userId)));
  for await (const rows of pagesOf<RecordedRow>(pageSize, (last) => readRecorded(db, sources, last?.id ?? '0')))
    yield rows.flatMap((row) => recordedToComparables(row, sellerKey(userId)));
  const found = (last: (ComparableRow & { seen: string }) | null) =>
    rowsOf<ComparableRow & { seen: string }>(
      db,
      `with found as (${foundFor('$3::bigint')})
       select poshmark_id as id, ${columns}, price * 100 as "priceCents", state, seen_at as "seenAt", seen_at::text as seen
       from found c
       where practice = $1 and terms && $2::text[] and (seen_at, poshmark_id) < ($4::timestamptz, $5)
         and not exists (select 1 from priced_listings l where l.user_id = $3 and l.poshmark_id = c.poshmark_id)
       order by seen_at desc, poshmark_id desc limit ${pageSize}`,
      [practice, terms, userId, last?.seen ?? 'infinity', last?.id ?? ''],
    );
  let read = 0;
  for await (const rows of pagesOf(pageSize, found)) {
    yield rows.map((row) => toComparable(row, 'market'));
    read += rows.length;
    if (read >= mostFromSearch) return;
  }
}

/** A version that changes whenever the comparables of these sources change. */
export const readVersion = (db: Queryable, { userId, practice, terms }: Sources): Promise<string> =>
  oneValue(
    db,
    `select concat_ws('/',
       (select concat((extract(epoch from max(synced_at)) * 1000)::bigint, '+', count(*)) from priced_listings
         where user_id = $1 and availability = 'sold'),
       coalesce((select version::text from sale_changes where user_id = $1), ''),
       (select concat((extract(epoch from max(searched_at)) * 1000)::bigint, '+', count(*)) from market_searches
         where practice = $2 and term = any($3::text[])),
       (select concat((extract(epoch from max(searched_at)) * 1000)::bigint, '+', count(*)) from browser_searches
         where user_id = $1 and practice = $2 and term = any($3::text[]))) as version`,
    [userId, practice, terms],
  );

/** How many comparables there are: all, sales, search results, and the seller's records. */
export async function countComparables(
  db: Queryable,
  { userId, practice, marketUserId, terms }: Sources,
): Promise<{ comparables: number; sold: number; fromSearch: number; imported: number }> {
  const { own, imported, found, foundSold } = await oneRow<Record<'own' | 'imported' | 'found' | 'foundSold', number>>(
    db,
    `with found as (${foundFor('$1::bigint')})
     select own, imported, found, "foundSold" from (
       select count(*)::int as own from priced_listings
       where user_id = $1 and market_user_id = $2 and price > 0 and availability = 'sold' and currency = 'USD'
     ) a cross join (
       select count(*)::int as found, count(*) filter (where state = 'sold')::int as "foundSold"
       from found c
       where practice = $3 and terms && $4::text[]
         and not exists (select 1 from priced_listings l where l.user_id = $1 and l.poshmark_id = c.poshmark_id)
     ) b cross join (
       select coalesce(sum(quantity), 0)::int as imported from comparable_sales s where user_id = $1 and not exists (
         select 1 from priced_listings l where l.user_id = $1 and l.market_user_id = $2 and l.availability = 'sold'
           and lower(l.title) = lower(s.title))
     ) c`,
    [userId, marketUserId, practice, terms],
  );
  const fromSearch = Math.min(found, mostFromSearch);
  const ownSales = own + imported;
  return {
    comparables: ownSales + fromSearch,
    sold: ownSales + Math.min(foundSold, fromSearch),
    fromSearch,
    imported,
  };
}

/** A listing of a closet: what it is, and the currency of its price. */
type ClosetTerm = {
  brand: string | null;
  category: string | null;
  subcategory: string | null;
  title: string;
  currency: Currency;
};

/** Brands and kinds of a closet's own listings, most frequent first. */
export const readClosetTerms = (db: Queryable, userId: string, marketUserId: string): Promise<ClosetTerm[]> =>
  rowsOf(
    db,
    `select brand, category, subcategory, title, currency from priced_listings
     where user_id = $1 and market_user_id = $2 and availability in ('sold', 'available') order by is_active desc, id`,
    [userId, marketUserId],
  );

type SoldRow = ListedFacts & { id: string; title: string; price: number; originalPrice: number | null };

/** How many sales there are, and the newest of them. */
export async function readNewestSales(
  db: Queryable,
  { userId, most, seller }: { userId: string; most: number; seller: string },
): Promise<{ count: number; newest: SoldItem[] }> {
  const { count } = await oneRow<{ count: number }>(
    db,
    'select count(*)::int as count from comparable_sales where user_id = $1',
    [userId],
  );
  const rows = await rowsOf<SoldRow>(
    db,
    `select id, title, price_cents as price, original_price_cents as "originalPrice", brand, department, category, subcategory, size,
       condition
     from comparable_sales where user_id = $1 order by coalesce(sold_on, '-infinity') desc, id desc limit $2`,
    [userId, most],
  );
  const newest = rows.map(({ id, title, price, originalPrice, ...facts }) => ({
    ...{ id, price },
    item: { title, seller, ...knownFacts(facts), ...(originalPrice !== null && { originalPrice }) },
  }));
  return { count, newest };
}
