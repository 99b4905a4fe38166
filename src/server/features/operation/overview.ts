// The face of this room: the state of the whole installation at a glance.
import type { HoldRecord, Installation, OperatorOverview } from '#contract/operation/operation.ts';
import { routes } from '#contract/routes.ts';
import { botStates, type PauseReason } from '#domain/bot/bot.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { HoldRow, HoldSwitch } from './hold.ts';
import { aliveMs, latenessOf } from './life.ts';
import {
  countBots,
  findLastBackup,
  findLastTrial,
  findNewestPauses,
  findProcesses,
  type ProcessRow,
  readBotHealth,
  readCircuits,
  readDatabaseFacts,
  sumCounts,
} from './store.ts';

/** What is known without the database: from the configuration. */
export type InstallationFacts = {
  version: string;
  isPausedBySetting: boolean;
  marketplaces: { kind: 'real' | 'practice'; address: string; profile: { file: string; madeAt: string } | null }[];
  budgetFactor: number;
  /** In bytes, as the disk watch has them. */
  disk: { low: number; full: number };
};

/** Jobs and steps, as the queue and its record have them. */
export type JobFacts = {
  states: { name: string; retrying: number; failed: number; nextTryAt: Instant | null }[];
  runs: { name: string; okAt: Instant | null; failedAt: Instant | null; failures: number; error: string | null }[];
  nextSteps: { step: string; at: Instant }[];
};

export type OperationContext = {
  database: Database;
  clock: Clock;
  hold: Pick<HoldSwitch, 'read' | 'history'>;
  facts: InstallationFacts;
  latestMigration: () => Promise<number>;
  /** When the embedded database last found the end of its log damaged; null if it never did, or if there is none. */
  logDamagedAt: () => Instant | null;
  readJobs: () => Promise<JobFacts>;
  countBudget: (key: string, withinMs: number) => Promise<number>;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const newest = 10;

export const stepPrefix = 'maintenance: ';

const iso = (at: Instant): string => new Date(at).toISOString();
const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at));

/** Never throws: if the database is away, it says so. */
export async function readOverview(context: OperationContext): Promise<OperatorOverview> {
  const { clock, facts } = context;
  const installation = await readInstallation(context).catch(() => null);
  return {
    now: iso(clock.now()),
    version: facts.version,
    isPausedBySetting: facts.isPausedBySetting,
    installation,
  };
}

async function readInstallation(context: OperationContext): Promise<Installation> {
  const { database: db, clock, hold } = context;
  const now = clock.now();
  // One after another: the page must not take the pool's connections from sellers.
  const database = {
    ...(await readDatabaseFacts(db)),
    migration: await context.latestMigration(),
    logDamagedAt: isoOrNull(context.logDamagedAt()),
  };
  const [present, history] = [await hold.read(), await hold.history()];
  return {
    database,
    hold: present && toHold(present),
    holds: history.map(toHold),
    processes: (await findProcesses(db, now - hourMs)).map((process) => toProcess(process, context.facts, now)),
    ...(await readLoad(context, now)),
    marketplaces: await readMarketplaces(context),
    budgets: await readBudgets(context),
    bots: await readBots(context),
    ...toJobs(await context.readJobs(), now),
    backup: await readBackup(context),
  };
}

const toHold = ({ at, until, releasedAt, ...rest }: HoldRow): HoldRecord => ({
  ...rest,
  at: iso(at),
  until: isoOrNull(until),
  releasedAt: isoOrNull(releasedAt),
});

const toProcess = (
  { startedAt, seenAt, ...rest }: ProcessRow,
  { disk }: InstallationFacts,
  now: Instant,
): Installation['processes'][number] => {
  const free = rest.freeMb === null ? null : rest.freeMb * 1e6;
  return {
    ...rest,
    startedAt: iso(startedAt),
    seenAt: iso(seenAt),
    isAlive: now - seenAt < aliveMs,
    disk: free === null ? 'unknown' : free < disk.full ? 'full' : free < disk.low ? 'low' : 'roomy',
  };
};

async function readLoad({ database }: OperationContext, now: Instant): Promise<Pick<Installation, 'load' | 'refused'>> {
  const hour = await sumCounts(database, now - hourMs);
  const minute = await sumCounts(database, now - minuteMs);
  const lately = await sumCounts(database, now - 5 * minuteMs);
  const shares = (sums: ReadonlyMap<string, number>, outcome: string): number => sums.get(`share ${outcome}`) ?? 0;
  const refused = [...hour].flatMap(([name, count]) => {
    const [, call, budget] = /^refused (\S+) (.+)$/.exec(name) ?? [];
    return call && budget ? [{ call, budget, count }] : [];
  });
  return {
    load: {
      ...(await readBotHealth(database)),
      sharesLastMinute: shares(minute, 'shared'),
      sharesLastHour: shares(hour, 'shared'),
      notConfirmedLastHour: shares(hour, 'unknown'),
      refusedLastHour: shares(hour, 'refused'),
      latenessMs: latenessOf(lately),
    },
    refused: refused.sort((one, other) => other.count - one.count),
  };
}

async function readMarketplaces({ database, facts }: OperationContext): Promise<Installation['marketplaces']> {
  const circuits = await readCircuits(database);
  return facts.marketplaces.map((marketplace) => {
    const circuit = circuits.find(({ practice }) => practice === (marketplace.kind === 'practice'));
    const heldUntil = circuit?.heldUntil ?? null;
    return {
      ...marketplace,
      heldUntil: heldUntil === null ? null : iso(heldUntil),
      refusing: circuit?.refusing ?? 0,
    };
  });
}

async function readBudgets({ countBudget, facts }: OperationContext): Promise<Installation['budgets']> {
  const budgets = [routes.closet.testAuth.cost, routes.listings.sync.cost];
  const found: Installation['budgets'] = [];
  for (const { budget, installation } of budgets) {
    if (installation === null) continue;
    const { withinMs } = installation;
    const most = Math.max(1, Math.ceil(installation.most * facts.budgetFactor));
    found.push({ name: budget, used: await countBudget(`${budget} all`, withinMs), most, withinMs });
  }
  return found;
}

async function readBots({ database }: OperationContext): Promise<Installation['bots']> {
  const rows = await countBots(database);
  const sums = new Map<string, number>();
  for (const { state, bots } of rows) sums.set(state, (sums.get(state) ?? 0) + bots);
  const byState = Object.fromEntries(botStates.map((state) => [state, sums.get(state) ?? 0]));
  const paused = rows.flatMap(({ pauseReason: reason, bots }): { reason: PauseReason; bots: number }[] =>
    reason === null ? [] : [{ reason, bots }],
  );
  const latest = await findNewestPauses(database, newest);
  return {
    byState: byState as Installation['bots']['byState'],
    paused,
    newest: latest.map(({ at, resumesAt, ...rest }) => ({ ...rest, at: iso(at), resumesAt: isoOrNull(resumesAt) })),
  };
}

function toJobs({ states, runs, nextSteps }: JobFacts, now: Instant): Pick<Installation, 'jobs' | 'steps'> {
  const next = new Map(nextSteps.map(({ step, at }) => [step, at]));
  const lately = (at: Instant | null): at is Instant => at !== null && now - at < dayMs;
  const failures = new Map(runs.filter(({ failedAt }) => lately(failedAt)).map((run) => [run.name, run]));
  const jobs = states
    .filter(({ name }) => name !== 'maintenance')
    .map(({ nextTryAt, ...state }) => {
      const failure = failures.get(state.name);
      return {
        ...state,
        failedAt: isoOrNull(failure?.failedAt ?? null),
        error: failure?.error ?? null,
        nextTryAt: isoOrNull(nextTryAt),
      };
    })
    .filter(({ retrying, failed }) => retrying + failed > 0);
  const steps = runs
    .filter(({ name }) => name.startsWith(stepPrefix))
    .map(({ name, okAt, failedAt, failures: inARow, error }) => {
      const step = name.slice(stepPrefix.length);
      const times = {
        okAt: isoOrNull(okAt),
        failedAt: isoOrNull(failedAt),
        nextRunAt: isoOrNull(next.get(step) ?? null),
      };
      return { name: step, ...times, failures: inARow, error: inARow > 0 ? error : null };
    })
    .sort((one, other) => other.failures - one.failures || (one.name < other.name ? -1 : 1));
  return { jobs, steps };
}

async function readBackup({ database }: OperationContext): Promise<Installation['backup']> {
  const last = await findLastBackup(database);
  if (last === null) return null;
  return { ...last, at: iso(last.at), triedAt: isoOrNull(await findLastTrial(database)) };
}
