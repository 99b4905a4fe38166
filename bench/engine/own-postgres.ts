// A PostgreSQL of a benchmark's own, in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';

/** Says nothing. */
export const silent = { debug() {}, info() {}, warn() {}, error() {} };

type OwnPostgres = {
  url: string;
  /** As the superuser. */
  adminUrl: string;
  /** For other files of the benchmark. */
  folder: string;
  /** Ends the server and deletes the folder. */
  close(): Promise<void>;
};

export async function openOwnPostgres(benchmark: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), `hangtag-${benchmark}-`));
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), log: silent });
  return {
    url,
    adminUrl,
    folder,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
