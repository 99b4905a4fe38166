// A database with some of everything, and a folder for files, for the tests of backups and of the operator’s commands.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';

/** Too large for exact JavaScript numbers. */
export const roundId = '1882436349633495041';

/** All rows as texts, in order. `table` may also be a query in parentheses. */
export const everyRow = async ({ database }: TestDatabase, table: string): Promise<string[]> => {
  const { rows } = await database.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by 1`);
  return rows.map(({ row }) => row);
};

type FilledDatabase = TestDatabase & { folder: string };

export async function filledDatabase(): Promise<FilledDatabase> {
  const full = await freshDatabase();
  const { database } = full;
  await database.query(
    `insert into users (first_name, last_name, email, password, timezone, created_at)
     values ('Ada', 'Ünal', 'ada@example.com', 'x', 'Asia/Kathmandu', now()), ('Bo', 'Li', 'bo@example.com', 'x', 'UTC', now())`,
  );
  await database.query(
    `insert into listings (user_id, poshmark_id, market_user_id, title, price, colors, url, synced_at)
     values (1, 'm1', 'u1', 'A "quoted" \\ title' || chr(10) || 'and a line', 25, '{Blue,"Off White"}', 'https://x', now())`,
  );
  await database.query(
    `insert into bots (user_id, state, settings, limit_in_force, owner, due_at) values (1, 'sharing', '{}', 50, gen_random_uuid(), now())`,
  );
  await database.query("select ensure_share_partition('2026-11-21')");
  await database.query(`insert into rounds (id, user_id, started_at, plan, planned) values ($1, 1, now(), '{1}', 1)`, [
    roundId,
  ]);
  await database.query(
    `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, outcome)
     values ($1, 1, 1, '2026-11-21', now(), 0)`,
    [roundId],
  );
  await database.query(`insert into daily_share_counts (user_id, share_date, share_count) values (1, '2026-11-21', 1)`);
  await database.query(
    `insert into price_batches (user_id, source, confirmed_large, created_at) values (1, 'manual', false, now())`,
  );
  await database.query(
    `insert into price_writes (batch_id, user_id, asked_id, listing_id, new_price, asked_at) values (1, 1, '1', 1, 30, now())`,
  );
  await database.query(
    `insert into contact_messages (name, email, subject, message, created_at) values ('Cy', 'cy@example.com', 'Hello', 'A question.', now())`,
  );
  await database.query(`insert into sale_imports (user_id, at, file_name) values (1, now(), 'sales.csv')`);
  await database.query(
    `insert into sales (import_id, user_id, source, state, title, price_cents, fee_cents, earnings_cents)
     values (1, 1, 'report', 'complete', 'Silk tie', 2500, 500, 2000)`,
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-operator-'));
  return {
    ...full,
    folder,
    drop: async () => {
      await full.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Adds keys, which no server has, and what they encrypted. */
export async function addSealedRows({ database }: TestDatabase): Promise<void> {
  await database.query(
    `insert into data_keys (user_id, wrapped, key_id, purpose) values (1, 'x', 'k', 'closet'), (1, 'y', 'k', 'push')`,
  );
  await database.query(`insert into installation_secrets (name, sealed, key_id) values ('push', 'z', 'k')`);
  await database.query(
    `insert into push_subscriptions (user_id, endpoint_hash, target, events, device, since)
     values (1, 'h', 'y', '{needs}', 'Firefox', now())`,
  );
}
