import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { recordTrial } from '#server/features/operation/operation.ts';
import { backup } from '#server/operator/backup/backup.ts';
import { backupOnRecord, tryBackup } from '#server/operator/backup/backups.ts';
import { restore } from '#server/operator/backup/restore.ts';
import { leftOut, tables } from '#server/operator/backup/tables.ts';
import { freshDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { addSealedRows, everyRow, filledDatabase, roundId } from './filled-database.ts';

let full: Awaited<ReturnType<typeof filledDatabase>>;
let file: string;

beforeAll(async () => {
  full = await filledDatabase();
  await addSealedRows(full);
  file = path.join(full.folder, 'all.gz');
});
afterAll(() => full.drop());

describe('a backup', () => {
  it('contains every row and restores it exactly, with bots stopped and open shares as unknown', async () => {
    const written = await backup(full.database, file);
    expect(written).toMatchObject({ users: 2, listings: 1, share_attempts: 1, daily_share_counts: 1 });

    const empty = await freshDatabase();
    expect(await restore(empty.database, file)).toMatchObject({ users: 2, listings: 1, share_attempts: 1 });
    for (const table of [
      'users',
      'listings',
      'daily_share_counts',
      'contact_messages',
      'data_keys',
      'push_subscriptions',
      'installation_secrets',
    ])
      expect(await everyRow(empty, table)).toEqual(await everyRow(full, table));

    const { rows: bots } = await empty.database.query('select state, owner, due_at from bots');
    expect(bots).toEqual([{ state: 'stopped', owner: null, due_at: null }]);
    const { rows: attempts } = await empty.database.query('select round_id, outcome from share_attempts');
    expect(attempts).toEqual([{ round_id: roundId, outcome: 3 }]);
    const { rows: writes } = await empty.database.query('select state, error from price_writes');
    expect(writes).toEqual([{ state: 'failed', error: 'interrupted' }]);
    await empty.database.query(
      `insert into users (first_name, last_name, email, password, created_at) values ('New', 'One', 'new@example.com', 'x', now())`,
    );
    await empty.drop();
  });

  it('names the time since which shares may be missing, and so does a backup of what was restored from it', async () => {
    const manifestOf = (name: string) => JSON.parse(gunzipSync(readFileSync(name)).toString().split('\n', 1)[0] ?? '');
    const gapAfter = async (name: string, hasStopped: boolean, then?: (restored: TestDatabase) => Promise<unknown>) => {
      const empty = await freshDatabase();
      await restore(empty.database, name, { hasStopped });
      const { rows } = await empty.database.query<{ from: number | null; order: boolean | null }>(
        'select restored_from as "from", restored_at >= restored_from as order from known_timeline',
      );
      await then?.(empty);
      await empty.drop();
      return rows[0];
    };
    const takenAt = Date.parse(manifestOf(file).takenAt);
    const again = path.join(full.folder, 'again.gz');
    const restored = await gapAfter(file, false, ({ database }) => backup(database, again));
    expect(restored).toEqual({ from: takenAt, order: true });
    expect(await gapAfter(file, true)).toEqual({ from: null, order: null });
    expect(Date.parse(manifestOf(again).missingSince)).toBe(takenAt);
    expect(await gapAfter(again, true)).toEqual({ from: takenAt, order: true });
  });

  it('and its restoring may take longer than any other statement', async () => {
    const limited = async (url: string) =>
      openPostgres({ url, statementLimitMs: 400, answerLimitMs: 600, log: silentLog });
    /** Runs `work` on a table that stays locked until a statement of `work` has waited for longer than the limits. */
    const outlasting = async <T>({ database, url }: TestDatabase, work: (slow: Database) => Promise<T>): Promise<T> => {
      const slow = await limited(url);
      try {
        return await database
          .transaction(async (tx) => {
            await tx.query('lock table contact_messages in access exclusive mode');
            const working = work(slow);
            const waitsLonger = async () =>
              (
                await full.database.query(
                  `select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'
                   and clock_timestamp() - query_start > interval '1 second'`,
                  [new URL(url).pathname.slice(1)],
                )
              ).count === 1;
            await Promise.race([working, expect.poll(waitsLonger, { timeout: 10_000 }).toBe(true)]);
            return { working };
          })
          .then(({ working }) => working);
      } finally {
        await slow.close();
      }
    };
    const long = path.join(full.folder, 'long.gz');
    expect(await outlasting(full, (slow) => backup(slow, long))).toMatchObject({ contact_messages: 1 });
    const empty = await freshDatabase();
    expect(await outlasting(empty, (slow) => restore(slow, long))).toMatchObject({ contact_messages: 1 });
    await empty.drop();
  });

  it('signs nobody in again who has signed out since, and opens no old reset link', async () => {
    const { database } = full;
    await database.query(
      `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
       values (1, 'abc', 'Firefox', now(), now(), now() + interval '1 day')`,
    );
    await database.query(
      `insert into password_resets (user_id, token, expires_at, created_at) values (1, 'def', now() + interval '1 day', now())`,
    );
    const signedIn = path.join(full.folder, 'signed-in.gz');
    await backup(database, signedIn);
    await database.query('delete from sessions');
    await database.query('delete from password_resets');
    const empty = await freshDatabase();
    await restore(empty.database, signedIn);
    expect([await everyRow(empty, 'sessions'), await everyRow(empty, 'password_resets')]).toEqual([[], []]);
    await empty.drop();
  });

  it('has every table, or says why not', async () => {
    const { rows } = await full.database.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...tables, ...Object.keys(leftOut)].toSorted());
  });

  it('brings back the sales that a seller imported', async () => {
    const seller = await freshDatabase();
    const { database } = seller;
    await database.query(
      `insert into users (first_name, last_name, email, password, created_at) values ('Ada', 'Li', 'ada@example.com', 'x', now())`,
    );
    await database.query(`insert into sale_imports (user_id, at, file_name) values (1, now(), 'sales.csv')`);
    await database.query(
      `insert into sales (import_id, user_id, source, state, title, price_cents, fee_cents, earnings_cents)
       values (1, 1, 'report', 'complete', 'Silk tie', 2500, 500, 2000)`,
    );
    const sales = path.join(full.folder, 'sales.gz');
    await backup(database, sales);
    const empty = await freshDatabase();
    await restore(empty.database, sales);
    for (const table of ['sale_imports', 'sales'])
      expect(await everyRow(empty, table)).toEqual(await everyRow(seller, table));
    await Promise.all([empty.drop(), seller.drop()]);
  });

  it('is on record, and with it that a test could restore it in a database that is gone again', async () => {
    const name = path.join(full.folder, 'recorded.age');
    const password = 'correct horse battery';
    await backupOnRecord(full.database, name, { password, workFactor: 10 });
    const recorded = async () =>
      (
        await full.database.query<{ file: string; bytes: string; is_encrypted: boolean; tried_at: number | null }>(
          'select file, bytes, is_encrypted, tried_at from backups',
        )
      ).rows;
    const size = String(readFileSync(name).length);
    expect(await recorded()).toEqual([{ file: 'recorded.age', bytes: size, is_encrypted: true, tried_at: null }]);

    const scratches = async () =>
      (await full.database.query("select 1 from pg_database where datname like 'hangtag_trial_%'")).count;
    // As if it had a standby.
    const databaseUrl = inject('databaseServer').replace(/@([^/]+)/, '@$1,$1');
    const wrong = { databaseUrl, backupPassword: 'wrong' };
    await expect(tryBackup(wrong, name, silentLog)).rejects.toThrow('Nothing was restored.');
    const lesser = { databaseUrl: full.url, backupPassword: password };
    await expect(tryBackup(lesser, name, silentLog)).rejects.toThrow('can’t create a database for the test.');
    const away = { databaseUrl: 'postgres://u:p@127.0.0.1:1/x', backupPassword: password };
    await expect(tryBackup(away, name, silentLog)).rejects.toThrow("Hangtag can't reach the database at 127.0.0.1:1");
    const { keys } = loadSecretKeys({ secretKey: 'cd'.repeat(32), dataDir: full.folder });
    const { rows, takenAt, lostKey } = await tryBackup(
      { databaseUrl, backupPassword: password, keys },
      name,
      silentLog,
    );
    expect(rows).toMatchObject({ users: 2, listings: 1 });
    expect(lostKey).toBe('k');
    expect(await scratches()).toBe(0);
    expect(await recordTrial(full.database, takenAt)).toBe(true);
    expect((await recorded())[0]?.tried_at).not.toBeNull();
    expect(await recordTrial(full.database, '2001-01-01T00:00:00Z')).toBe(false);
  });

  it('with fewer rows than it says is not restored', async () => {
    const lines = gunzipSync(readFileSync(file)).toString();
    const [line = ''] = /^listings 1 .*$/m.exec(lines) ?? [];
    const short = path.join(full.folder, 'short.gz');
    writeFileSync(short, gzipSync(lines.replace(line, 'listings 1 []')));
    const empty = await freshDatabase();
    await expect(restore(empty.database, short)).rejects.toThrow('The backup is incomplete: listings has 0 of 1 rows.');
    expect((await empty.database.query('select from users')).count).toBe(0);
    await empty.drop();
  });

  it('never overwrites a file', async () => {
    await expect(backup(full.database, file)).rejects.toThrow(/EEXIST/);
  });
});
