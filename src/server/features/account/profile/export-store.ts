// Reads everything that is kept about a seller, for the export of their account.

import type { Database, Queryable } from '#domain/ports/database.ts';
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
