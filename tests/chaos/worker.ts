/** A worker of the product in a process of its own. */

import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openProduct, type Setting } from './product.ts';

/** What the process is told, as JSON, in its only argument. With `dataDir` it brings the embedded database itself. */
type Told = Omit<Setting, 'databaseUrl'> & { databaseUrl?: string; dataDir?: string };

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A worker of the product in a process of its own: it is there to be killed. */
async function run(): Promise<void> {
  const told: Told = JSON.parse(process.argv[2] ?? '{}');
  const embedded =
    told.dataDir === undefined ? null : await startEmbeddedPostgres({ dataDir: told.dataDir, log: quiet });
  const databaseUrl = embedded?.url ?? told.databaseUrl ?? '';
  if (embedded) await migrate({ url: databaseUrl, log: quiet });
  const product = await openProduct({ ...told, databaseUrl }, embedded?.processes);
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
  // The run is over, however it ended: nothing is left behind.
  process.on('disconnect', end);
  process.send?.({ databaseUrl });
}

await run();
