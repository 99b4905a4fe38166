// The face of the experiment: starts and stops it, says how it stands, and tells the bot which listings to share once a day.

import type { Experiment as ExperimentDto } from '#contract/experiment/experiment.ts';
import { leastListings, weekBegins } from '#domain/experiment/weeks.ts';
import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { counted } from '#domain/text/counted.ts';
import { addDays, shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import { describe, describeNext } from './describe.ts';
import type { ExperimentNeeds } from './needs.ts';
import { findDue, findLast, findOnceADay, insertExperiment, lockOpen, saveDue } from './store.ts';
import { conclude, turnWeek } from './turn-week.ts';

export type Experiment = ReturnType<typeof createExperiment>;

export function createExperiment(needs: ExperimentNeeds) {
  const { database, clock, queue, closet, random, activity } = needs;
  return {
    describe: (userId: string): Promise<ExperimentDto> => describe(needs, userId),

    /** Throws `closet_not_connected`, `too_few_listings`, and `already_running`. */
    async start(userId: string, { weeks }: { weeks: number }): Promise<ExperimentDto> {
      const linked = await closet.summary(userId);
      if (!linked?.marketUserId)
        throw new Failure('closet_not_connected', 'Connect your closet first. The experiment compares its listings.');
      const { listings, detectable } = await describeNext(needs, userId);
      if (listings < leastListings) throw new Failure('too_few_listings', tooFew(listings));
      await database.transaction(async (tx) => {
        const now = clock.now();
        const zone = await findZone(tx, userId);
        const firstDay = addDays(shareDay(now, zone), 1);
        const seen = detectable.find((each) => each.weeks === weeks);
        const isStarted = await insertExperiment(tx, userId, {
          seed: Math.floor(random() * 2 ** 31),
          weeks,
          firstDay,
          detectable: { likesPercent: seen?.likesPercent ?? null, salesPercent: seen?.salesPercent ?? null },
          now,
          dueAt: weekBegins(firstDay, 0, zone),
        });
        if (!isStarted) throw new Failure('already_running', 'An experiment is already under way. Stop it first.');
        const details = `Planned: ${weeks} weeks with ${counted(listings, 'listing')}, from midnight on`;
        await activity.record(tx, { userId, action: 'EXPERIMENT', details, at: now });
      });
      return describe(needs, userId);
    },

    /** Throws `not_running`. The week under way doesn't count. */
    async stop(userId: string): Promise<ExperimentDto> {
      const row = await findLast(database, userId);
      if (row === null || row.dueAt === null || !(await conclude(needs, userId, { row, state: 'stopped' })))
        throw new Failure('not_running', 'No experiment is under way.');
      return describe(needs, userId);
    },

    /** For the bot: the listings that are shared once a day now. None without an experiment. */
    onceADay: (userId: string): Promise<number[]> => findOnceADay(database, userId),

    /** The job `experiment.week`. */
    turnWeek: (userId: string): Promise<void> => turnWeek(needs, userId),
    /** For maintenance: weeks that are over get their job. */
    async planWeeks(): Promise<void> {
      for (const userId of await findDue(database, clock.now()))
        await queue.put('experiment.week', { userId }, { key: userId });
    },
    /** Its weeks begin at the midnights of the new zone. What is due is looked at again. */
    async onTimezoneMoved(tx: Queryable, userId: string): Promise<void> {
      const open = await lockOpen(tx, userId);
      if (open !== null) await saveDue(tx, userId, open.id, clock.now());
    },
  };
}

const tooFew = (listings: number): string =>
  `An experiment needs at least ${leastListings} listings that your bot shares. You have ${listings}.`;
