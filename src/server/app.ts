// Composition root: builds the whole server from its adapters and features.
import { randomBytes } from 'node:crypto';
import type { OperatorOverview } from '#contract/operation.ts';
import type { Database } from '#domain/ports/database.ts';
import { botFigures, watchDatabaseLog, watchHold } from './adapters/metrics.ts';
import { orFullDisk } from './adapters/start-problem.ts';
import { createClosing } from './app/closing.ts';
import { createFeatures } from './app/features.ts';
import { type Adapters, openAdapters } from './app/open-adapters.ts';
import { serveFront } from './app/serve-front.ts';
import { startJobs } from './app/start-jobs.ts';
import type { World } from './app/world.ts';
import type { Config } from './config/config.ts';
import type { HoldSwitch } from './features/operation/operation.ts';
import { createHealth } from './http/health.ts';
import { createLimits } from './http/request/limits.ts';
import type { Server } from './http/serve.ts';

export type App = {
  server: Server;
  database: Database;
  /** Who runs the embedded database; null if there is none. */
  databaseRunsAs: Adapters['databaseRunsAs'];
  /** The address of the practice marketplace; null if practice is off. */
  practiceOrigin: string | null;
  /** A browser that opens `/auth#start=` with this key sees reset tokens on screen. null if none does, or every one here. */
  startKey: string | null;
  /**
   * For the operator's commands: a link with which the owner of this address sets a new password; null if there is no such
   * account.
   */
  makeResetLink(email: string): Promise<string | null>;
  /** For the operator's commands, which ask before they change an account. */
  hasAccount(email: string): Promise<boolean>;
  /** For the operator's commands. Returns false if there is no such account. */
  signOut(email: string): Promise<boolean>;
  removeSecondFactor(email: string): Promise<'removed' | 'none' | 'unknown'>;
  removeUser(email: string): Promise<boolean>;
  hold: HoldSwitch;
  overview(): Promise<OperatorOverview>;
  /** From now on, this process appears on the operator page. Commands don't call it. */
  beginLife(): void;
  /** Stops every bot before its next share. Resolves to the number of bots that were running. */
  stopBots(): Promise<number>;
  /** Rewraps every seller's data key with the first of the given keys. Resolves to the number of rewrapped keys. */
  rotateKeys(): Promise<number>;
  /** Resolves when every bot waits for the clock. For tests that move the clock. */
  idle(): Promise<void>;
  /** Lets shares in flight finish, stores their outcomes, and closes everything. A second call waits for the first. */
  close(): Promise<void>;
};

/**
 * Builds the whole program, from the ground up. Throws a `StartProblem` with one sentence for the operator if something outside
 * the program prevents the start.
 */
export async function createApp(config: Config, world: World): Promise<App> {
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
    const worker = config.role === 'web' || config.role === 'command' ? null : await startJobs(features, outward);
    const server = serveFront(features, outward);

    return {
      server,
      database,
      databaseRunsAs: adapters.databaseRunsAs,
      practiceOrigin: adapters.practiceOrigin,
      startKey: config.revealResetToken === 'to start link' ? startKey : null,
      makeResetLink: account.makeResetLink,
      hasAccount: account.hasAccount,
      signOut: account.signOutByEmail,
      removeSecondFactor: account.removeSecondFactorByEmail,
      removeUser: account.eraseByEmail,
      hold: operation.hold,
      overview: operation.overview,
      beginLife: operation.beginLife,
      stopBots: () => bot.stopAll(),
      async rotateKeys() {
        await closet.sealTypedAgain();
        return adapters.vault.rotate();
      },
      idle: async () => worker?.idle(),
      async close() {
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
