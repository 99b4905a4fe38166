// The SQL of the sales: every write of them, and what is read of all of a seller's sales.

import type { Sale } from '#contract/sales/sales.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import {
  type SaleChanges,
  type SaleRow,
  type SaleState,
  type StoredSale,
  saleAmounts,
  saleTexts,
  underEach,
} from '#domain/sales/sale.ts';
import { type DateText, shareDay } from '#domain/time.ts';
import { isAny, oneValue, rowsOf, toJson, valuesOf } from '../../sql.ts';

/** The columns by their names here. */
const types: Record<keyof SaleRow, 'text' | 'bigint' | 'integer' | 'boolean' | 'date'> = {
  ...underEach(saleTexts, 'text'),
  ...underEach(['source', 'channel', 'state', 'title', 'costBy'], 'text'),
  ...underEach(['importId', 'listingId'], 'bigint'),
  ...underEach(['stateBySeller', 'isBundle', 'viaOffer'], 'boolean'),
  ...underEach(['soldOn', 'listedOn'], 'date'),
  ...underEach(saleAmounts, 'integer'),
  ...underEach(['quantity', 'priceCents', 'feeCents', 'earningsCents'], 'integer'),
};
const names = Object.keys(types) as (keyof SaleRow)[];
const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = names.map(columnOf).join(', ');
const fields = names.map((name) => `"${name}" ${types[name]}`).join(', ');
/** PostgreSQL builds JSON of at most 50 pairs at once. */
const asJson = `json_build_object('id', id::text, ${names
  .map((name) => `'${name}', ${types[name] === 'bigint' ? `${columnOf(name)}::text` : columnOf(name)}`)
  .join(', ')})`;

/** Whoever changes sales of a seller by what the others are waits for those who do. */
export async function lockSales(tx: Queryable, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('sales'), hashtext($1))`, [userId]);
}

/** `only`: some of them. */
export const readSales = (
  db: Queryable,
  userId: string,
  only: { ids?: readonly string[]; orderIds?: readonly string[] } = {},
): Promise<StoredSale[]> =>
  valuesOf(
    db,
    `select ${asJson} as sale from sales
     where user_id = $1 and ($2::bigint[] is null or id = any($2)) and ($3::text[] is null or order_id = any($3))
     order by id`,
    [userId, only.ids ?? null, only.orderIds ?? null],
  );

/** Resolves to the ids of the added sales. */
export async function writeSales(
  tx: Queryable,
  userId: string,
  { added, changed, removed }: SaleChanges,
): Promise<string[]> {
  if (removed.length > 0)
    await tx.query('delete from sales where user_id = $1 and id = any($2::bigint[])', [userId, removed]);
  if (changed.length > 0)
    await tx.query(
      `update sales s set (${columns}) = (${names.map((name) => `n."${name}"`).join(', ')})
       from json_to_recordset($2::json) as n(id bigint, ${fields}) where s.user_id = $1 and s.id = n.id`,
      [userId, toJson(changed)],
    );
  if (added.length === 0) return [];
  return valuesOf(
    tx,
    `insert into sales (user_id, ${columns})
     select $1, ${names.map((name) => `"${name}"`).join(', ')} from json_to_recordset($2::json) as n(${fields})
     returning id::text`,
    [userId, toJson(added)],
  );
}

export const countPieces = (db: Queryable, userId: string): Promise<number> =>
  oneValue(db, 'select coalesce(sum(quantity), 0)::int as pieces from sales where user_id = $1', [userId]);

/** Prices are learned again from the seller's sales. */
export async function noteChange(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `insert into sale_versions (user_id, version) values ($1, pg_current_xact_id())
     on conflict (user_id) do update set version = excluded.version`,
    [userId],
  );
}

type Unlinked = { id: string; title: string; size: string | null; soldOn: string | null };

/** Sales without a listing, and sold listings without a sale. */
export async function findUnlinked(
  tx: Queryable,
  userId: string,
  zone: string,
): Promise<{ sales: Unlinked[]; listings: Unlinked[] }> {
  const sales = await rowsOf<Unlinked>(
    tx,
    `select id::text as id, title, size, sold_on::text as "soldOn" from sales
     where user_id = $1 and listing_id is null and counts and channel = 'poshmark' and sold_on is not null`,
    [userId],
  );
  if (sales.length === 0) return { sales, listings: [] };
  const listings = await rowsOf<Omit<Unlinked, 'soldOn'> & { soldAt: Instant }>(
    tx,
    `select l.id::text as id, l.title, l.size, l.sold_at as "soldAt" from listing_facts l
     where l.user_id = $1 and l.availability = 'sold' and l.sold_at is not null
       and not exists (select from sales s where s.user_id = l.user_id and s.listing_id = l.id)`,
    [userId],
  );
  return {
    sales,
    listings: listings.map(({ soldAt, ...listing }) => ({ ...listing, soldOn: shareDay(soldAt, zone) })),
  };
}

export async function linkSales(tx: Queryable, userId: string, found: ReadonlyMap<string, string>): Promise<void> {
  await tx.query(
    `update sales s set listing_id = f.listing from unnest($2::bigint[], $3::bigint[]) as f(sale, listing)
     where s.user_id = $1 and s.id = f.sale`,
    [userId, [...found.keys()], [...found.values()]],
  );
}

/** Not where the seller took the cost out: that is the seller's word, too. */
const followsListing = `(s.cost_by is null or s.cost_by = 'listing')`;

/** Sales get the day on which their listing was listed. Only this program knows every time zone, not every database. */
export async function saveListedDays(
  tx: Queryable,
  userId: string,
  { zone, listingIds }: { zone: string; listingIds: readonly string[] | null },
): Promise<void> {
  const rows = await rowsOf<{ id: string; listedAt: Instant }>(
    tx,
    `select s.id::text as id, l.listed_at as "listedAt"
     from sales s join listing_facts l on l.user_id = s.user_id and l.id = s.listing_id
     where s.user_id = $1 and s.listed_on is null and l.listed_at is not null and ($2::bigint[] is null or s.listing_id = any($2))`,
    [userId, listingIds],
  );
  if (rows.length > 0)
    await tx.query(
      `update sales s set listed_on = f.day from unnest($2::bigint[], $3::date[]) as f(sale, day)
       where s.user_id = $1 and s.id = f.sale`,
      [userId, rows.map(({ id }) => id), rows.map(({ listedAt }) => shareDay(listedAt, zone))],
    );
}

/** What a sale says itself stays. Its cost is the listing's where neither the seller nor a report says one. */
export async function saveListingFacts(
  tx: Queryable,
  userId: string,
  listingIds: readonly string[] | null,
): Promise<void> {
  const taken: [column: string, value: string][] = [
    ...['brand', 'department', 'category', 'subcategory', 'size', 'condition', 'sku', 'shelf'].map(
      (column): [string, string] => [column, `coalesce(s.${column}, l.${column})`],
    ),
    ['list_price_cents', `coalesce(s.list_price_cents, case when l.currency = 'USD' then l.price * 100 end)`],
    [
      'lowest_price_cents',
      `coalesce(s.lowest_price_cents, case when l.currency = 'USD' then l.lowest_price * 100 end)`,
    ],
    ['cost_cents', `case when ${followsListing} then l.cost_cents else s.cost_cents end`],
    [
      'cost_by',
      `case when ${followsListing} and l.cost_cents is not null then 'listing' when s.cost_by = 'listing' then null else s.cost_by end`,
    ],
  ];
  const set = taken.map(([column]) => column).join(', ');
  const values = taken.map(([, value]) => value).join(', ');
  await tx.query(
    `update sales s set (${set}) = (${values})
     from listing_facts l
     where s.user_id = $1 and l.user_id = $1 and l.id = s.listing_id and ($2::bigint[] is null or s.listing_id = any($2))
       and (${taken.map(([column]) => `s.${column}`).join(', ')}) is distinct from (${values})`,
    [userId, listingIds],
  );
}

type SalesAsk = {
  from: DateText | null;
  to: DateText | null;
  /** All of them must be in what identifies a sale. */
  words: readonly string[];
  state: SaleState | null;
  withoutCost: boolean;
  limit: number;
  /** Only sales after this one. */
  before: string | null;
};

/** As the contract has them. */
export const saleColumns = `id::text as id, sold_on::text as "soldOn", listed_on::text as "listedOn", title, brand, department, category, size, sku,
  shelf, order_id as "orderId", is_bundle as "isBundle", via_offer as "viaOffer", quantity, price_cents as "priceCents",
  list_price_cents as "listPriceCents", fee_cents as "feeCents", shipping_discount_cents as "shippingDiscountCents",
  other_fees_cents as "otherFeesCents", earnings_cents as "earningsCents", cost_cents as "costCents", cost_by as "costBy",
  case when stated_fee_cents is not null then 'seller' when reported_earnings_cents is not null then 'reported'
    when channel <> 'poshmark' then 'seller' else 'schedule' end as "feeBy",
  case when stated_other_fees_cents is not null then 'seller' when other_fees_cents is not null then 'report' end as "otherFeesBy",
  profit_cents as "profitCents", days_to_sell as "daysToSell", listing_id::text as "listingId", state,
  state_by_seller as "stateBySeller", market_state as "marketState", source, channel, note`;
/** Newest first. A sale without a date comes last. */
const place = `coalesce(sold_on, '-infinity')`;

export async function listSales(db: Queryable, userId: string, ask: SalesAsk): Promise<Sale[]> {
  const { from, to, words, state, withoutCost, limit, before } = ask;
  const { rows } = await db.query<Sale & Row>(
    `select ${saleColumns} from sales
     where user_id = $1 and ($2::date is null or ${place} >= $2) and ($3::date is null or (${place} <= $3 and sold_on is not null))
       and ($4::text[] = '{}' or lower(concat_ws(' ', title, brand, sku, order_id, shelf)) like all ($4))
       and ($5::text is null or state = $5) and (not $6 or (counts and cost_cents is null))
       and ($7::bigint is null or (${place}, id) < (select ${place}, id from sales where user_id = $1 and id = $7))
     order by ${place} desc, sales.id desc limit $8`,
    [userId, from, to, words.map(containing), state, withoutCost, before, limit],
  );
  return rows;
}

const containing = (word: string): string => `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

export const findSales = (db: Queryable, userId: string, ids: readonly string[]): Promise<Sale[]> =>
  rowsOf(db, `select ${saleColumns} from sales where user_id = $1 and id = any($2::bigint[])`, [userId, ids]);

/** null: the seller has no such sale. */
export const findSale = async (db: Queryable, userId: string, id: string): Promise<Sale | null> =>
  (await findSales(db, userId, [id]))[0] ?? null;

export const hasListing = (db: Queryable, userId: string, id: string): Promise<boolean> =>
  isAny(db, 'select 1 as one from listing_facts where user_id = $1 and id = $2', [userId, id]);
