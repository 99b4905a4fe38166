/** Writes everything but the key to a backup file, and restores it. */
import type { Database, Queryable } from '#domain/ports/database.ts';
import { latestMigration } from '../../adapters/database/migrate.ts';
import { StartProblem } from '../../adapters/start-problem.ts';
import { findLostKeys } from '../../adapters/vault/lost-keys.ts';
import { forgetOwnSecrets } from '../../adapters/vault/vault.ts';
import { endRestoredSessions } from '../../features/account/sessions/restore-store.ts';
import {
  makeSharePartitions,
  missingSince,
  noteRestore,
  stopRestoredBots,
} from '../../features/bot/state/restore-store.ts';
import { releaseRestoredLocks } from '../../features/closet/session/lock-store.ts';
import { endRestoredPrices } from '../../features/listings/prices/journal/restore-store.ts';
import { readBackupLines, writeBackupLines } from './backup-file.ts';
import { eraseUnreadable, type Keys } from './lost-key.ts';

/** In the order in which a restore fills them: referenced tables first. */
export const tables = [
  'users',
  'data_keys',
  'vault_canary',
  'installation_secrets',
  'passkeys',
  'authenticator_apps',
  'recovery_codes',
  'known_browsers',
  'sessions',
  'password_resets',
  'account_events',
  'push_subscriptions',
  'closets',
  'listings',
  'price_batches',
  'price_writes',
  'price_changes',
  'recommendations',
  'sale_imports',
  'imported_sales',
  'offers',
  'activity_logs',
  'daily_share_counts',
  'bots',
  'rounds',
  'share_attempts',
  'contact_messages',
] as const;
/** Tables that a backup leaves out, and why. */
export const leftOut = {
  companions: 'who has unpaired a browser since the backup keeps it unpaired, so each is paired again',
  companion_codes: 'good for ten minutes',
  relayed_requests: 'only of this moment',
  worker_calls: 'only of this moment',
  passkey_challenges: 'good for a few minutes',
  market_comparables: 'found again by searching',
  market_searches: 'searched again',
  market_search_pace: 'only of this moment',
  backups: 'of this installation, not of its data',
  holds: 'of this installation, not of its data',
  job_runs: 'only of this moment',
  known_timeline: 'about this server, not about what is stored in it',
  marketplace_breakers: 'only of this moment',
  marketplace_refusals: 'only of this moment',
  migrations: 'the database has its own',
  operation_counts: 'only of this moment',
  operator_sessions: 'only of this moment',
  processes: 'only of this moment',
  rate_marks: 'only of this moment',
  workers: 'only of this moment',
};
/** Columns that have been renamed: the name in earlier backups, and the name now. */
const renamed: Partial<Record<string, Record<string, string>>> = {
  bots: { trouble: 'backoff' },
  closets: { hold_until: 'locked_until' },
  price_batches: { told_at: 'notified_at' },
};
/** Rows that refer to older rows of their own table come after those. */
const ordered = (table: string): string => (table === 'price_writes' ? 'order by id' : '');
const format = 'hangtag-backup-1';
const rowsAtOnce = 1000;
/** A large ledger takes minutes to read or write, longer than the pool lets a statement run. */
const isLong = { isLong: true };

type Manifest = {
  format: string;
  migrations: number;
  takenAt: string;
  /** Shares since then may be missing in the database that was backed up, because it had been restored itself. */
  missingSince?: string;
  rows: Record<string, number>;
};

/**
 * Writes all `tables` to one gzipped file, from one consistent snapshot. Each line has a table, a count, and rows as JSON.
 * The secret key is not in it. Without the key, nobody can read the sealed credentials in the backup. With a password, the whole
 * file is encrypted; `workFactor` is scrypt's, as a power of two.
 * Resolves to the number of rows by table.
 */
export const backup = async (
  database: Database,
  file: string,
  {
    password,
    workFactor,
    onTaken,
  }: {
    password?: string | undefined;
    workFactor?: number;
    /** Called with the moment that the file names as its own. */
    onTaken?: (takenAt: string) => void;
  } = {},
): Promise<Record<string, number>> =>
  database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await tx.query<{ n: number }>(`select count(*)::int as n from ${table}`);
      counts[table] = rows[0]?.n ?? 0;
    }
    const { rows: clock } = await tx.query<{ at: string }>(
      'select to_char(now() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS"Z"\') as at',
    );
    const missing = await missingSince(tx);
    const manifest: Manifest = {
      format,
      migrations: await latestMigration(tx),
      takenAt: clock[0]?.at ?? '',
      ...(missing !== null && { missingSince: new Date(missing).toISOString() }),
      rows: counts,
    };
    onTaken?.(manifest.takenAt);
    async function* lines() {
      yield `${JSON.stringify(manifest)}\n`;
      for (const table of tables) {
        // A cursor keeps a large ledger from being held in memory as a whole.
        await tx.query(
          `declare backup_rows no scroll cursor for select to_jsonb(t)::text as row from ${table} t ${ordered(table)}`,
        );
        for (;;) {
          const { rows } = await tx.query<{ row: string }>(`fetch ${rowsAtOnce} from backup_rows`);
          if (rows.length === 0) break;
          // The database's JSON is written as it is: round ids exceed JavaScript's safe integers.
          yield `${table} ${rows.length} [${rows.map(({ row }) => row).join(',')}]\n`;
        }
        await tx.query('close backup_rows');
      }
    }
    await writeBackupLines(file, lines(), password === undefined ? null : { password, workFactor });
    return counts;
  }, isLong);

const readManifest = (line: string): Manifest => {
  const manifest = JSON.parse(line) as Partial<Manifest>;
  if (manifest.format !== format || typeof manifest.migrations !== 'number') {
    throw new StartProblem('This file is not a Hangtag backup.', 'Nothing was restored.');
  }
  return {
    ...manifest,
    format,
    migrations: manifest.migrations,
    takenAt: manifest.takenAt ?? '',
    rows: manifest.rows ?? {},
  };
};

/** When this backup was taken. Throws if the file is no backup. */
export async function readTakenAt(file: string, password: string | undefined): Promise<string> {
  for await (const line of await readBackupLines(file, password)) return readManifest(line).takenAt;
  throw new StartProblem('This file is not a Hangtag backup.', 'Nothing was restored.');
}

/** The columns that these rows have, by their names now. A column that is newer than the backup gets its default. */
const columnsOf = async (tx: Queryable, table: string, json: string): Promise<string> => {
  const { rows } = await tx.query<{ name: string }>(
    `select format('%I', a.attname) as name from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attname in (
       select coalesce($3::jsonb ->> given.key, given.key) from jsonb_object_keys($2::jsonb -> 0) as given(key)
     )`,
    [table, json, JSON.stringify(renamed[table] ?? {})],
  );
  return rows.map(({ name }) => name).join(', ');
};

const fill = async (tx: Queryable, table: string, json: string): Promise<void> => {
  if (table === 'share_attempts') await makeSharePartitions(tx, json);
  const columns = await columnsOf(tx, table, json);
  await tx.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from jsonb_array_elements($1::jsonb) as given(row), jsonb_populate_record(
       null::${table},
       given.row || (
         select coalesce(jsonb_object_agg(name.value, given.row -> name.key), '{}')
         from jsonb_each_text($2::jsonb) as name where given.row ? name.key
       )
     ) as filled`,
    [json, JSON.stringify(renamed[table] ?? {})],
  );
};

/** Each owner ends what was in progress when the backup was made. */
const settle = async (tx: Queryable): Promise<void> => {
  await stopRestoredBots(tx);
  await endRestoredPrices(tx);
  await releaseRestoredLocks(tx);
  // Who has signed out since the backup stays signed out. Reset links of that time open nothing.
  await endRestoredSessions(tx);
  for (const table of tables.filter(
    (name) =>
      ![
        'authenticator_apps',
        'data_keys',
        'vault_canary',
        'installation_secrets',
        'closets',
        'bots',
        'rounds',
        'share_attempts',
      ].includes(name),
  )) {
    await tx.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce((select max(id) from ${table}), 0) + 1, false)`,
    );
  }
};

type RestoreOptions = {
  password?: string | undefined;
  /** The secret keys here: they have to open what the backup contains. Without them nobody looks. */
  keys?: Keys | undefined;
  /** Restores all but what the keys here don't open. */
  isKeyLost?: boolean;
  /** Hangtag has not run since the backup, so no share is missing in it. */
  hasStopped?: boolean;
  now?: number;
};

const checkKeys = async (tx: Queryable, { keys, isKeyLost, now = 0 }: RestoreOptions): Promise<void> => {
  const [lost] = keys === undefined ? [] : await findLostKeys(tx, keys);
  if (keys === undefined || lost === undefined) return;
  if (!isKeyLost)
    throw new StartProblem(
      `The credentials in this backup were encrypted with the key ${lost}, and Hangtag does not have that key.`,
      'Put the key into SECRET_KEY, SECRET_KEY_FILE, or the file secret.key in DATA_DIR, and restore again. If it is lost, add --without-key: everything else is restored, and sellers connect their closets again. Nothing was restored.',
    );
  await eraseUnreadable(tx, keys, now);
};

/**
 * Fills an empty, migrated database from a backup, in one transaction: all of it or nothing.
 * @throws if the file is no backup, is from a newer version, or needs a key that is not here, and if the database already has
 * users.
 */
export const restore = async (
  database: Database,
  file: string,
  { password, keys, isKeyLost = false, hasStopped = false, now = 0 }: RestoreOptions = {},
): Promise<Record<string, number>> => {
  const lines = await readBackupLines(file, password);
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ n: number }>('select count(*)::int as n from sellers');
    if ((rows[0]?.n ?? 0) > 0) {
      throw new StartProblem(
        'This database already has accounts.',
        'Nothing was restored. Restore into an empty one: a new DATA_DIR or a new DATABASE_URL.',
      );
    }
    await forgetOwnSecrets(tx);
    let manifest: Manifest | null = null;
    const filled: Record<string, number> = {};
    for await (const line of lines) {
      if (manifest === null) {
        manifest = readManifest(line);
        if (manifest.migrations > (await latestMigration(tx))) {
          throw new StartProblem(
            'This backup comes from a newer version of Hangtag.',
            'Update Hangtag first, then restore.',
          );
        }
        continue;
      }
      const [, name = '', count = '0', json = '[]'] = line.match(/^(\w+) (\d+) (\[.*\])$/) ?? [];
      const table = tables.find((known) => known === name);
      if (!table)
        throw new StartProblem(
          'The backup has a line that this version can’t read.',
          'Nothing was restored. Try another backup.',
        );
      await fill(tx, table, json);
      filled[table] = (filled[table] ?? 0) + Number(count);
    }
    if (manifest === null) throw new StartProblem('This file is not a Hangtag backup.', 'Nothing was restored.');
    for (const [table, count] of Object.entries(manifest.rows)) {
      if ((filled[table] ?? 0) !== count)
        throw new StartProblem(
          `The backup is incomplete: ${table} has ${filled[table] ?? 0} of ${count} rows.`,
          'Nothing was restored. Try another backup.',
        );
    }
    await settle(tx);
    const from = hasStopped ? manifest.missingSince : (manifest.missingSince ?? manifest.takenAt);
    // A backup of an unknown moment may lack any share.
    if (from !== undefined) await noteRestore(tx, { from: Date.parse(from) || 0 });
    await checkKeys(tx, { keys, isKeyLost, now });
    return filled;
  }, isLong);
};
