/** What the operation feature gets from the configuration and the adapters. */
import { hostname } from 'node:os';
import { latestMigration } from '../adapters/database/migrate.ts';
import { fullBytes, lowBytes } from '../adapters/disk-space.ts';
import { readJobStates } from '../adapters/jobs/pg-boss.ts';
import type { Config } from '../config/config.ts';
import type { InstallationFacts, JobFacts } from '../features/operation/operation.ts';
import type { Limits } from '../http/request/limits.ts';
import { type Adapters, version } from './open-adapters.ts';

type Needs = { config: Config; adapters: Adapters; limits: Limits; countBots: () => number };

export function operationFacts({ config, adapters, limits, countBots }: Needs) {
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
