// Reads everything that is kept about a seller, for the export of their account.
import type { Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { at, firstRow } from '../../../sql.ts';
import type { PersonalTable } from '../../personal-table.ts';

const rowsAtOnce = 500;

/** All rows of a user as one JSON object, by table and without secrets, piece by piece. One snapshot of all tables. */
export function writeEverything(
  database: Database,
  { userId, tables, exportedAt }: { userId: string; tables: readonly PersonalTable[]; exportedAt: string },
  write: (text: string) => Promise<void>,
): Promise<void> {
  return database.transaction(
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      await write(`{"exportedAt":${JSON.stringify(exportedAt)}`);
      for (const table of tables) {
        await write(`,${JSON.stringify(table.table)}:[`);
        let isFirst = true;
        for await (const rows of rowsOf(tx, table, userId)) {
          await write(`${isFirst ? '' : ','}${rows.join(',')}`);
          isFirst = false;
        }
        await write(']');
      }
      await write('}');
    },
    { isLong: true },
  );
}

/** The rows as JSON. The database's JSON is written as it is: ids of rounds exceed JavaScript's safe integers. */
async function* rowsOf(
  tx: Queryable,
  { table, key = 'user_id', secrets = [], order }: PersonalTable,
  userId: string,
): AsyncGenerator<string[]> {
  await tx.query(
    `declare export_rows no scroll cursor for
     select (to_jsonb(t) - $2::text[])::text as row from ${table} t where t.${key} = $1 order by t.${order}`,
    [userId, secrets],
  );
  for (;;) {
    const { rows } = await tx.query<{ row: string }>(`fetch ${rowsAtOnce} from export_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await tx.query('close export_rows');
}

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
    `delete from ${table} where ${key} = $1 and (${id}) in (select ${id} from ${table} where ${key} = $1 limit $2)`,
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
    `delete from ${table} where ${key} = $1 and id in (
       select id from ${table} where ${key} = $1 and ${history} < ${at(2)} limit $3
     )`,
    [userId, before, most],
  );
  return count;
}

/**
 * Erases history from before `before` of the next `sellers` accounts after `after`. Ids rise with time, so only the oldest `each`
 * rows of an account are looked at, and no index of the time is needed. Resolves to the last of these accounts, or null if there
 * are none, and to how many rows were erased.
 */
export const eraseOldest = async (
  db: Queryable,
  { table, history }: PersonalTable & { history: string },
  { before, after, sellers, each }: { before: Instant; after: string; sellers: number; each: number },
): Promise<{ last: string | null; erased: number }> =>
  (await firstRow<{ last: string | null; erased: number }>(
    db,
    `with next as materialized (
       select id from users where id > $2::bigint order by id limit $3
     ), erased as (
       delete from ${table} where (user_id, id) in (
         select n.id, oldest.id from next n cross join lateral (
           select id, ${history} from ${table} where user_id = n.id order by user_id, id limit $4
         ) oldest where oldest.${history} < ${at(1)}
       ) returning 1
     )
     select (select max(id) from next) as last, (select count(*)::int from erased) as erased`,
    [before, after, sellers, each],
  )) ?? { last: null, erased: 0 };

/** The same for rows that belong to no account. */
export async function eraseOldOfNobody(
  db: Queryable,
  { table, history }: PersonalTable & { history: string },
  before: Instant,
): Promise<void> {
  await db.query(`delete from ${table} where user_id is null and ${history} < ${at(1)}`, [before]);
}
