// Composition root: builds the whole server from its adapters and features.
import { randomBytes } from 'node:crypto';
import { botFigures, watchDatabaseLog, watchHold } from './adapters/metrics.ts';
import { orFullDisk } from './adapters/start-problem.ts';
import { createFeatures } from './app/features.ts';
import { openAdapters } from './app/open-adapters.ts';
import { serveFront } from './app/serve-front.ts';
import { startJobs } from './app/start-jobs.ts';
import { createClosing, type World } from './app/world.ts';
import type { Config } from './config/config.ts';
import { createHealth } from './http/health.ts';
import { createLimits } from './http/request/limits.ts';

/**
 * Builds the whole program, from the ground up. Throws a `StartProblem` with one sentence for the operator if something outside
 * the program prevents the start.
 */
export async function createApp(config: Config, world: World) {
  const closing = createClosing(world.log);
  try {
    if (config.botsPaused) world.log.warn({}, 'Sharing and offers are paused by BOTS_PAUSED');
    const adapters = await openAdapters(config, world, closing);
    const { database, clock } = adapters;
    const limits = createLimits({ database, clock });
    const health = createHealth({
      clock,
      ready: async () => void (await database.query('select 1')),
      isStopping: closing.hasBegun,
      metricsToken: config.metricsToken,
    });
    const figures = botFigures(health.registry);
    const startKey = randomBytes(24).toString('base64url');
    const features = createFeatures({ config, world, adapters, limits, figures, closing, startKey });
    const { account, bot, closet, operation, prices } = features;
    if (adapters.aloneAt !== null) {
      const locks = await closet.endLocksOfTheDead(adapters.aloneAt);
      if (locks > 0) world.log.info({ locks }, 'Account locks of ended processes freed');
    }
    closing.keep({ close: account.settled });

    const outward = { config, world, adapters, limits, health, figures, closing };
    await operation.hold.open();
    watchHold(health.registry, operation.hold.heldMs);
    watchDatabaseLog(health.registry, adapters.logDamagedAt);
    const server = serveFront(features, outward);
    await world.beforeWork?.(server);
    const worker = config.role === 'web' || config.role === 'command' ? null : await startJobs(features, outward);

    return {
      server,
      database,
      /** Who runs the embedded database; null if there is none. */
      databaseRunsAs: adapters.databaseRunsAs,
      /** The address of the practice marketplace; null if practice is off. */
      practiceOrigin: adapters.practiceOrigin,
      /** A browser that opens `/auth#start=` with this key sees reset tokens on screen. null if none does, or every one here. */
      startKey: config.revealResetToken === 'to start link' ? startKey : null,
      /** The same key, for the first account, while there is none and other devices reach Hangtag. null otherwise. */
      firstAccountKey: account.firstAccountKey,
      /** The operator's commands on accounts, which ask `hasAccount` before they change one. */
      makeResetLink: account.makeResetLink,
      hasAccount: account.hasAccount,
      signOut: account.signOutByEmail,
      removeSecondFactor: account.removeSecondFactorByEmail,
      removeUser: account.eraseByEmail,
      hold: operation.hold,
      overview: operation.overview,
      /** From now on, this process appears on the operator page. Commands don't call it. */
      beginLife(): void {
        operation.beginLife();
        if (config.role !== 'all') return;
        void features.phone.look();
        features.computer.begin();
      },
      /** Stops every bot before its next share. Resolves to the number of bots that were running. */
      stopBots: () => bot.stopAll(),
      /** Rewraps every seller's data key with the first of the given keys. Resolves to the number of rewrapped keys. */
      async rotateKeys(): Promise<number> {
        await closet.sealTypedAgain();
        return adapters.vault.rotate();
      },
      /** Resolves when every bot waits for the clock. For tests that move the clock. */
      idle: async (): Promise<void> => worker?.idle(),
      /** Lets shares in flight finish, stores their outcomes, and closes everything. A second call waits for the first. */
      async close(): Promise<void> {
        server.drain();
        prices.stopWriting();
        await closing.closeAll();
      },
    };
  } catch (error) {
    await closing.closeAll();
    throw orFullDisk(config.dataDir, error);
  }
}

export type App = Awaited<ReturnType<typeof createApp>>;
