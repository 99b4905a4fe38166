// A PostgreSQL of a benchmark's own, in a temporary folder.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';

/** Warnings and errors only. */
export const log = { debug() {}, info() {}, warn: complain, error: complain };

function complain(fields: object, message: string): void {
  console.error(message, fields);
}

/** `adminUrl` is the superuser's, and `folder` is for other files of the benchmark. `close` deletes it. */
export async function openOwnPostgres(benchmark: string) {
  const folder = mkdtempSync(path.join(tmpdir(), `hangtag-${benchmark}-`));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), log });
  return {
    url,
    adminUrl,
    folder,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
