// The worker side of the program: runs the bots, the background jobs, and the maintenance.

import type { BotFigures } from '../adapters/metrics.ts';
import { maintenanceFigures } from '../adapters/metrics.ts';
import { dropOldCalls } from '../adapters/worker-calls/store.ts';
import type { Worker } from '../features/bot/bot.ts';
import { makeDueDrops, planDueDrops } from '../features/drops/drops.ts';
import { listingsJobs, pricesJobs } from '../features/listings/jobs.ts';
import { stepPrefix } from '../features/operation/operation.ts';
import { pricingJobs } from '../features/pricing/jobs.ts';
import { pruneSearches } from '../features/pricing/pricing.ts';
import { salesJobs } from '../features/sales/jobs.ts';
import type { Health } from '../http/health.ts';
import type { Limits } from '../http/request/limits.ts';
import type { Closing } from './closing.ts';
import type { Features } from './features.ts';
import { startMaintenance } from './maintenance.ts';
import type { Adapters } from './open-adapters.ts';
import { answerWebProcesses } from './worker-calls.ts';
import type { World } from './world.ts';

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
