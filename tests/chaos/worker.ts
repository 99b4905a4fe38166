// A Hangtag worker as a process.

import { localProcesses } from '#server/adapters/database/embedded/processes.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openProduct, type Setting } from './product.ts';

/** The process's only argument, as JSON. With `dataDir` it starts the embedded database itself. */
type Setup = Omit<Setting, 'databaseUrl'> & { databaseUrl?: string; dataDir?: string };

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Runs a worker that will be killed. */
async function run(): Promise<void> {
  const setup: Setup = JSON.parse(process.argv[2] ?? '{}');
  const embedded =
    setup.dataDir === undefined ? null : await startEmbeddedPostgres({ dataDir: setup.dataDir, log: quiet });
  const databaseUrl = embedded?.url ?? setup.databaseUrl ?? '';
  if (embedded) await migrate({ url: databaseUrl, log: quiet });
  const product = await openProduct({ ...setup, databaseUrl }, embedded?.processes ?? localProcesses());
  const worker = await product.bot.openWorker();

  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await worker.close();
    await product.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  // The run is over, so leave nothing running.
  process.on('disconnect', end);
  process.send?.({ databaseUrl });
}

await run();
