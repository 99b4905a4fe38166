import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { fails, playModel } from '#server/adapters/advisor/scripted-model.fixture.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { webKeyOf } from '#server/adapters/vault/key-ring.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { loadWebKeys } from '#server/adapters/vault/web-key.ts';
import { recordTrial } from '#server/features/operation/operation.ts';
import { backup } from '#server/operator/backup/backup.ts';
import { backupOnRecord, tryBackup } from '#server/operator/backup/backups.ts';
import { forgetCredentials } from '#server/operator/backup/lost-key.ts';
import { restore } from '#server/operator/backup/restore.ts';
import { leftOut, tables } from '#server/operator/backup/tables.ts';
import { runCommand } from '#server/operator/hangtag.ts';
import { messages } from '#server/operator/messages.ts';
import { users } from '#server/operator/users.ts';
import { freshDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { runProgram } from '#tests/process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-operator-'));
const file = path.join(folder, 'all.gz');
/** Too large for exact JavaScript numbers. */
const roundId = '1882436349633495041';
let full: TestDatabase;

const everyRow = async ({ database }: TestDatabase, table: string): Promise<string[]> => {
  const { rows } = await database.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by 1`);
  return rows.map(({ row }) => row);
};

beforeAll(async () => {
  full = await freshDatabase();
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
});
afterAll(async () => {
  await full.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  beforeAll(async () => {
    const { database } = full;
    await database.query(
      `insert into data_keys (user_id, wrapped, key_id, purpose) values (1, 'x', 'k', 'closet'), (1, 'y', 'k', 'push')`,
    );
    await database.query(`insert into installation_secrets (name, sealed, key_id) values ('push', 'z', 'k')`);
    await database.query(
      `insert into push_subscriptions (user_id, endpoint_hash, target, events, device, since)
       values (1, 'h', 'y', '{needs}', 'Firefox', now())`,
    );
  });
  // No server has the key that encrypted these.
  afterAll(async () => {
    for (const table of ['data_keys', 'installation_secrets']) await full.database.query(`delete from ${table}`);
  });

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
    const again = path.join(folder, 'again.gz');
    const restored = await gapAfter(file, false, ({ database }) => backup(database, again));
    expect(restored).toEqual({ from: takenAt, order: true });
    expect(await gapAfter(file, true)).toEqual({ from: null, order: null });
    expect(Date.parse(manifestOf(again).missingSince)).toBe(takenAt);
    expect(await gapAfter(again, true)).toEqual({ from: takenAt, order: true });
  });

  it('of an earlier version, without devices and their keys, can be restored', async () => {
    const fresh = ['installation_secrets', 'push_subscriptions'];
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const earlier = lines
      .map((line) =>
        line
          .replace(/"purpose": "\w+", |, "purpose": "\w+"/g, '')
          .replace(/"notified_at": \w+, |, "notified_at": \w+/g, ''),
      )
      .filter((line) => !fresh.some((table) => line.startsWith(`${table} `)))
      .map((line) => line.replace(/^data_keys 2 \[(.*?\}),.*\]$/, 'data_keys 1 [$1]'));
    const { rows, ...manifest } = JSON.parse(earlier[0] ?? '');
    for (const table of fresh) delete rows[table];
    earlier[0] = JSON.stringify({ ...manifest, migrations: 3, rows: { ...rows, data_keys: 1 } });
    const old = path.join(folder, 'earlier.gz');
    writeFileSync(old, gzipSync(earlier.join('\n')));
    const empty = await freshDatabase();
    // The server's own secrets are replaced.
    await empty.database.query(`insert into installation_secrets (name, sealed, key_id) values ('push', 'own', 'k')`);
    await restore(empty.database, old);
    const { rows: keys } = await empty.database.query('select user_id, purpose from data_keys');
    expect(keys).toEqual([{ user_id: '1', purpose: 'closet' }]);
    expect(await everyRow(empty, 'installation_secrets')).toEqual([]);
    const { rows: untold } = await empty.database.query('select 1 from price_batches where notified_at is null');
    expect(untold).toEqual([]);
    await empty.drop();
  });

  it('and its restoring may take longer than any other statement', async () => {
    const limited = async (url: string) =>
      openPostgres({ url, statementLimitMs: 100, answerLimitMs: 150, log: silentLog });
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
                   and clock_timestamp() - query_start > interval '400 milliseconds'`,
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
    const long = path.join(folder, 'long.gz');
    expect(await outlasting(full, (slow) => backup(slow, long))).toMatchObject({ contact_messages: 1 });
    const empty = await freshDatabase();
    expect(await outlasting(empty, (slow) => restore(slow, long))).toMatchObject({ contact_messages: 1 });
    await empty.drop();
  });

  it('taken before columns were renamed or added keeps its data', async () => {
    const { database } = full;
    await database.query(`update bots set backoff = '{"level": 2}' where user_id = 1`);
    await database.query(
      `insert into closets (user_id, practice, state, linked_at, locked_until) values (1, true, 'ready', now(), now())`,
    );
    await database.query(`update price_batches set notified_at = '2026-11-20T08:00:00Z'`);
    const now = path.join(folder, 'now.gz');
    await backup(database, now);
    const formerNames = { backoff: 'trouble', locked_until: 'hold_until', notified_at: 'told_at' };
    const [manifest = '', ...lines] = gunzipSync(readFileSync(now)).toString('utf8').split('\n');
    const before = [JSON.stringify({ ...JSON.parse(manifest), migrations: 4 }), ...lines].map((row) => {
      const line = row.replaceAll(/, "lock_epoch": \d+|"lock_epoch": \d+, /g, '');
      return Object.entries(formerNames).reduce(
        (text, [name, former]) => text.replaceAll(`"${name}":`, `"${former}":`),
        line,
      );
    });
    expect(before.join()).not.toContain('lock_epoch');
    const old = path.join(folder, 'former-names.gz');
    writeFileSync(old, gzipSync(before.join('\n')));
    const empty = await freshDatabase();
    await restore(empty.database, old);
    const { rows } = await empty.database.query(
      `select b.backoff, c.state, extract(epoch from p.notified_at)::int as notified
       from bots b join closets c using (user_id) join price_batches p using (user_id)`,
    );
    expect(rows).toEqual([
      { backoff: { level: 2 }, state: 'ready', notified: Date.parse('2026-11-20T08:00:00Z') / 1000 },
    ]);
    await empty.drop();
    await database.query('delete from closets');
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
    const signedIn = path.join(folder, 'signed-in.gz');
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
      `insert into imported_sales (import_id, user_id, title, price_cents, fingerprint) values (1, 1, 'Silk tie', 2500, 'f')`,
    );
    const sales = path.join(folder, 'sales.gz');
    await backup(database, sales);
    const empty = await freshDatabase();
    await restore(empty.database, sales);
    for (const table of ['sale_imports', 'imported_sales'])
      expect(await everyRow(empty, table)).toEqual(await everyRow(seller, table));
    await Promise.all([empty.drop(), seller.drop()]);
  });

  it('with a password is a file that age reads, and is restored only with the password', async () => {
    const locked = path.join(folder, 'locked.age');
    await backup(full.database, locked, { password: 'correct horse battery', workFactor: 10 });
    expect(readFileSync(locked).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(readFileSync(locked).includes('ada@example.com')).toBe(false);

    const empty = await freshDatabase();
    await expect(restore(empty.database, locked)).rejects.toThrow('This backup is encrypted. Set BACKUP_PASSWORD');
    await expect(restore(empty.database, locked, { password: 'wrong' })).rejects.toThrow(
      'BACKUP_PASSWORD does not open this backup. Nothing was restored.',
    );
    expect(await everyRow(empty, 'users')).toEqual([]);
    const spoiled = path.join(folder, 'spoiled.age');
    writeFileSync(spoiled, readFileSync(locked).subarray(0, -20));
    await expect(restore(empty.database, spoiled, { password: 'correct horse battery' })).rejects.toThrow(
      'Nothing was restored.',
    );
    expect(await everyRow(empty, 'users')).toEqual([]);
    expect(await restore(empty.database, locked, { password: 'correct horse battery' })).toMatchObject({ users: 2 });
    expect(await everyRow(empty, 'users')).toEqual(await everyRow(full, 'users'));
    await empty.drop();
  });

  it('is on record, and with it that a test could restore it in a database that is gone again', async () => {
    const name = path.join(folder, 'recorded.age');
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
    const { keys } = loadSecretKeys({ secretKey: 'cd'.repeat(32), dataDir: folder });
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

  it('of another secret key is refused, and its owner who lost the key gets back everything else', async () => {
    const { database } = full;
    await database.query(
      `insert into closets (user_id, practice, handle, credentials, session, state, linked_at)
       values (1, false, 'adas_attic', 'x', 'y', 'ready', now())`,
    );
    await database.query(
      `insert into authenticator_apps (user_id, secret, created_at, confirmed_at) values (2, 'x', now(), now())`,
    );
    await database.query(`insert into recovery_codes (user_id, code_hash, created_at) values (2, 'h', now())`);
    await database.query(`insert into data_keys (user_id, wrapped, key_id, purpose) values (2, 'z', 'k', 'sign-in')`);
    const sealed = path.join(folder, 'sealed.gz');
    await backup(database, sealed);
    for (const table of ['closets', 'authenticator_apps', 'recovery_codes'])
      await database.query(`delete from ${table}`);

    const { keys } = loadSecretKeys({ secretKey: 'cd'.repeat(32), dataDir: folder });
    const now = Date.parse('2026-11-22T08:00:00Z');
    const [left, stuck] = await Promise.all([freshDatabase(), freshDatabase()]);
    await expect(restore(left.database, sealed, { keys, now })).rejects.toThrow(
      /encrypted with the key k, .* --without-key: .* Nothing was restored\./,
    );
    expect(await everyRow(left, 'users')).toEqual([]);
    await restore(left.database, sealed, { keys, isKeyLost: true, now });

    await restore(stuck.database, sealed);
    await stuck.database.query(
      `insert into processes (id, role, version, host, started_at, seen_at, bots, memory_mb)
       values (gen_random_uuid(), 'worker', '1', 'attic', now(), now(), 0, 1)`,
    );
    await expect(forgetCredentials(stuck.database, keys, now)).rejects.toThrow('is running on attic (worker)');
    expect(await everyRow(stuck, 'closets')).toHaveLength(1);
    await stuck.database.query('delete from processes');
    expect(await forgetCredentials(stuck.database, keys, now)).toEqual({ closets: 1, devices: 1, apps: 1 });
    expect(await forgetCredentials(stuck.database, keys, now)).toEqual({ closets: 0, devices: 0, apps: 0 });

    for (const restored of [left, stuck]) {
      for (const table of ['closets', 'data_keys', 'installation_secrets', 'push_subscriptions', 'recovery_codes'])
        expect(await everyRow(restored, table), table).toEqual([]);
      expect(await everyRow(restored, 'listings')).toEqual(await everyRow(full, 'listings'));
      const told = await everyRow(restored, "(select details from activity_logs where action = 'CLOSET_DISCONNECTED')");
      expect(told).toEqual(['{"details": "Closet adas_attic: the key of its credentials was lost"}']);
      const second = await everyRow(restored, '(select user_id, what from account_events)');
      expect(second).toEqual(['{"what": "second_factor_removed_by_operator", "user_id": 2}']);
    }
    await Promise.all([left.drop(), stuck.drop()]);
  });

  it('never overwrites a file', async () => {
    await expect(backup(full.database, file)).rejects.toThrow(/EEXIST/);
  });

  it('is not restored over existing accounts', async () => {
    await expect(restore(full.database, file)).rejects.toThrow('This database already has accounts.');
  });

  it('that was cut off restores nothing', async () => {
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const cut = path.join(folder, 'cut.gz');
    writeFileSync(cut, gzipSync(lines.slice(0, 3).join('\n')));
    const empty = await freshDatabase();
    await expect(restore(empty.database, cut)).rejects.toThrow('Nothing was restored.');
    expect(await everyRow(empty, 'users')).toEqual([]);
    await empty.drop();
  });

  it('is recognized, and another file is refused with a message', async () => {
    const other = path.join(folder, 'other.gz');
    writeFileSync(other, gzipSync('{"hello":1}\n'));
    const empty = await freshDatabase();
    await expect(restore(empty.database, other)).rejects.toThrow('This file is not a Hangtag backup.');
    await expect(restore(empty.database, path.join(folder, 'none'))).rejects.toThrow("can't read the file");
    await empty.drop();
  });
});

describe('the operator reads', () => {
  it('no text of strangers that a terminal would obey', async () => {
    const strange = await freshDatabase();
    const { database } = strange;
    await database.query(
      `insert into contact_messages (name, email, subject, message, created_at)
       values (E'Cy\\nroot', 'cy@example.com', E'\\x1b]0;title\\x07', E'Two\\nlines \\x1b[31m\\u202e', now())`,
    );
    const told = await messages(database);
    expect(told).toContain('Cy root <cy@example.com>');
    expect(told).toContain('Two\nlines \\u{1b}[31m\\u{202e}');
    expect(told).not.toMatch(/[^\P{Cc}\n]/u);
    await database.query(
      `insert into users (first_name, last_name, email, password, timezone, created_at)
       values ('A', 'B', E'a\\x1b[2J@example.com', 'x', 'UTC', now())`,
    );
    expect(await users(database)).not.toMatch(/[^\P{Cc}\n]/u);
    await strange.drop();
  });

  it('one line per user, without secrets', async () => {
    const told = await users(full.database);
    expect(told).toMatch(/ada@example\.com .*sharing\s+1$/m);
    expect(told).not.toContain('password');
  });

  it('the messages of the contact form', async () => {
    expect(await messages(full.database)).toContain('Cy <cy@example.com>\nHello\n\nA question.');
  });
});

describe('npm run hangtag', () => {
  type Ended = { code: number | null; said: string };
  const settings = () => ({
    DATA_DIR: folder,
    DATABASE_URL: full.url,
    SECRET_KEY: 'cd'.repeat(32),
    LOG_LEVEL: 'silent',
  });
  const start = async (more: Record<string, string>, ...args: string[]): Promise<Ended> => {
    const program = runProgram('src/server/operator/hangtag.ts', { ...settings(), ...more }, args);
    return { code: await program.ended, said: program.said() };
  };
  /** Runs a command without starting a program, which takes most of a second. */
  const run = async (...args: string[]): Promise<Ended> => {
    let said = '';
    const hear = (text: string) => {
      said += `${text}\n`;
    };
    return { code: await runCommand(args, settings(), { say: hear, complain: hear }), said };
  };

  it('creates a reset link for an account, and says if there is no such account', async () => {
    const made = await start({}, 'reset-link', 'ada@example.com');
    expect(made.code).toBe(0);
    expect(made.said).toMatch(/^http:\/\/localhost:5000\/auth#reset=[\w-]{43}\n/);
    const none = await run('reset-link', 'nobody@example.com');
    expect(none.code).toBe(78);
    expect(none.said).toContain('There is no account with the email nobody@example.com.');
  });

  it('lists its commands, and refuses others', async () => {
    expect(await start({}, 'dance')).toMatchObject({
      code: 64,
      said: expect.stringContaining('There is no command "dance"'),
    });
    const asked = await start({ PORT: 'wrong' }, 'help');
    expect(asked).toMatchObject({ code: 0, said: expect.stringContaining('backup FILE') });
    expect(await run('demo', '--pause', 'long')).toMatchObject({
      code: 78,
      said: '--pause long is not a number of milliseconds. Write a whole number from 0 to 3600000, such as 250.\n',
    });
  });

  it('explains that a backup never overwrites a file', async () => {
    expect(await run('backup', file)).toMatchObject({
      code: 78,
      said: `The file ${file} already exists. Choose another name: Hangtag never overwrites a file.\n`,
    });
  });

  it('makes a web key for its owner alone, which is the one of its secret key', async () => {
    const webKey = path.join(folder, 'web.key');
    expect(await run('web-key', webKey)).toMatchObject({ code: 0, said: expect.stringContaining('WEB_KEY_FILE') });
    expect(statSync(webKey).mode & 0o777).toBe(0o600);
    const { keys } = loadSecretKeys({ secretKey: 'cd'.repeat(32), dataDir: folder });
    expect(loadWebKeys(webKey).map(({ web }) => web)).toEqual(keys.map((key) => webKeyOf(key).web));
  });

  it('stops every bot, and each seller’s log says who did it', async () => {
    expect(await run('stop-bots')).toMatchObject({
      code: 0,
      said: 'Stopped 1 bot. Sellers have to start them again.\n',
    });
    expect(await everyRow(full, '(select state, owner, due_at from bots)')).toEqual([
      '{"owner": null, "state": "stopped", "due_at": null}',
    ]);
    expect(await everyRow(full, "(select details from activity_logs where action = 'BOT_STOPPED')")).toEqual([
      '{"details": "Your administrator stopped all bots"}',
    ]);
    expect((await run('stop-bots')).said).toMatch(/^Stopped 0 bots/);
  });

  it('turns a seller’s second step off only after a question, and says so in the security log', async () => {
    await full.database.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_synced, user_agent, created_at)
       values (2, 'c', 'k', 0, '{}', false, 'Test', now())`,
    );
    const unanswered = await run('second-factor-off', 'bo@example.com');
    expect(unanswered).toMatchObject({ code: 78, said: expect.stringContaining('Nothing was changed') });
    expect(await everyRow(full, 'passkeys')).toHaveLength(1);
    expect((await run('second-factor-off', 'bo@example.com', '--yes')).said).toContain('with the password alone');
    expect(await everyRow(full, 'passkeys')).toEqual([]);
    expect(await everyRow(full, '(select user_id, what from account_events order by id desc limit 1)')).toEqual([
      '{"what": "second_factor_removed_by_operator", "user_id": 2}',
    ]);
  });

  it('signs an account out, and removes one only after a confirmation', async () => {
    await full.database.query(
      `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
       select id, 'h' || id, '', now(), now(), now() + interval '1 day' from users`,
    );
    expect((await run('sign-out', 'BO@example.com')).said).toContain('signed out everywhere');
    expect(await everyRow(full, '(select user_id from sessions)')).toEqual(['{"user_id": 1}']);
    const asked = await run('remove-user', 'ada@example.com');
    expect(asked).toMatchObject({ code: 78, said: expect.stringContaining('--yes') });
    expect(await everyRow(full, 'users')).toHaveLength(2);
    expect(await run('remove-user', 'ada@example.com', '--yes')).toMatchObject({ code: 0 });
    expect(await everyRow(full, '(select email from users)')).toEqual(['{"email": "bo@example.com"}']);
    for (const table of ['listings', 'share_attempts', 'activity_logs', 'bots', 'sessions'])
      expect(await everyRow(full, table), table).toEqual([]);
    expect((await run('remove-user', 'ada@example.com', '--yes')).said).toContain('There is no account');
  });

  it('has a doctor that says what is wrong, and never shows keys', async () => {
    const model = await playModel(fails(401));
    const more = {
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'eyes-1',
      AI_API_KEY: 'sk-canary-0123456789',
      PUBLIC_URL: 'https://hangtag.example',
    };
    await full.database.query(
      `insert into holds (at, reason, via, who) values ('2026-11-21T08:00:00Z', 'Moving house', 'command', 'ada')`,
    );
    await full.database.query(
      `update bots set state = 'waiting', owner = null, due_at = now() - interval '1 hour'
       where user_id = (select min(user_id) from bots)`,
    );
    await full.database.query(`update backups set taken_at = now() - interval '9 days'`);
    const { code, said } = await start(more, 'doctor');
    await model.close();
    expect(said).toContain('the secret key matches');
    expect(said).toMatch(/^ok {7}Running bots: 0, of which 0 need their seller\. Workers: 0$/m);
    expect(said).toMatch(/PROBLEM {2}127\.0\.0\.1:\d+ rejects the API key \(401\)\. Check AI_API_KEY\./);
    expect(said).toMatch(/^WARNING {2}All bots are on hold since 2026-11-21T08:00:00.000Z\. To end it, run/m);
    expect(said).toMatch(/^WARNING {2}The last backup was made 9 days ago\. Run npm run hangtag -- backup FILE$/m);
    expect(said).toMatch(/^WARNING {2}PUBLIC_URL starts with https.* Set TRUST_PROXY=1\.$/m);
    expect(said).not.toContain('sk-canary');
    expect(code).toBe(1);
  });
});
