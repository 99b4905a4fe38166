// Entry point of the server: reads the configuration, starts the app, and stops it on a signal.
import { createLog } from './adapters/log/log.ts';
import { loadPracticeProgram } from './adapters/practice-process.ts';
import { StartProblem } from './adapters/start-problem.ts';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { publicAddress } from './config/public-address.ts';
import { limitHeapGrowth } from './heap-growth.ts';
import { CannotListen } from './http/cannot-listen.ts';
import { lookAround } from './launch/computer/checks.ts';
import { announce, isLaunched, obeyCommand, reportReady, takePort } from './launch/running.ts';
import { releasesFor } from './launch/update/how.ts';
import { reportReady as reportUpdated, tidyPrograms, watchForStop } from './launch/update/program.ts';
import { watchParent } from './parent-process.ts';

/** EX_CONFIG of sysexits.h: the operator must change something before the server can start. */
const wrongConfiguration = 78;
/** EX_TEMPFAIL: a later start may succeed, so the service manager should try again. */
const temporaryFailure = 75;
/** After this, work in progress is cut off, so that the process exits within five seconds. */
const closeTimeoutMs = 4_500;
const dayMs = 86_400_000;
/** By then the modules are loaded and the first bots are claimed. */
const trimMemoryAfterMs = 5_000;

const refuse = (sentences: readonly string[], code = wrongConfiguration): never => {
  for (const sentence of sentences) console.error(sentence);
  process.exit(code);
};

const start = async (): Promise<void> => {
  limitHeapGrowth();
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel, secrets: config.secrets });
  process.on('unhandledRejection', (error) => log.error({ error }, 'Unhandled promise rejection'));

  const { obstacle, warnings } = lookAround(config);
  for (const warning of [...config.warnings, ...warnings]) log.warn({}, warning);
  if (obstacle !== null) throw obstacle;
  let isStopping = false;
  let withdraw = (): void => {};
  let port = config.port;
  const building = createApp(config, {
    log,
    print: (line) => console.log(line),
    releases: releasesFor(process.env),
    async beforeWork(server) {
      if (isStopping) return;
      if (isLaunched(process.env)) await takePort();
      ({ port } = await server.listen(config.port, config.host));
      reportUpdated(config.dataDir);
    },
  });
  // A signal during the start waits until everything that was started can be stopped.
  const stop = (signal: string, code = 0): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'Stopping');
    setTimeout(() => process.exit(1), closeTimeoutMs).unref();
    void building
      .then(
        (built) => built.close(),
        // Ctrl-C in a terminal also reaches the database, which is then not ready. That is no problem to report.
        () => {},
      )
      .then(() => {
        withdraw();
        process.exit(code);
      });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  watchParent(() => stop('SIGTERM'), process.env);
  // A service manager starts a server again that ends like this.
  if (isLaunched(process.env)) obeyCommand(() => stop('SIGTERM'));
  else watchForStop(config.dataDir, () => stop('update', temporaryFailure));
  const app = await building.catch((error: unknown) => {
    if (isStopping) return null;
    throw error;
  });
  if (isStopping || app === null) return;

  app.beginLife();
  const shown = publicAddress(config, port);
  if (isLaunched(process.env)) reportReady(() => stop('disconnect'));
  else if (config.role !== 'worker')
    withdraw = announce(config.dataDir, publicAddress({ publicUrl: null, host: config.host }, port), 'server');
  const tidy = (): void => tidyPrograms(config.dataDir, Date.now());
  tidy();
  setInterval(tidy, dayMs).unref();
  // A start leaves 40 MB of garbage, and a server at rest allocates too little for V8 to collect it. `npm start` exposes `gc`.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' }),
    trimMemoryAfterMs,
  ).unref();
  console.log(config.role === 'worker' ? `Hangtag's worker is ready on port ${port}` : `Hangtag is ready at ${shown}`);
  const firstKey = config.role === 'worker' ? null : await app.firstAccountKey();
  if (firstKey !== null)
    console.log(
      `Nobody has an account here yet. Make the first one on this computer, or on another device: open Hangtag there with /auth?tab=register#start=${firstKey} behind its address.`,
    );
  if (config.role !== 'worker' && app.startKey !== null)
    console.log(`To reset a password on screen, first open your own link: ${shown}/auth#start=${app.startKey}`);
};

// The build loads the program once without starting it: that fills the compile cache for both processes.
if (process.argv.includes('--load-only')) {
  loadPracticeProgram();
  process.exit(0);
}

await start().catch((error: unknown) => {
  if (error instanceof ConfigError) refuse(error.mistakes);
  if (error instanceof StartProblem) refuse([error.message], error.isTemporary ? temporaryFailure : wrongConfiguration);
  if (error instanceof CannotListen) refuse([error.message]);
  throw error;
});
