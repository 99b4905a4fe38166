// Opens the database without the rest of the program, and without reading the secret key.

import type { Database } from '#domain/ports/database.ts';
import { startEmbeddedPostgres } from '../../adapters/database/embedded.ts';
import { migrate } from '../../adapters/database/migrate.ts';
import { openPostgres } from '../../adapters/database/postgres.ts';
import type { Log } from '../../adapters/log/log.ts';
import type { Config } from '../../config/config.ts';

/** Opens the database of this configuration, runs `work`, and closes it. */
export async function withBareDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : null;
  try {
    const url = embedded?.url ?? databaseUrl ?? '';
    await migrate({ url, log });
    const database = await openPostgres({ url, max: 2, log });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
