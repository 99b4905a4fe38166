/** Reads everything that is kept about a seller, for the export of their account. */
import type { Queryable } from '#domain/ports/database.ts';
import type { PersonalTable } from '../../personal-table.ts';

/** All rows of a user, by table, without secrets. One transaction makes them one consistent snapshot. */
export async function readEverything(
  db: Queryable,
  userId: string,
  tables: readonly PersonalTable[],
): Promise<Record<string, unknown[]>> {
  const everything: Record<string, unknown[]> = {};
  for (const { table, key = 'user_id', secrets = [], order } of tables) {
    const { rows } = await db.query<{ row: unknown }>(
      `select to_jsonb(t) - $2::text[] as row from ${table} t where t.${key} = $1 order by t.${order}`,
      [userId, secrets],
    );
    everything[table] = rows.map(({ row }) => row);
  }
  return everything;
}
