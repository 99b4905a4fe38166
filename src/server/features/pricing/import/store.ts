// SQL for sales that a seller imported.

import type { Cents } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import type { ListedFacts } from '#domain/pricing/facts/listed-facts.ts';
import type { StoredSale } from '#domain/pricing/import/known-sales.ts';
import type { Sale } from '#domain/pricing/import/read-sale.ts';
import { at } from '../../sql-moment.ts';

export type ImportRow = {
  id: string;
  fileName: string;
  at: Instant;
  sales: number;
  from: string | null;
  to: string | null;
};

/** Imports of one seller wait for each other, so that together they keep to the most sales of an account. */
export async function lockImports(tx: Queryable, userId: string): Promise<{ pieces: number }> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('sale imports'), hashtext($1))`, [userId]);
  const { rows } = await tx.query<{ pieces: number }>(
    'select coalesce(sum(quantity), 0)::int as pieces from imported_sales where user_id = $1',
    [userId],
  );
  return rows[0] ?? { pieces: 0 };
}

export async function addImport(
  tx: Queryable,
  { userId, fileName, now }: { userId: string; fileName: string; now: Instant },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into sale_imports (user_id, at, file_name) values ($1, ${at(2)}, $3) returning id`,
    [userId, now, fileName],
  );
  return rows[0]?.id ?? '';
}

/** What tells the seller's imported sales from each other. */
export async function readStoredSales(db: Queryable, userId: string): Promise<StoredSale[]> {
  const { rows } = await db.query<{ sale: StoredSale }>(
    `select json_strip_nulls(json_build_object('id', id::text, 'title', title, 'price', price_cents, 'orderId', order_id,
       'soldOn', sold_on, 'brand', brand, 'size', size)) as sale
     from imported_sales where user_id = $1 order by id`,
    [userId],
  );
  return rows.map(({ sale }) => sale);
}

const fields = `title text, price int, "originalPrice" int, "soldOn" date, brand text, department text, category text,
  subcategory text, size text, condition text, "orderId" text, quantity int`;

/** Stores the sales that no earlier import has brought. Resolves to how many those are. */
export async function addSales(
  tx: Queryable,
  { userId, importId, sales }: { userId: string; importId: string; sales: readonly Sale[] },
): Promise<number> {
  const { count } = await tx.query(
    `insert into imported_sales (import_id, user_id, title, price_cents, original_price_cents, sold_on, brand, department,
       category, subcategory, size, condition, order_id, quantity)
     select $1, $2, s.title, s.price, s."originalPrice", s."soldOn", s.brand, s.department, s.category, s.subcategory, s.size,
       s.condition, s."orderId", coalesce(s.quantity, 1)
     from json_to_recordset($3::json) as s(${fields})`,
    [importId, userId, JSON.stringify(sales)],
  );
  return count;
}

/** What a later file can add to a sale: the columns, and the fields of `fields`. */
const completed = [
  ['original_price_cents', '"originalPrice"'],
  ['sold_on', '"soldOn"'],
  ['brand', 'brand'],
  ['department', 'department'],
  ['category', 'category'],
  ['subcategory', 'subcategory'],
  ['size', 'size'],
  ['condition', 'condition'],
  ['order_id', '"orderId"'],
] as const;

/** Notes which sales of the import were known, and stores what its file says about them and earlier files did not. */
export async function completeKnown(
  tx: Queryable,
  { userId, importId, known }: { userId: string; importId: string; known: readonly StoredSale[] },
): Promise<void> {
  await tx.query('update sale_imports set known_sales = $3::bigint[] where user_id = $1 and id = $2', [
    userId,
    importId,
    known.map(({ id }) => id),
  ]);
  const said = completed.map(([column, field]) => `coalesce(k.${column}, s.${field})`);
  const columns = completed.map(([column]) => column);
  await tx.query(
    `with said as (
       update imported_sales k set ${columns.map((column, at) => `${column} = ${said[at]}`).join(', ')}
       from json_to_recordset($2::json) as s(id bigint, ${fields})
       where k.user_id = $1 and k.id = s.id
         and (${columns.map((column) => `k.${column}`).join(', ')}) is distinct from (${said.join(', ')})
       returning k.import_id
     )
     update sale_imports set completions = completions + 1 where user_id = $1 and id in (select import_id from said)`,
    [userId, JSON.stringify(known)],
  );
}

/**
 * Deletes an import with its sales, except those that another import contained too: they become sales of the oldest of those.
 * Resolves to the number of deleted sales, or to null if the seller has no such import.
 */
export async function removeImport(tx: Queryable, userId: string, id: string): Promise<number | null> {
  await tx.query(
    `update imported_sales s set import_id = other.id from (
       select distinct on (known.id) known.id as "saleId", i.id from sale_imports i, unnest(i.known_sales) known(id)
       where i.user_id = $1 and i.id <> $2 order by known.id, i.id
     ) other where s.user_id = $1 and s.import_id = $2 and s.id = other."saleId"`,
    [userId, id],
  );
  const { count } = await tx.query('delete from imported_sales where user_id = $1 and import_id = $2', [userId, id]);
  const removed = await tx.query('delete from sale_imports where user_id = $1 and id = $2', [userId, id]);
  return removed.count === 0 ? null : count;
}

export async function findImports(db: Queryable, userId: string): Promise<ImportRow[]> {
  const { rows } = await db.query<ImportRow & Row>(
    `select i.id, i.file_name as "fileName", i.at, count(s.id)::int as sales, min(s.sold_on)::text as "from",
       max(s.sold_on)::text as "to"
     from sale_imports i left join imported_sales s on s.import_id = i.id
     where i.user_id = $1 group by i.id order by i.at desc, i.id desc limit 100`,
    [userId],
  );
  return rows;
}

export type ImportedRow = ListedFacts & {
  id: string;
  title: string;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  soldAt: Instant | null;
  quantity: number;
};

/** A sale that the closet shows as well is left out: the closet's own row has its price. In pages, by id. */
export async function readImported(
  db: Queryable,
  { userId, marketUserId, after, most }: { userId: string; marketUserId: string; after: string; most: number },
): Promise<ImportedRow[]> {
  const { rows } = await db.query<ImportedRow & Row>(
    `select id, title, price_cents as "priceCents", original_price_cents as "originalPriceCents",
       sold_on::timestamp at time zone 'UTC' as "soldAt", brand, department, category, subcategory, size, condition, quantity
     from imported_sales s
     where user_id = $1 and id > $2 and not exists (
       select 1 from priced_listings l where l.user_id = $1 and l.market_user_id = $3 and l.availability = 'sold'
         and lower(l.title) = lower(s.title))
     order by id limit $4`,
    [userId, after, marketUserId, most],
  );
  return rows;
}
