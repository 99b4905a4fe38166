import type { Queryable } from '#domain/ports/database.ts';

/** Every table with rows of a user, the columns that are left out, and the order. The rest is told as it is stored. */
const tables: { table: string; key?: string; secrets?: string[]; order: string }[] = [
  { table: 'users', key: 'id', secrets: ['password'], order: 'id' },
  { table: 'sessions', secrets: ['token_hash'], order: 'id' },
  { table: 'password_resets', secrets: ['token'], order: 'id' },
  { table: 'data_keys', secrets: ['wrapped', 'key_id'], order: 'user_id' },
  { table: 'closets', secrets: ['credentials', 'session', 'pending_sign_in'], order: 'user_id' },
  { table: 'listings', order: 'id' },
  { table: 'price_batches', order: 'id' },
  { table: 'price_writes', order: 'id' },
  { table: 'price_changes', order: 'id' },
  { table: 'recommendations', order: 'id' },
  { table: 'offers', order: 'id' },
  { table: 'activity_logs', order: 'id' },
  { table: 'daily_share_counts', order: 'share_date' },
  { table: 'bots', secrets: ['owner', 'epoch'], order: 'user_id' },
  { table: 'rounds', order: 'id' },
  { table: 'share_attempts', order: 'reserved_at' },
  {
    table: 'push_subscriptions',
    secrets: [
      'id',
      'user_id',
      'session_id',
      'endpoint_hash',
      'target',
      'events',
      'last_success_at',
      'last_failure_at',
      'summary_due_at',
    ],
    order: 'id',
  },
  { table: 'contact_messages', order: 'id' },
];

export const exportedTables: readonly string[] = tables.map(({ table }) => table);

/** All rows of a user, by table, without secrets. Run it in one transaction for one moment's picture. */
export async function readEverything(db: Queryable, userId: string): Promise<Record<string, unknown[]>> {
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
