// SQL for the imports of sales.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

export type ImportRow = {
  id: string;
  fileName: string;
  at: Instant;
  sales: number;
  from: string | null;
  to: string | null;
};

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

/** Notes which sales of the import were known. */
export async function saveKnown(
  tx: Queryable,
  { userId, importId, known }: { userId: string; importId: string; known: readonly string[] },
): Promise<void> {
  await tx.query('update sale_imports set known_sales = $3::bigint[] where user_id = $1 and id = $2', [
    userId,
    importId,
    known,
  ]);
}

/** For each sale of an import that other imports contain too: the oldest of those. */
export async function findOtherImports(tx: Queryable, userId: string, id: string): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ sale: string; other: string }>(
    `select s.id::text as sale, min(i.id)::text as other
     from sale_imports i cross join unnest(i.known_sales) known(id)
       join sales s on s.user_id = i.user_id and s.id = known.id and s.import_id = $2
     where i.user_id = $1 and i.id <> $2 group by s.id`,
    [userId, id],
  );
  return new Map(rows.map(({ sale, other }) => [sale, other]));
}

/** Its sales have left it. False if the seller has no such import. */
export async function deleteImport(tx: Queryable, userId: string, id: string): Promise<boolean> {
  const { count } = await tx.query('delete from sale_imports where user_id = $1 and id = $2', [userId, id]);
  return count > 0;
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
