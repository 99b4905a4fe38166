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
import { forgetCredentials } from '#server/operator/backup/lost-key.ts';
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
    const { database } = full;
    await database.query(
      `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
       values (1, 'abc', 'Firefox', now(), now(), now() + interval '1 day')`,
    );
    await database.query(
      `insert into password_resets (user_id, token, expires_at, created_at) values (1, 'def', now() + interval '1 day', now())`,
    );
    const written = await backup(database, file);
    expect(written).toMatchObject({ users: 2, listings: 1, share_attempts: 1, daily_share_counts: 1 });

    const empty = await freshDatabase();
    expect(await restore(empty.database, file)).toMatchObject({ users: 2, listings: 1, share_attempts: 1 });
    for (const table of [
      'users',
      'listings',
      'sale_imports',
      'sales',
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
    // Who has signed out since is not signed in again, and no old reset link opens.
    expect([await everyRow(empty, 'sessions'), await everyRow(empty, 'password_resets')]).toEqual([[], []]);
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
      openPostgres({ url, limits: { statementMs: 400, answerMs: 600 }, log: silentLog });
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

  it('has every table, or says why not', async () => {
    const { rows } = await full.database.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...tables, ...Object.keys(leftOut)].toSorted());
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

  it.each<[string, (lines: string[]) => string[], string]>([
    [
      'with fewer rows than it says',
      (lines) => lines.map((line) => line.replace(/^listings 1 .*/, 'listings 1 []')),
      'The backup is incomplete: listings has 0 of 1 rows.',
    ],
    ['that was cut off', (lines) => lines.slice(0, 3), 'Nothing was restored.'],
  ])('%s is not restored', async (_, spoil, sentence) => {
    const spoiled = path.join(full.folder, 'spoiled.gz');
    writeFileSync(spoiled, gzipSync(spoil(gunzipSync(readFileSync(file)).toString().split('\n')).join('\n')));
    const empty = await freshDatabase();
    await expect(restore(empty.database, spoiled)).rejects.toThrow(sentence);
    expect(await everyRow(empty, 'users')).toEqual([]);
    await empty.drop();
  });

  it('taken before a column was added keeps its data', async () => {
    const { database } = full;
    await database.query(
      `insert into closets (user_id, practice, state, linked_at, lock_epoch) values (1, true, 'ready', now(), 7)`,
    );
    const now = path.join(full.folder, 'now.gz');
    await backup(database, now);
    const before = gunzipSync(readFileSync(now))
      .toString('utf8')
      .replaceAll(/, "lock_epoch": \d+|"lock_epoch": \d+, /g, '');
    expect(before).not.toContain('lock_epoch');
    const old = path.join(full.folder, 'before.gz');
    writeFileSync(old, gzipSync(before));
    const empty = await freshDatabase();
    await restore(empty.database, old);
    expect((await empty.database.query('select state, lock_epoch from closets')).rows).toEqual([
      { state: 'ready', lock_epoch: '0' },
    ]);
    await empty.drop();
    await database.query('delete from closets');
  });

  it('with a password is a file that age reads, and is restored only with the password', async () => {
    const locked = path.join(full.folder, 'locked.age');
    await backup(full.database, locked, { password: 'correct horse battery', workFactor: 10 });
    expect(readFileSync(locked).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(readFileSync(locked).includes('ada@example.com')).toBe(false);

    const empty = await freshDatabase();
    await expect(restore(empty.database, locked)).rejects.toThrow('This backup is encrypted. Set BACKUP_PASSWORD');
    await expect(restore(empty.database, locked, { password: 'wrong' })).rejects.toThrow(
      'BACKUP_PASSWORD does not open this backup. Nothing was restored.',
    );
    expect(await everyRow(empty, 'users')).toEqual([]);
    const spoiled = path.join(full.folder, 'spoiled.age');
    writeFileSync(spoiled, readFileSync(locked).subarray(0, -20));
    await expect(restore(empty.database, spoiled, { password: 'correct horse battery' })).rejects.toThrow(
      'Nothing was restored.',
    );
    expect(await everyRow(empty, 'users')).toEqual([]);
    expect(await restore(empty.database, locked, { password: 'correct horse battery' })).toMatchObject({ users: 2 });
    expect(await everyRow(empty, 'users')).toEqual(await everyRow(full, 'users'));
    await empty.drop();
  });

  it('of another secret key is refused, and its owner who lost the key gets back everything else', async () => {
    const { database } = full;
    await database.query(
      `insert into closets (user_id, practice, handle, credentials, session, state, linked_at)
       values (1, false, 'adas_attic', 'x', 'y', 'ready', now())`,
    );
    await database.query(
      `insert into authenticator_apps (user_id, secret, created_at, confirmed_at)
       values (1, 'x', now(), now()), (2, 'x', now(), now())`,
    );
    await database.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_synced, user_agent, created_at)
       values (1, 'c', 'p', 0, '{}', false, 'Firefox', now())`,
    );
    await database.query(`insert into recovery_codes (user_id, code_hash, created_at) values (2, 'h', now())`);
    await database.query(
      `insert into data_keys (user_id, wrapped, key_id, purpose) values (1, 'z', 'k', 'sign-in'), (2, 'z', 'k', 'sign-in')`,
    );
    const sealed = path.join(full.folder, 'sealed.gz');
    await backup(database, sealed);
    for (const table of ['closets', 'authenticator_apps', 'passkeys', 'recovery_codes'])
      await database.query(`delete from ${table}`);

    const { keys } = loadSecretKeys({ secretKey: 'cd'.repeat(32), dataDir: full.folder });
    const reasons = {
      restored: 'Your administrator restored Hangtag’s data',
      lost: 'Your administrator stopped all bots',
    };
    const now = Date.parse('2026-11-22T08:00:00Z');
    const [left, stuck] = await Promise.all([freshDatabase(), freshDatabase()]);
    await expect(restore(left.database, sealed, { keys, now })).rejects.toThrow(
      /encrypted with the key k, .* --without-key: .* Nothing was restored\./,
    );
    expect(await everyRow(left, 'users')).toEqual([]);
    await restore(left.database, sealed, { keys, isKeyLost: true, now });

    await restore(stuck.database, sealed);
    await stuck.database.query(`delete from activity_logs where action = 'BOT_STOPPED'`);
    await stuck.database.query(`update bots set state = 'waiting', due_at = now()`);
    await stuck.database.query(
      `insert into processes (id, role, version, host, started_at, seen_at, bots, memory_mb)
       values (gen_random_uuid(), 'worker', '1', 'attic', now(), now(), 0, 1)`,
    );
    await expect(forgetCredentials(stuck.database, keys, now)).rejects.toThrow('is running on attic (worker)');
    expect(await everyRow(stuck, 'closets')).toHaveLength(1);
    await stuck.database.query('delete from processes');
    expect(await forgetCredentials(stuck.database, keys, now)).toEqual({ closets: 1, devices: 1, apps: 2 });
    expect(await forgetCredentials(stuck.database, keys, now)).toEqual({ closets: 0, devices: 0, apps: 0 });

    for (const restored of [left, stuck]) {
      for (const table of ['closets', 'data_keys', 'installation_secrets', 'push_subscriptions', 'recovery_codes'])
        expect(await everyRow(restored, table), table).toEqual([]);
      expect(await everyRow(restored, 'listings')).toEqual(await everyRow(full, 'listings'));
      const details = await everyRow(
        restored,
        "(select details from activity_logs where action = 'CLOSET_DISCONNECTED')",
      );
      expect(details).toEqual(['{"details": "Closet adas_attic: the key of its credentials was lost"}']);
      // A passkey needs no secret, so it still asks for itself.
      expect(await everyRow(restored, 'passkeys')).toHaveLength(1);
      const second = await everyRow(restored, '(select user_id, what from account_events)');
      expect(second).toEqual([
        '{"what": "app_removed", "user_id": 1}',
        '{"what": "second_factor_removed_by_operator", "user_id": 2}',
      ]);
      const stops = await everyRow(
        restored,
        "(select user_id, details, timestamp from activity_logs where action = 'BOT_STOPPED')",
      );
      expect(stops).toEqual([expect.stringContaining(restored === left ? reasons.restored : reasons.lost)]);
      expect(stops[0]).toContain('2026-11-22T08:00:00');
    }
    await Promise.all([left.drop(), stuck.drop()]);
  });

  it('is not restored over existing accounts', async () => {
    await expect(restore(full.database, file)).rejects.toThrow('This database already has accounts.');
  });
});
