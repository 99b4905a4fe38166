// Ends a week of an experiment at the seller's midnight, and draws the groups of the next one; after the last week, says what came out.

import type { ActivityLog } from '#domain/activity.ts';
import { compare, type PairWeek } from '#domain/experiment/analyze.ts';
import {
  drawWeek,
  isNear,
  isTooLate,
  tryAgainMs,
  waitForReadingMs,
  weekBegins,
  weekOf,
} from '#domain/experiment/weeks.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { counted } from '#domain/text/counted.ts';
import { shareDay } from '#domain/time.ts';
import type { Closet } from '../closet/closet.ts';
import type { Listings } from '../listings/listings.ts';
import {
  closeWeek,
  type ExperimentRow,
  endExperiment,
  findCandidates,
  findLast,
  findResults,
  findSold,
  findWeeks,
  insertWeek,
  lockOpen,
  type Result,
  saveDue,
} from './store.ts';

/** The job `experiment.week`. Does what is due, however late; a second call finds nothing to do. */
export async function turnWeek(needs: ExperimentNeeds, userId: string): Promise<void> {
  const { database, clock } = needs;
  const open = await findLast(database, userId);
  if (open === null || open.dueAt === null || open.dueAt > clock.now()) return;
  const boundary = boundaryOf(open, clock.now());
  const isRead = clock.now() < boundary || (await readNear(needs, userId, boundary));
  const next = await database.transaction(async (tx): Promise<ExperimentRow | null> => {
    const row = await lockOpen(tx, userId);
    if (row === null || row.dueAt === null || row.dueAt > clock.now()) return null;
    const now = clock.now();
    if (!isRead && now - boundary < waitForReadingMs) {
      await saveDue(tx, userId, row.id, now + tryAgainMs);
      return null;
    }
    return step(needs, tx, { userId, row, now });
  });
  if (next !== null) await conclude(needs, userId, { row: next, state: 'ended' });
}

/** The beginning of the week that is under way, or the end of the last one. */
const boundaryOf = ({ firstDay, weeks, timezone }: ExperimentRow, now: Instant): Instant =>
  weekBegins(firstDay, Math.min(Math.max(weekOf(firstDay, shareDay(now, timezone)), 0), weeks), timezone);

/** Sees to it that the last reading of the closet is the nearest one to the boundary. False: it couldn't be read. */
async function readNear({ clock, closet, listings }: ExperimentNeeds, userId: string, boundary: Instant) {
  const linked = await closet.summary(userId);
  if (!linked?.marketUserId) return false;
  const { lastSyncedAt } = linked;
  if (lastSyncedAt !== null && Math.abs(boundary - lastSyncedAt) <= clock.now() - boundary) return true;
  try {
    const { kind } = await listings.read(userId, { since: boundary, signsIn: false });
    return kind === 'read' || kind === 'recent';
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Resolves to the experiment if its last week is over. */
async function step(
  { closet, activity }: ExperimentNeeds,
  tx: Queryable,
  { userId, row, now }: { userId: string; row: ExperimentRow; now: Instant },
): Promise<ExperimentRow | null> {
  const { id, seed, weeks, firstDay, timezone } = row;
  const begins = (week: number): Instant => weekBegins(firstDay, week, timezone);
  const week = weekOf(firstDay, shareDay(now, timezone));
  const readAt = (await closet.summary(userId))?.lastSyncedAt ?? null;
  const drawnWeeks = await findWeeks(tx, userId, id);
  const last = drawnWeeks.at(-1);
  if (last?.counts === null && last.week < week) {
    const counts = isNear(last.readBefore, begins(last.week)) && isNear(readAt, begins(last.week + 1));
    await closeWeek(tx, userId, { id, week: last.week, readAt, counts });
  }
  if (week >= weeks) return row;
  // After a move to another time zone, the week may begin later, or have begun.
  const isDrawn = week < 0 || (last !== undefined && last.week >= week);
  if (isDrawn || isTooLate(now, begins(week))) {
    await saveDue(tx, userId, id, begins(Math.max(week + 1, 0)));
    return null;
  }
  const candidates = await findCandidates(tx, userId);
  if (candidates.length < 2 || readAt === null) {
    await saveDue(tx, userId, id, now + tryAgainMs);
    return null;
  }
  const drawn = drawWeek(candidates, { seed, week });
  await insertWeek(tx, userId, { id, week, readAt, drawn, candidates });
  await saveDue(tx, userId, id, begins(week + 1));
  const usual = drawn.filter(({ group }) => group === 'usual').length;
  const details = `Week ${week + 1} of ${weeks}: ${counted(usual, 'listing')} shared as usual, ${drawn.length - usual} once a day`;
  await activity.record(tx, { userId, action: 'EXPERIMENT', details, at: now });
  return null;
}

/** Compares the groups of the weeks that count, and ends the experiment. */
export async function conclude(
  { database, clock, activity }: ExperimentNeeds,
  userId: string,
  { row, state }: { row: ExperimentRow; state: 'ended' | 'stopped' },
): Promise<boolean> {
  const result = await analyze(database, userId, row);
  return database.transaction(async (tx) => {
    const now = clock.now();
    if (!(await endExperiment(tx, userId, { id: row.id, state, result, now }))) return false;
    await activity.record(tx, { userId, action: 'EXPERIMENT', details: endWords(state, result), at: now });
    return true;
  });
}

function endWords(state: 'ended' | 'stopped', { outcomes }: Result): string {
  const likes = outcomes.find(({ outcome }) => outcome === 'likes');
  const found = {
    difference: 'The two groups differ in likes',
    no_difference_seen: 'No difference in likes was seen',
    not_enough: 'Not enough for a result',
  }[likes?.verdict ?? 'not_enough'];
  return `${state === 'ended' ? 'Ended' : 'Stopped'}. ${found}.`;
}

async function analyze(
  db: Queryable,
  userId: string,
  { id, seed, firstDay, timezone }: ExperimentRow,
): Promise<Result> {
  const rows = await findResults(db, userId, id);
  const soldOn = new Map(
    (await findSold(db, userId, id)).map(({ listingId, soldOn, soldAt }) => [
      listingId,
      soldOn ?? (soldAt === null ? null : shareDay(soldAt, timezone)),
    ]),
  );
  const isSold = (listingId: string, week: number): boolean => {
    const day = soldOn.get(listingId) ?? null;
    return day !== null && weekOf(firstDay, day) === week;
  };
  const pairs = new Map<string, { likes: PairWeek; sales: PairWeek; sides: number }>();
  for (const { week, pair, isUsual, listingId, likes } of rows) {
    if (pair === null || likes === null) continue;
    const key = `${week} ${pair}`;
    const found = pairs.get(key) ?? { likes: { usual: 0, onceADay: 0 }, sales: { usual: 0, onceADay: 0 }, sides: 0 };
    const side = isUsual ? 'usual' : 'onceADay';
    found.likes[side] = likes;
    found.sales[side] = isSold(listingId, week) ? 1 : 0;
    found.sides += 1;
    pairs.set(key, found);
  }
  const whole = [...pairs.values()].filter(({ sides }) => sides === 2);
  const shared = { usual: meanShares(rows, true), onceADay: meanShares(rows, false) };
  const facts = { seed, weeks: new Set(rows.map(({ week }) => week)).size, shared };
  return {
    outcomes: (['likes', 'sales'] as const).map((outcome) => {
      const pairsOf = whole.map((pair) => pair[outcome]);
      return { outcome, ...compare(pairsOf, facts) };
    }),
    sharesADay: rows.length === 0 ? null : { usual: shared.usual / 7, onceADay: shared.onceADay / 7 },
  };
}

function meanShares(rows: readonly { isUsual: boolean; shares: number | null }[], isUsual: boolean): number {
  const own = rows.filter((row) => row.isUsual === isUsual && row.shares !== null);
  return own.reduce((sum, { shares }) => sum + (shares ?? 0), 0) / Math.max(1, own.length);
}

export type ExperimentNeeds = {
  database: Database;
  clock: Clock;
  queue: Queue;
  random: () => number;
  closet: Pick<Closet, 'summary'>;
  listings: Pick<Listings, 'read'>;
  activity: ActivityLog;
};
