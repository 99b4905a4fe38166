// SQL for sales that a seller imported.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import type { StoredSale } from '#domain/sales/import/known-sales.ts';
import type { Sale } from '#domain/sales/import/read-sale.ts';
import { at } from '../../sql-moment.ts';

export type ImportRow = {
  id: string;
  fileName: string;
  at: Instant;
  sales: number;
  from: string | null;
  to: string | null;
};

/** Whoever adds or removes sales of one seller waits for the others, so that together they keep to the most of an account. */
export async function lockImports(tx: Queryable, userId: string): Promise<{ pieces: number }> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('sale imports'), hashtext($1))`, [userId]);
  const { rows } = await tx.query<{ pieces: number }>(
    'select coalesce(sum(quantity), 0)::int as pieces from sales where user_id = $1 and import_id is not null',
    [userId],
  );
  return rows[0] ?? { pieces: 0 };
}

/** Prices are learned again from the seller's sales. */
export async function noteChange(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `insert into sale_versions (user_id, version) values ($1, pg_current_xact_id())
     on conflict (user_id) do update set version = excluded.version`,
    [userId],
  );
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
     from sales where user_id = $1 and import_id is not null order by id`,
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
    `insert into sales (import_id, user_id, source, state, title, price_cents, original_price_cents, sold_on, brand, department,
       category, subcategory, size, condition, order_id, quantity, fee_cents, earnings_cents)
     select $1, $2, 'report', 'complete', s.title, s.price, s."originalPrice", s."soldOn", s.brand, s.department, s.category,
       s.subcategory, s.size, s.condition, s."orderId", coalesce(s.quantity, 1), s.price - s.earnings, s.earnings
     from json_to_recordset($3::json) as s(${fields}, earnings int)`,
    [importId, userId, JSON.stringify(sales.map((sale) => ({ ...sale, earnings: earningsFrom(sale.price) })))],
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
    `update sales k set ${columns.map((column, at) => `${column} = ${said[at]}`).join(', ')}
       from json_to_recordset($2::json) as s(id bigint, ${fields})
       where k.user_id = $1 and k.id = s.id
         and (${columns.map((column) => `k.${column}`).join(', ')}) is distinct from (${said.join(', ')})`,
    [userId, JSON.stringify(known)],
  );
}

/**
 * Deletes an import with its sales, except those that another import contained too: they become sales of the oldest of those.
 * Resolves to the number of deleted sales, or to null if the seller has no such import.
 */
export async function removeImport(tx: Queryable, userId: string, id: string): Promise<number | null> {
  await tx.query(
    `update sales s set import_id = other.id from (
       select distinct on (known.id) known.id as "saleId", i.id from sale_imports i, unnest(i.known_sales) known(id)
       where i.user_id = $1 and i.id <> $2 order by known.id, i.id
     ) other where s.user_id = $1 and s.import_id = $2 and s.id = other."saleId"`,
    [userId, id],
  );
  const { count } = await tx.query('delete from sales where user_id = $1 and import_id = $2', [userId, id]);
  const removed = await tx.query('delete from sale_imports where user_id = $1 and id = $2', [userId, id]);
  return removed.count === 0 ? null : count;
}

export async function findImports(db: Queryable, userId: string): Promise<ImportRow[]> {
  const { rows } = await db.query<ImportRow & Row>(
    `select i.id, i.file_name as "fileName", i.at, count(s.id)::int as sales, min(s.sold_on)::text as "from",
       max(s.sold_on)::text as "to"
     from sale_imports i left join sales s on s.user_id = i.user_id and s.import_id = i.id
     where i.user_id = $1 group by i.id order by i.at desc, i.id desc limit 100`,
    [userId],
  );
  return rows;
}
