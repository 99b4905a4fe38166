// The SQL of a seller's rows in the tables that each feature lists in its `personal-tables.ts`.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { PersonalTable } from '../../personal-table.ts';
import { at } from '../../sql-moment.ts';

export async function bytesOf(db: Queryable, userId: string, tables: readonly PersonalTable[]): Promise<number> {
  const sums = tables
    .map(({ table, key = 'user_id' }) => `(select sum(pg_column_size(t)) from ${table} t where t.${key} = $1)`)
    .map((sum) => `coalesce(${sum}, 0)`);
  const { rows } = await db.query<{ bytes: string }>(`select (${sums.join(' + ')})::bigint as bytes`, [userId]);
  return Number(rows[0]?.bytes ?? 0);
}

export async function eraseAll(
  tx: Queryable,
  { table, key = 'user_id' }: PersonalTable,
  userId: string,
): Promise<void> {
  await tx.query(`delete from ${table} where ${key} = $1`, [userId]);
}

/** Erases one batch of a seller's rows. Resolves to how many there were. */
export async function eraseSome(
  db: Queryable,
  { table, key = 'user_id', id = 'id' }: PersonalTable,
  { userId, most }: { userId: string; most: number },
): Promise<number> {
  const { count } = await db.query(
    `delete from ${table} where (${id}) in (select ${id} from ${table} where ${key} = $1 limit $2)`,
    [userId, most],
  );
  return count;
}

/** The same for a seller's rows from before `before`. */
export async function eraseSomeHistory(
  db: Queryable,
  { table, key = 'user_id', history }: PersonalTable & { history: string },
  { userId, before, most }: { userId: string; before: Instant; most: number },
): Promise<number> {
  const { count } = await db.query(
    `delete from ${table} where id in (
       select id from ${table} where ${key} = $1 and ${history} < ${at(2)} limit $3
     )`,
    [userId, before, most],
  );
  return count;
}

/** Of all sellers. Ids rise with time, so only the oldest `most` rows are looked at, and no index of the time is needed. */
export async function eraseOldest(
  db: Queryable,
  { table, history }: PersonalTable & { history: string },
  { before, most }: { before: Instant; most: number },
): Promise<number> {
  const { count } = await db.query(
    `delete from ${table} where id in (
       select id from (select id, ${history} from ${table} order by id limit $2) oldest where oldest.${history} < ${at(1)}
     )`,
    [before, most],
  );
  return count;
}
