// The worker side of the program: runs the bots, the background jobs, and the maintenance.

import type { Clock } from '#domain/ports/clock.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { type BotFigures, maintenanceFigures } from '../adapters/metrics.ts';
import { dropOldCalls } from '../adapters/worker-calls/store.ts';
import type { Worker } from '../features/bot/bot.ts';
import { makeDueDrops, planDueDrops } from '../features/drops/drops.ts';
import { listingsJobs, pricesJobs } from '../features/listings/jobs.ts';
import { stepPrefix } from '../features/operation/operation.ts';
import { pricingJobs, pruneSearches } from '../features/pricing/pricing.ts';
import { salesJobs } from '../features/sales/readings.ts';
import type { Health } from '../http/health.ts';
import type { Limits } from '../http/request/limits.ts';
import type { Features } from './features.ts';
import type { Adapters } from './open-adapters.ts';
import { answerWebProcesses } from './worker-calls.ts';
import type { Closing, World } from './world.ts';

/** Resolves to the worker that runs the bots. */
export async function startJobs(
  features: Features,
  {
    adapters: { database, clock, jobRuns, mailer, queue, signals, vault },
    limits,
    figures,
    health,
    world: { log },
    closing,
  }: {
    adapters: Pick<Adapters, 'database' | 'clock' | 'jobRuns' | 'mailer' | 'queue' | 'signals' | 'vault'>;
    limits: Limits;
    figures: BotFigures;
    health: Pick<Health, 'registry'>;
    world: Pick<World, 'log'>;
    closing: Closing;
  },
): Promise<Worker> {
  const {
    account,
    bot,
    closet,
    companion,
    experiment,
    drops,
    listings,
    notices,
    offers,
    operation,
    prices,
    pricing,
    saleReadings,
  } = features;
  const worker = closing.keep(await bot.openWorker());
  figures.watch(worker);

  await queue.work('closet.link', ({ userId }) => closet.linkStored(userId));
  await listingsJobs({ listings, queue });
  await pricesJobs({ prices, queue });
  await salesJobs(saleReadings, queue);
  await queue.work('experiment.week', ({ userId }) => experiment.turnWeek(userId));
  await queue.work('drops.make', ({ userId }) => makeDueDrops(drops, userId));
  await pricingJobs(pricing, queue);
  await queue.work('bot.resume', ({ userId }) => bot.resumeAfterSeller(userId));
  await queue.work('bot.offers', ({ userId }) => offers.send(userId));
  await queue.work('mail.send', (mail) => mailer.send(mail));
  await queue.work('push.send', notices.deliver);

  closing.keep(answerWebProcesses(features, { database, signals, open: vault.openAsWorker, log }));

  closing.keep(
    await startMaintenance({
      queue,
      clock,
      log,
      measure: maintenanceFigures(health.registry),
      isStopping: closing.hasBegun,
      runs: {
        failed: (step, error) => jobRuns.failed(`${stepPrefix}${step}`, error),
        succeeded: (step) => jobRuns.succeeded(`${stepPrefix}${step}`, { isAlways: true }),
      },
      steps: {
        guests: account.sweepGuests,
        'sessions-and-tokens': account.sweepTokens,
        history: account.forgetOld,
        'pending-sign-ins': closet.forgetStaleSignIns,
        'api-tests': closet.forgetApiTests,
        companions: companion.forgetOld,
        'worker-calls': () => dropOldCalls(database),
        'rate-limits': limits.prune,
        bots: bot.maintenance,
        closets: bot.planNightlyReadings,
        experiments: experiment.planWeeks,
        prices: prices.maintenance,
        'price-drops': () => planDueDrops(drops),
        pricing: () => pruneSearches(pricing),
        summaries: notices.summarize,
        operation: operation.forgetOld,
        'job-runs': jobRuns.forgetOld,
      },
    }),
  );
  return worker;
}

/**
 * A sign-in that waits for its code is erased after ten minutes, or at most this much later. A step that failed is also tried
 * again after this time.
 */
const everyMs = 300_000;

/** Each feature's maintenance steps, by the names that logs and metrics show. */
type MaintenanceSteps = Record<string, () => Promise<unknown>>;

/**
 * Schedules every step, and runs those that are due in this process. A step's next run is put into the queue before the
 * step begins, so a failure, a crash, or a slow step stops neither the step itself nor any other. A run that could not be queued,
 * because the database was unreachable, is queued by the next check of the schedule.
 */
export async function startMaintenance(needs: {
  queue: Queue;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
  measure: { maintenanceFailed(step: string): void };
  /** While the program closes what the steps use, a failed step is no failure of its own. */
  isStopping?: () => boolean;
  /** Learns how each step ended. */
  runs?: { failed(step: string, error: unknown): Promise<void>; succeeded(step: string): Promise<void> };
  steps: MaintenanceSteps;
}): Promise<{ stop(): void }> {
  const { queue, clock, log, measure, isStopping = () => false, runs, steps } = needs;
  const schedule = (step: string, delayMs: number): Promise<void> =>
    queue.put('maintenance', { step }, { key: step, delayMs });

  /** A step that takes longer than the time between two runs misses some. */
  const running = new Set<string>();
  await queue.work('maintenance', async ({ step }) => {
    const run = steps[step];
    // Another version of the program queued it.
    if (run === undefined) return;
    await schedule(step, everyMs);
    if (running.has(step)) return;
    running.add(step);
    try {
      await run();
      await runs?.succeeded(step);
    } catch (error) {
      // The queue logs that it was interrupted.
      if (isStopping()) throw error;
      measure.maintenanceFailed(step);
      log.warn({ step, error }, 'Maintenance step failed');
      await runs?.failed(step, error);
    } finally {
      running.delete(step);
    }
  });

  let cancel = () => {};
  /** Leaves a waiting run as it is. At most one run of a step waits, and it is never moved to a later time. */
  const checkSchedule = (): void => {
    cancel = clock.at(clock.now() + everyMs, checkSchedule);
    for (const step of Object.keys(steps)) {
      schedule(step, everyMs).catch((error: unknown) => log.warn({ step, error }, 'Maintenance step not scheduled'));
    }
  };
  cancel = clock.at(clock.now() + everyMs, checkSchedule);
  for (const step of Object.keys(steps)) await schedule(step, 0);
  return { stop: () => cancel() };
}
