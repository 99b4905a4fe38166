// Opens the adapters that the features work with: database, queue, mail, marketplaces, pricing engine, and so on.
import path from 'node:path';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Marketplace } from '#domain/ports/marketplace.ts';
import { connectMarketplace, type MarketplaceOptions } from '#marketplace/connector/connector.ts';
import { practiceAdmin } from '#marketplace/standin/practice-admin.ts';
import { modelAdvisor } from '../adapters/advisor/model-advisor.ts';
import { databaseClock } from '../adapters/clock/clock.ts';
import { localProcesses } from '../adapters/database/embedded/processes.ts';
import { lastDamage } from '../adapters/database/embedded/server.ts';
import { startEmbeddedPostgres } from '../adapters/database/embedded.ts';
import { migrate } from '../adapters/database/migrate.ts';
import { openPostgres } from '../adapters/database/postgres.ts';
import { openSignals } from '../adapters/database/signals.ts';
import { ownsTables } from '../adapters/database/web-role.ts';
import { watchDisk } from '../adapters/disk-space.ts';
import { createJobRuns } from '../adapters/jobs/job-runs.ts';
import { openJobs } from '../adapters/jobs/pg-boss.ts';
import { noMailer, smtpMailer } from '../adapters/mailer/mailer.ts';
import { webPasskeys } from '../adapters/passkeys.ts';
import { openPasswords } from '../adapters/passwords.ts';
import { pictureLoader } from '../adapters/picture-loader.ts';
import { startPracticeProcess } from '../adapters/practice-process.ts';
import { openPricingEngine } from '../adapters/pricing-engine/engine.ts';
import { makeVapidKeys, type VapidKeys, webPusher } from '../adapters/push/web-push.ts';
import { StartProblem } from '../adapters/start-problem.ts';
import { keepAwake, readPlace, thisComputer } from '../adapters/this-computer/this-computer.ts';
import { loadWebKeys, webKeysOf } from '../adapters/vault/key-ring.ts';
import { hasSecretKeys, loadSecretKeys } from '../adapters/vault/secret-key.ts';
import { type KeyVault, openVault, openWebVault, refuseWithoutKey } from '../adapters/vault/vault.ts';
import { openVision } from '../adapters/vision/vision.ts';
import type { Config } from '../config/config.ts';
import { isOwnComputer, publicAddress, pushContact } from '../config/public-address.ts';
import { version } from '../config/version.ts';
import type { Closing, World } from './world.ts';

export type Adapters = Awaited<ReturnType<typeof openAdapters>>;

const standardPauseMs = 2000;

/** Throws a `StartProblem` with one sentence for the operator if something does not open. */
export async function openAdapters(config: Config, world: World, closing: Closing) {
  const { log } = world;
  const { keep } = closing;
  const keys = loadKeys(config);

  // Both take a moment to start and don't depend on each other.
  const [embedded, practiceOrigin] = await Promise.all([
    config.databaseUrl ? null : startEmbeddedPostgres({ dataDir: config.dataDir, log }).then(keep),
    openPractice(config, world, closing),
  ]);
  const url = embedded?.url ?? config.databaseUrl ?? '';
  await migrate({ url, log });
  const database = keep(await openPostgres({ url, max: config.role === 'worker' ? 6 : 12, log }));
  if ((config.role === 'worker' || config.role === 'all') && !(await ownsTables(database)))
    throw new StartProblem(
      'The user in DATABASE_URL does not own the tables, so it can only serve pages.',
      'Use their owner here, or set ROLE=web.',
    );
  const clock = world.clock ?? keep(await databaseClock({ database, log }));
  const jobRuns = createJobRuns({ database, secrets: config.secrets, now: () => clock.now() });
  const { vault, origin: keyOrigin } = await keys.openVault(database);
  const adapters = {
    database,
    clock,
    vault,
    signals: keep(openSignals({ url, log })),
    jobRuns,
    queue: keep(await openJobs({ url, database, log, isStopping: closing.hasBegun, runs: jobRuns })),
    mailer: keep(config.mail ? smtpMailer(config.mail) : noMailer({ log })),
    passwords: await openPasswords(),
    passkeys: webPasskeys(publicAddress(config, config.port)),
    ...openMarketplaces({ config, clock, practiceOrigin, closing }),
    ...openRequests({ config, world, clock, vault, practiceOrigin, closing }),
    advisor: config.ai && modelAdvisor({ ...config.ai, clock, log }),
    disk: keep(await watchDisk({ folder: config.dataDir, log })),
    computer: world.computer ?? thisComputer(),
    awake: world.awake ?? keepAwake(),
    /** Not a server. */
    isOwnComputer: isOwnComputer(config, readPlace()),
    pricingEngine: keep(openPricingEngine({ log })),
    vision: keep(openVision({ log })),
    /** A moment at which every other program that had used the embedded database was dead; null if that isn't known. */
    aloneAt: embedded?.aloneAt ?? null,
    /** Tells which processes of this machine are still running. undefined if that can't be known. */
    processes: embedded === null ? localProcesses() : embedded.processes,
    /** When the embedded database last found the end of its log damaged; null if it never did, or if there is none. */
    logDamagedAt: () => (embedded === null ? null : lastDamage(config.dataDir)),
    /** Who runs the embedded database; null if there is none. */
    databaseRunsAs: embedded?.runsAs ?? null,
  };
  logWhatIsUsed(config, world, { ...adapters, keyOrigin });
  return adapters;
}

/**
 * Loads the keys before anything starts. A web process with the secret key uses only the web key that follows from it, so that
 * all web processes do the same; `warningsOf` tells the operator.
 *
 * A new key is created only for a database that has none. Beside another database it would protect nothing, and somebody who
 * looks for the right key would find it.
 */
function loadKeys(config: Config): { openVault(database: Database): Promise<{ vault: KeyVault; origin: string }> } {
  if (config.webKeyFile !== undefined) {
    const keys = loadWebKeys(config.webKeyFile);
    return {
      openVault: async (database) => ({ vault: await openWebVault({ database, keys }), origin: 'WEB_KEY_FILE' }),
    };
  }
  const found = hasSecretKeys(config) ? loadSecretKeys(config) : null;
  return {
    async openVault(database) {
      if (found === null)
        await refuseWithoutKey(database).catch((problem: unknown) => {
          // Another process may have created the key and used it in the meantime.
          if (!hasSecretKeys(config)) throw problem;
        });
      const { keys, origin } = found ?? loadSecretKeys(config);
      const vault = await openVault({ database, keys });
      return { vault: config.role === 'web' ? await openWebVault({ database, keys: webKeysOf(keys) }) : vault, origin };
    },
  };
}

type Parts = { config: Config; clock: Clock; practiceOrigin: string | null; closing: Closing };

function openMarketplaces({ config, clock, practiceOrigin, closing }: Parts) {
  const connect = (origin: string, talk: Pick<MarketplaceOptions, 'switches' | 'profile'>): Marketplace =>
    closing.keep(connectMarketplace({ origin, userAgent: userAgentOf(config), clock, ...talk }));
  const { switches, inForce } = config.real;
  return {
    marketplaces: {
      real:
        config.marketplaceUrl && connect(config.marketplaceUrl.origin, { switches, profile: inForce?.profile ?? null }),
      practice: practiceOrigin === null ? null : connect(practiceOrigin, { switches: config.switches }),
    },
    practiceOrigin,
    practiceAdmin: practiceOrigin === null ? null : practiceAdmin(practiceOrigin, config.practiceKey),
  };
}

/** Push notifications and pictures: requests to other hosts than the marketplace. */
function openRequests(needs: Parts & { world: World; vault: KeyVault }) {
  const { config, world, clock, vault, practiceOrigin, closing } = needs;
  const { keep } = closing;
  return {
    pusher: keep(
      webPusher({
        keys: async () => JSON.parse(await vault.own('push', () => JSON.stringify(makeVapidKeys()))) as VapidKeys,
        subject: pushContact(config),
        clock,
        ...(world.pushNetwork && { network: world.pushNetwork }),
      }),
    ),
    pictures: keep(
      pictureLoader({
        origins: { real: config.marketplaceUrl?.origin ?? null, practice: practiceOrigin },
        userAgent: userAgentOf(config),
      }),
    ),
  };
}

function logWhatIsUsed(
  config: Config,
  { log }: World,
  given: Pick<Adapters, 'practiceOrigin' | 'mailer' | 'advisor'> & { keyOrigin: string },
): void {
  const { practiceOrigin, mailer, advisor, keyOrigin } = given;
  const { inForce } = config.real;
  const model = config.ai && advisor ? `${advisor.model} at ${new URL(config.ai.baseUrl).host}` : 'none';
  if (inForce !== null && config.marketplaceUrl !== null)
    log.info({ file: inForce.file, madeAt: inForce.profile.madeAt }, 'Marketplace profile in force');
  log.info(
    {},
    `database: ${config.databaseUrl ? 'DATABASE_URL' : `embedded in ${config.dataDir}`} · marketplace: ${config.marketplaceUrl?.origin ?? 'none'} · practice: ${practiceOrigin ?? 'off'} · mail: ${mailer.kind} · model: ${model} · key: ${keyOrigin}`,
  );
}

/** Starts the practice marketplace unless one runs elsewhere. Resolves to null if practice is off, or doesn't start. */
async function openPractice(config: Config, { log }: World, { keep }: Closing): Promise<string | null> {
  if (!config.practice || config.practiceUrl !== null) return config.practiceUrl?.origin ?? null;
  const stateFile = path.join(config.dataDir, 'practice-marketplace.json');
  const limits = config.shareIntervalMs < standardPauseMs ? 'off' : 'demo';
  const practice = await startPracticeProcess({ stateFile, limits, log });
  return practice === null ? null : keep(practice).origin;
}

function userAgentOf({ operator }: Config): string {
  const contact = operator.email ?? 'no contact given';
  return `Hangtag/${version} (closet sharing for its owner; ${contact.replace(/[^\x20-\x7e]/g, '')})`;
}
