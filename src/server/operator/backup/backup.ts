// Writes everything but the secret key to a backup file.
import type { Database } from '#domain/ports/database.ts';
import { latestMigration } from '../../adapters/database/migrate.ts';
import { missingSince } from '../../features/bot/state/store.ts';
import { firstValue, valuesOf } from '../../sql.ts';
import { format, type Manifest, writeBackupLines } from './backup-file.ts';
import { tables } from './tables.ts';

const rowsAtOnce = 1000;

/** Rows that refer to older rows of their own table come after those. */
const ordered = (table: string): string => (table === 'price_writes' ? 'order by id' : '');

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
  database.transaction(
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      const counts: Record<string, number> = {};
      for (const table of tables)
        counts[table] = (await firstValue<number>(tx, `select count(*)::int as n from ${table}`)) ?? 0;
      const takenAt = await firstValue<string>(
        tx,
        'select to_char(now() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS"Z"\') as at',
      );
      const missing = await missingSince(tx);
      const manifest: Manifest = {
        format,
        migrations: await latestMigration(tx),
        takenAt: takenAt ?? '',
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
            const rows = await valuesOf<string>(tx, `fetch ${rowsAtOnce} from backup_rows`);
            if (rows.length === 0) break;
            // The database's JSON is written as it is: round ids exceed JavaScript's safe integers.
            yield `${table} ${rows.length} [${rows.join(',')}]\n`;
          }
          await tx.query('close backup_rows');
        }
      }
      await writeBackupLines(file, lines(), password === undefined ? null : { password, workFactor });
      return counts;
    },
    {
      // A large ledger takes minutes to read, longer than the pool lets a statement run.
      isLong: true,
    },
  );
