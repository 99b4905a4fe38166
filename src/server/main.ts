// Entry point of the server: configuration in, app up, signals down.

import { mkdirSync } from 'node:fs';
import { createLog } from './adapters/log/log.ts';
import { StartProblem } from './adapters/start-problem.ts';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { CannotListen } from './http/listen.ts';
import { publicAddress } from './public-address.ts';

/** EX_CONFIG of sysexits.h: the operator must change something before the server can start. */
const wrongConfiguration = 78;
/** After this, work in progress is cut off, so that the process exits within five seconds. */
const patienceMs = 4_500;

const refuse = (sentences: readonly string[]): never => {
  for (const sentence of sentences) console.error(sentence);
  process.exit(wrongConfiguration);
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel, secrets: config.secrets });
  for (const warning of config.warnings) log.warn({}, warning);
  process.on('unhandledRejection', (error) => log.error({ error }, 'A promise failed and nobody was told'));

  try {
    mkdirSync(config.dataDir, { recursive: true });
  } catch {
    refuse([
      `Hangtag can't create the data folder ${config.dataDir}. Set DATA_DIR to a folder that this user can write to.`,
    ]);
  }
  const app = await createApp(config, { log });
  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'Stopping');
    setTimeout(() => process.exit(1), patienceMs).unref();
    void app.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));

  const { port } = await app.server.listen(config.port, config.host).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const shown = publicAddress(config, port);
  console.log(config.role === 'worker' ? `Hangtag's worker is ready on port ${port}` : `Hangtag is ready at ${shown}`);
};

await start().catch((error: unknown) => {
  if (error instanceof ConfigError) refuse(error.mistakes);
  if (error instanceof StartProblem || error instanceof CannotListen) refuse([error.message]);
  throw error;
});
