// Fills an empty database from a backup file.
import type { Database, Queryable } from '#domain/ports/database.ts';
import { latestMigration } from '../../adapters/database/migrate.ts';
import { StartProblem } from '../../adapters/start-problem.ts';
import { findLostKeys, forgetOwnSecrets } from '../../adapters/vault/vault.ts';
import { endRestoredSessions } from '../../features/account/sessions/store.ts';
import { makeSharePartitions, noteRestore, stopRestoredBots } from '../../features/bot/state/store.ts';
import { releaseRestoredLocks } from '../../features/closet/session/lock-store.ts';
import { endRestoredPrices } from '../../features/listings/prices/journal/batch-store.ts';
import { isAny, valuesOf } from '../../sql.ts';
import { type Manifest, notABackup, readBackupLines, readManifest } from './backup-file.ts';
import { eraseUnreadable, type Keys, recordStops } from './lost-key.ts';
import { tables } from './tables.ts';

/** The columns that these rows have. A column that is newer than the backup gets its default. */
async function columnsOf(tx: Queryable, table: string, json: string): Promise<string> {
  const names = await valuesOf<string>(
    tx,
    `select format('%I', a.attname) as name from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname in (select jsonb_object_keys($2::jsonb -> 0))`,
    [table, json],
  );
  return names.join(', ');
}

/** Resolves to the number of rows that were written. */
const fill = async (tx: Queryable, table: string, json: string): Promise<number> => {
  if (table === 'share_attempts') await makeSharePartitions(tx, json);
  const columns = await columnsOf(tx, table, json);
  if (columns === '') return 0;
  const { count } = await tx.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [json],
  );
  return count;
};

/** Each owner ends what was in progress when the backup was made. */
const settle = async (tx: Queryable, now: number): Promise<void> => {
  const stopped = await stopRestoredBots(tx);
  await endRestoredPrices(tx);
  await releaseRestoredLocks(tx);
  // Who has signed out since the backup stays signed out. Reset links of that time open nothing.
  await endRestoredSessions(tx);
  const numbered = await valuesOf<string>(
    tx,
    `select attrelid::regclass::text as name from pg_attribute
     where attrelid = any($1::text[]::regclass[]) and attname = 'id'
       and pg_get_serial_sequence(attrelid::regclass::text, 'id') is not null`,
    [tables],
  );
  for (const name of numbered)
    await tx.query(
      `select setval(pg_get_serial_sequence('${name}', 'id'), coalesce((select max(id) from ${name}), 0) + 1, false)`,
    );
  await recordStops(tx, stopped, { why: 'Your administrator restored Hangtag’s data', now });
};

type Counts = Record<string, number>;

type RestoreOptions = {
  password?: string | undefined;
  /** The secret keys of this installation: they have to open what the backup contains. Not checked without them. */
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
export async function restore(
  database: Database,
  file: string,
  { password, keys, isKeyLost = false, hasStopped = false, now = 0 }: RestoreOptions = {},
): Promise<Counts> {
  const lines = await readBackupLines(file, password);
  return database.transaction(
    async (tx) => {
      await refuseAccounts(tx);
      await forgetOwnSecrets(tx);
      const { filled, manifest } = await fillAll(tx, lines);
      await settle(tx, now);
      const from = hasStopped ? manifest.missingSince : (manifest.missingSince ?? manifest.takenAt);
      // A backup of an unknown moment may lack any share.
      if (from !== undefined) await noteRestore(tx, { from: Date.parse(from) || 0 });
      await checkKeys(tx, { keys, isKeyLost, now });
      // Otherwise the first minutes would be planned as for an empty database.
      await tx.query('analyze');
      return filled;
    },
    // A large ledger takes minutes to write, longer than the pool lets a statement run.
    { isLong: true },
  );
}

async function refuseAccounts(tx: Queryable): Promise<void> {
  if (await isAny(tx, 'select from sellers limit 1'))
    throw new StartProblem(
      'This database already has accounts.',
      'Nothing was restored. Restore into an empty one: a new DATA_DIR or a new DATABASE_URL.',
    );
}

/** `filled`: the number of rows by table. */
async function fillAll(tx: Queryable, lines: AsyncIterable<string>): Promise<{ filled: Counts; manifest: Manifest }> {
  let manifest: Manifest | null = null;
  const filled: Counts = {};
  for await (const line of lines) {
    if (manifest === null) {
      manifest = readManifest(line);
      if (manifest.migrations > (await latestMigration(tx)))
        throw new StartProblem(
          'This backup comes from a newer version of Hangtag, or from before its first release.',
          'Update Hangtag first, then restore. Before the first release, only the version that made a backup reads it.',
        );
      continue;
    }
    const [, name = '', declared = '0', json = '[]'] = line.match(/^(\w+) (\d+) (\[.*\])$/) ?? [];
    const table = tables.find((known) => known === name);
    if (!table)
      throw new StartProblem(
        'The backup has a line that this version can’t read.',
        'Nothing was restored. Try another backup.',
      );
    const count = await fill(tx, table, json);
    if (count !== Number(declared)) throw isIncomplete(table, count, Number(declared));
    filled[table] = (filled[table] ?? 0) + count;
  }
  if (manifest === null) throw notABackup();
  for (const [table, count] of Object.entries(manifest.rows)) {
    if ((filled[table] ?? 0) !== count) throw isIncomplete(table, filled[table] ?? 0, count);
  }
  return { filled, manifest };
}

const isIncomplete = (table: string, found: number, declared: number): StartProblem =>
  new StartProblem(
    `The backup is incomplete: ${table} has ${found} of ${declared} rows.`,
    'Nothing was restored. Try another backup.',
  );
