// What features get from the configuration, the adapters, and the code that starts the program.
import { hostname } from 'node:os';
import { hostClocks } from '../adapters/clock/clock.ts';
import { latestMigration } from '../adapters/database/migrate.ts';
import { fullBytes, lowBytes } from '../adapters/disk-space.ts';
import { readJobStates } from '../adapters/jobs/pg-boss.ts';
import type { BotFigures } from '../adapters/metrics.ts';
import { readCommonPasswords } from '../adapters/passwords.ts';
import { backupsIn, keepAwakeChoice, lastLookIn } from '../adapters/this-computer/data-folder.ts';
import { secretKeyFile } from '../adapters/vault/secret-key.ts';
import type { Config } from '../config/config.ts';
import { isOnNetwork, publicAddress } from '../config/public-address.ts';
import { version } from '../config/version.ts';
import type { Measure } from '../features/bot/bot.ts';
import { type Counts, findLastBackup, type InstallationFacts, type JobFacts } from '../features/operation/operation.ts';
import type { Limits } from '../http/request/limits.ts';
import type { Adapters } from './open-adapters.ts';
import { personalTables } from './personal-tables.ts';
import type { Closing, World } from './world.ts';

export type Needs = {
  config: Config;
  world: World;
  adapters: Adapters;
  limits: Limits;
  figures: BotFigures;
  closing: Closing;
  /** The key in the link printed at the start. Browsers that opened that link may see reset tokens. */
  startKey: string;
};

/** What nearly every feature gets. */
export const forAll = ({ config, adapters: { database, clock, vault, queue }, world }: Needs) => ({
  database,
  clock,
  vault,
  queue,
  log: world.log,
  random: world.random ?? Math.random,
  meanPauseMs: config.shareIntervalMs,
});

const sendsMail = ({ mailer }: Adapters): boolean => mailer.kind === 'smtp';

export const forAccount = ({ config, world: { log, print }, adapters, limits, startKey }: Needs) => ({
  startKey,
  print: print ?? (() => {}),
  passkeys: adapters.passkeys,
  passwords: adapters.passwords,
  passwordMinLength: config.passwordMinLength,
  commonPasswords: config.refusesCommonPasswords ? readCommonPasswords() : null,
  mostGuests: 200 * config.budgetFactor,
  takesNewSellers: config.registration === 'open',
  isOnNetwork: isOnNetwork(config),
  revealsResetToken: config.revealResetToken,
  publicAddress: () => publicAddress(config, config.port),
  sendsMail: sendsMail(adapters),
  limits,
  hasRoom: () => !adapters.disk.isLow(),
  personalTables,
  onLateFailure: (error: unknown) => log.error({ error }, 'Account work after the reply failed'),
});

export const forNotices = ({ config, adapters }: Needs) => ({
  sendsMail: sendsMail(adapters),
  publicAddress: () => publicAddress(config, config.port),
});

/** The host name that a companion's popup shows. */
export const serverName = ({ config }: Needs): string => new URL(publicAddress(config, config.port)).host;

export const forContact = ({ config, adapters }: Needs) => ({
  operatorEmail: sendsMail(adapters) ? config.operator.email : null,
});

export const forPhone = ({ config, adapters: { computer } }: Needs) => ({
  computer,
  publicUrl: config.publicUrl,
  port: config.port,
});

export const forComputer = ({ config, world, adapters: { awake, database, isOwnComputer } }: Needs) => ({
  isOwn: config.role === 'all' && isOwnComputer,
  awake,
  choice: keepAwakeChoice(config.dataDir),
  releases: world.releases ?? null,
  lastLook: lastLookIn(config.dataDir),
  keyFile: secretKeyFile(config),
  backups: backupsIn(config.dataDir),
  encryptsBackups: config.backupPassword !== undefined,
  lastBackupAt: async () => (await findLastBackup(database))?.at ?? null,
});

export const forPricing = ({ adapters: { vision, advisor, disk } }: Needs) => ({
  vision,
  advisor,
  hasRoom: () => !disk.isLow(),
});

/** What shares count is for Prometheus, and for the operator page. */
export const forBot = ({ config, adapters, figures }: Needs, counts: Counts) => ({
  host: hostClocks,
  processes: adapters.processes,
  closetMaxAgeMs: config.closetMaxAgeMinutes * 60_000,
  isDiskFull: adapters.disk.isFull,
  needsWorkers: config.role === 'web',
  mails: sendsMail(adapters),
  measure: measureBoth(figures.measure, counts),
});

const measureBoth = (metrics: Measure, counts: Counts): Measure => ({
  ...metrics,
  shareSettled(outcome) {
    metrics.shareSettled(outcome);
    counts.shareSettled(outcome);
  },
  late(ms) {
    metrics.late(ms);
    counts.late(ms);
  },
});

export function forOperation({ config, adapters, limits }: Needs, countBots: () => number) {
  const { database, disk, jobRuns, signals } = adapters;
  const freeMb = (): number | null => {
    const free = disk.freeBytes();
    return Number.isFinite(free) ? Math.round(free / 1e6) : null;
  };
  return {
    signals,
    limits,
    operatorToken: config.operatorToken,
    facts: factsOf(config, adapters),
    latestMigration: () => latestMigration(database),
    logDamagedAt: adapters.logDamagedAt,
    readJobs: async (): Promise<JobFacts> => ({ ...(await readJobStates(database)), runs: await jobRuns.list() }),
    countBudget: limits.count,
    process: {
      role: config.role,
      version,
      host: hostname(),
      now: () => ({ bots: countBots(), memoryMb: Math.round(process.memoryUsage.rss() / 1e6), freeMb: freeMb() }),
    },
  };
}

function factsOf(config: Config, { practiceOrigin }: Adapters): InstallationFacts {
  const { inForce } = config.real;
  const profile = inForce && { file: inForce.file, madeAt: inForce.profile.madeAt };
  const real = config.marketplaceUrl && { kind: 'real' as const, address: config.marketplaceUrl.origin, profile };
  const practice =
    practiceOrigin === null ? null : { kind: 'practice' as const, address: practiceOrigin, profile: null };
  return {
    version,
    isPausedBySetting: config.botsPaused,
    marketplaces: [real, practice].filter((one) => one !== null),
    budgetFactor: config.budgetFactor,
    disk: { low: lowBytes, full: fullBytes },
  };
}
