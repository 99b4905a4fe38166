// What the screens show about an experiment. Until it is over, nothing about its outcome.

import type { Experiment, Group } from '#contract/experiment/experiment.ts';
import { foresee } from '#domain/experiment/detectable.ts';
import { fewestWeeks, leastListings, mostWeeks, weekBegins, weekOf } from '#domain/experiment/weeks.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import type { ExperimentNeeds } from './needs.ts';
import {
  countListings,
  countSoldAWeek,
  type ExperimentRow,
  findCandidates,
  findGroups,
  findLast,
  findWeeks,
  type GroupRow,
} from './store.ts';

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

export async function describe(needs: ExperimentNeeds, userId: string): Promise<Experiment> {
  const next = await describeNext(needs, userId);
  const row = await findLast(needs.database, userId);
  if (row === null) return { ...none, listings: next.listings, next };
  return { ...(await describeRow(needs, userId, row, next.listings)), next };
}

/** What a new one could see: with the closet of now, for each number of weeks. */
export async function describeNext({ database, clock }: ExperimentNeeds, userId: string): Promise<Experiment['next']> {
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
): Promise<Omit<Experiment, 'next'>> {
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
