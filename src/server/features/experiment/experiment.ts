// The face of the experiment: starts and stops it, says how it stands, and tells the bot which listings to share once a day.

import type { Experiment as ExperimentDto, Group } from '#contract/experiment/experiment.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { foresee } from '#domain/experiment/detectable.ts';
import { fewestWeeks, leastListings, mostWeeks, weekBegins, weekOf } from '#domain/experiment/weeks.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { counted } from '#domain/text/counted.ts';
import { addDays, shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import {
  countListings,
  countSoldAWeek,
  type ExperimentRow,
  findCandidates,
  findDue,
  findGroups,
  findLast,
  findOnceADay,
  findWeeks,
  type GroupRow,
  insertExperiment,
  lockOpen,
  saveDue,
} from './store.ts';
import { conclude, type ExperimentNeeds, turnWeek } from './turn-week.ts';

export type Experiment = ReturnType<typeof createExperiment>;

export const experimentHttp = (experiment: Experiment): Handlers<typeof routes.experiment, { id: string }> => ({
  read: ({ user }) => experiment.describe(user.id),
  start: ({ user, body }) => experiment.start(user.id, body),
  stop: ({ user }) => experiment.stop(user.id),
});

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

const dayMs = 86_400_000;
const none = {
  id: null,
  state: null,
  weeks: null,
  startsAt: null,
  endsAt: null,
  detectable: null,
  outcomes: null,
  week: null,
  weeksCounted: 0,
  weeksMissed: 0,
  groups: null,
  sharesADay: null,
  readingMinutesOff: null,
};

async function describe(needs: ExperimentNeeds, userId: string): Promise<ExperimentDto> {
  const next = await describeNext(needs, userId);
  const row = await findLast(needs.database, userId);
  if (row === null) return { ...none, listings: next.listings, next };
  return { ...(await describeRow(needs, userId, row, next.listings)), next };
}

/** What a new one could see: with the closet of now, for each number of weeks. */
async function describeNext({ database, clock }: ExperimentNeeds, userId: string): Promise<ExperimentDto['next']> {
  const now = clock.now();
  const candidates = await findCandidates(database, userId);
  const soldAWeek = await countSoldAWeek(database, userId, shareDay(now, await findZone(database, userId)));
  const ofWeeks = foresee(candidates, { soldAWeek, now });
  const choices = Array.from({ length: mostWeeks - fewestWeeks + 1 }, (_, index) => fewestWeeks + index);
  return {
    listings: candidates.length,
    leastListings,
    detectable: choices.map((weeks) => ({ weeks, ...ofWeeks(weeks) })),
  };
}

async function describeRow(
  { database, clock }: ExperimentNeeds,
  userId: string,
  row: ExperimentRow,
  forSale: number,
): Promise<Omit<ExperimentDto, 'next'>> {
  const { id, state, weeks, firstDay, timezone, detectable, outcomes } = row;
  const now = clock.now();
  const begins = (week: number): Instant => weekBegins(firstDay, week, timezone);
  const drawn = await findWeeks(database, userId, id);
  const current = state === 'running' ? drawn.find(({ counts }) => counts === null) : undefined;
  const counted = drawn.filter(({ counts }) => counts === true);
  const groups = current === undefined ? [] : await findGroups(database, userId, id);
  const [usual, onceADay] = [true, false].map((isUsual) => groups.find((group) => group.isUsual === isUsual));
  const days = current === undefined ? 1 : Math.max(1, (now - begins(current.week)) / dayMs);
  const off = counted.flatMap(({ week, readBefore, readAfter }) => [
    Math.abs(readBefore - begins(week)),
    Math.abs((readAfter ?? 0) - begins(week + 1)),
  ]);
  // Weeks that are over by the calendar. What a stopped one didn't get to isn't missed.
  const begun = Math.min(Math.max(weekOf(firstDay, shareDay(row.endedAt ?? now, timezone)), 0), weeks);
  const over = Math.min(begun, current?.week ?? begun);
  return {
    id,
    state,
    weeks,
    startsAt: new Date(begins(0)).toISOString(),
    endsAt: new Date(begins(weeks)).toISOString(),
    listings: drawn.length === 0 ? forSale : await countListings(database, userId, id),
    detectable,
    outcomes: outcomes?.outcomes ?? null,
    week: current === undefined ? null : current.week + 1,
    weeksCounted: counted.length,
    weeksMissed: Math.max(0, over - counted.length),
    groups: usual && onceADay ? { usual: toGroup(usual, days, now), onceADay: toGroup(onceADay, days, now) } : null,
    sharesADay: outcomes?.sharesADay ?? null,
    readingMinutesOff: off.length === 0 ? null : Math.round(Math.max(...off) / 60_000),
  };
}

const toGroup = (
  { listings, averagePriceCents, averageListedAt, shares }: GroupRow,
  days: number,
  now: Instant,
): Group => ({
  listings,
  averagePriceCents,
  averageAgeDays: averageListedAt === null ? null : Math.max(0, Math.round((now - averageListedAt) / dayMs)),
  sharesADay: shares / days,
});
