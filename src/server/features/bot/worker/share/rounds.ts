// Starts and ends the rounds of a worker's bots, in the same group commits as shares, and releases bots between rounds. Before a
// round, the closet is read, so that it shares the closet of today.

import type { NextRound } from '#domain/bot/bot.ts';
import { planRound } from '#domain/bot/round.ts';
import { readingNeededSince } from '#domain/bot/schedule/closet-reading.ts';
import { isLate, missedRounds } from '#domain/bot/schedule/schedule.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { addDays, shareDay } from '#domain/time.ts';
import { recordMany } from '../../../activity/activity.ts';
import type { GroupCommit } from '../../ledger/group-commit.ts';
import type { BotContext } from '../../needs/needs.ts';
import { planWords, roundWords } from '../../reports/reports.ts';
import { ensurePartition, finishRounds, type RoundKind, readTried, startRounds } from '../../rounds/store.ts';
import { saveReadAt } from '../../rounds/visits-store.ts';
import { changeOwn, readOwnBots } from '../../state/worker-store.ts';
import type { Next, Person, RunningBot } from './running-bot.ts';
import { cutBy, nextLook } from './situation.ts';
import { claimOf, claimWhenDue, maySend, until, type WorkerState } from './worker-state.ts';

/** A bot that is due sooner than this stays in memory. Any other bot is released, for whichever worker is free then. */
export const keepMs = 3_000;

export async function startRound(worker: WorkerState, bot: RunningBot, { slot, closesAt }: NextRound): Promise<Next> {
  const { clock, listings } = worker.context;
  const startsAt = clock.now();
  const closet = await worker.semaphore.run(() => listings.activeInClosetOrder(bot.userId));
  const listingIds = closet.map(({ id }) => Number(id));
  const plan = planRound(await withoutOnceADay(worker, bot, listingIds));
  bot.isReadForRound = false;
  if (plan.length === 0) {
    // Nothing is left to share, so this round is skipped, and the next one is checked when it is due.
    bot.isStale = true;
    bot.lastRoundAt = startsAt;
    await changeOwn(worker.database, claimOf(worker, bot), { kind: 'round_skipped', at: startsAt });
    return release(worker, bot, nextLook(bot, startsAt));
  }
  const missed = await countMissed(worker, bot, startsAt);
  const round = { kind: 'self', party: null, slot: slot ?? null, cutsAt: closesAt, plan, people: [], missed } as const;
  return beginRound(worker, bot, round);
}

/** The rounds before this one that were due while the computer was asleep or off; null: that isn't known. */
async function countMissed({ context }: WorkerState, bot: RunningBot, now: Instant): Promise<number | null> {
  const since = Math.max(bot.lastRoundAt ?? 0, bot.startedAt ?? 0);
  const { settings, timezone, userId } = bot;
  const ask = { settings, timezone, since, now };
  // The first round of a bot that was started is due at once.
  if (bot.lastRoundAt !== since || !isLate(ask)) return 0;
  const off = await context.offSince(userId, since);
  return off && missedRounds(ask, off);
}

/**
 * The listings of a plan. While an experiment runs, without those of its once-a-day group that were already shared on this share day, in
 * whatever kind of round.
 */
export async function withoutOnceADay(
  { context, database, semaphore }: WorkerState,
  { userId, day }: RunningBot,
  listingIds: readonly number[],
): Promise<readonly number[]> {
  const onceADay = await semaphore.run(() => context.onceADay(userId));
  if (onceADay.length === 0) return listingIds;
  const now = context.clock.now();
  const tried = new Set(await semaphore.run(() => readTried(database, { userId, day, listingIds: onceADay, now })));
  return listingIds.filter((id) => !tried.has(id));
}

type Beginning = RoundKind & {
  slot: number | null;
  cutsAt: Instant | null;
  plan: readonly number[];
  people: readonly Person[];
  missed?: number | null;
};

export async function beginRound(worker: WorkerState, bot: RunningBot, beginning: Beginning): Promise<Next> {
  const { clock, random, meanPauseMs } = worker.context;
  const { slot, people, ...round } = beginning;
  const startsAt = clock.now();
  await ensureDays(worker, startsAt);
  const { revision } = bot;
  const planned = { planned: round.plan.length, plan: people.length > 0 ? [] : round.plan };
  const id = await worker.startRound({ ...claimOf(worker, bot), ...round, ...planned, revision, startsAt, slot });
  if (id === null) {
    bot.isStale = true;
    return startsAt;
  }
  bot.state = 'sharing';
  if (round.kind === 'self') bot.lastRoundAt = startsAt;
  if (bot.visits !== null) bot.visits.wasOrdinary = round.kind === 'self';
  bot.round = { ...round, id, people, next: 0, needsPage: true, target: null };
  bot.repeating = null;
  // Spreads bots that were due at the same moment over the first pause.
  bot.nextShareAt = Math.max(bot.nextShareAt, startsAt + Math.floor(random() * meanPauseMs));
  return bot.nextShareAt;
}

export async function finishRound(worker: WorkerState, bot: RunningBot, state: 'done' | 'cut'): Promise<Next> {
  const now = worker.context.clock.now();
  const { round } = bot;
  if (round === null) return now;
  if (state === 'done' && round.party !== null) bot.visits?.emptied.add(round.party.id);
  const why = cutBy(bot, now);
  const dueAt = nextLook(bot, now);
  const keep = dueAt !== null && dueAt - now <= keepMs;
  const makesOffers = round.kind === 'self' && bot.settings.offerShippingDiscount;
  const ends = { roundId: round.id, state, cutBy: why ?? 'slot', at: now } as const;
  if ((await worker.finishRound({ ...claimOf(worker, bot), ...ends, dueAt, keep, makesOffers })) === null) {
    bot.isStale = true;
    return now;
  }
  // People whom a cut round didn't reach come first in the next one.
  const left = round.plan.slice(round.next).flatMap((index) => round.people[index] ?? []);
  if (bot.visits !== null) bot.visits.people = [...left, ...bot.visits.people];
  bot.round = null;
  bot.state = 'waiting';
  if (keep) return dueAt;
  await noteNewsRead(worker, bot);
  if (dueAt !== null) claimWhenDue(worker, dueAt);
  return 'gone';
}

/** Releases the bot until `dueAt`; null for a pause that waits for the seller. */
export async function release(worker: WorkerState, bot: RunningBot, dueAt: Instant | null): Promise<'gone'> {
  await noteNewsRead(worker, bot);
  await changeOwn(worker.database, claimOf(worker, bot), { kind: 'released', dueAt });
  if (dueAt !== null) claimWhenDue(worker, dueAt);
  return 'gone';
}

/** Whoever takes the bot next doesn't have to read the news again if nobody is left to share back today. */
async function noteNewsRead(
  { database }: WorkerState,
  { userId, visits, visitsToday, settings }: RunningBot,
): Promise<void> {
  if (visits === null || visits.newsReadAt === null) return;
  if (visits.people.length === 0 || visitsToday.back >= settings.shareBackPerDay)
    await saveReadAt(database, userId, 'news', visits.newsReadAt);
}

/** The starts and the ends of rounds, many bots' in one transaction. */
export const groupRounds = (
  group: GroupCommit,
  { queue }: BotContext,
): Pick<WorkerState, 'startRound' | 'finishRound'> => ({
  finishRound: group.operation({
    async run(tx, asks) {
      const sums = await finishRounds(tx, asks);
      const ended = asks.flatMap((ask, index) => (sums[index] ? [{ ...ask, sums: sums[index] }] : []));
      await recordMany(
        tx,
        ended.map(({ userId, state, sums, cutBy, at }) => {
          return { userId, action: 'ROUND_FINISHED' as const, details: roundWords(state, sums, cutBy), at };
        }),
      );
      for (const { userId, makesOffers } of ended)
        if (makesOffers) await queue.put('bot.offers', { userId }, { key: userId, tx });
      return sums;
    },
    keyOf: ({ userId }) => userId,
    onLoss: 'reject',
  }),
  startRound: group.operation({
    async run(tx, asks) {
      const ids = await startRounds(tx, asks);
      const started = asks.filter((_, index) => ids[index] != null);
      await recordMany(
        tx,
        started.map(({ userId, planned, startsAt, ...round }) => {
          return { userId, action: 'ROUND_STARTED' as const, details: planWords(round, planned), at: startsAt };
        }),
      );
      return ids;
    },
    keyOf: ({ userId }) => userId,
    onLoss: 'reject',
  }),
});

/** Creates the partitions of a round's day and of the next day before the first row needs them. */
async function ensureDays({ database, days }: WorkerState, startsAt: Instant): Promise<void> {
  const day = shareDay(startsAt, 'UTC');
  if (days.has(day)) return;
  await ensurePartition(database, day);
  await ensurePartition(database, addDays(day, 1));
  days.add(day);
}

const againMs = 1_000;
/** At two pages a second, the database is asked every two seconds. */
const pagesPerQuestion = 4;

/** Resolves to now, so that everything is decided again: a reading may take a minute, and a slot may have closed. */
export async function readBeforeRound(worker: WorkerState, bot: RunningBot): Promise<Next> {
  const { clock, listings, closetMaxAgeMs: maxAgeMs } = worker.context;
  if (!maySend(worker, bot)) return clock.now() + againMs;
  const { startedAt } = bot;
  let pages = 0;
  try {
    const reading = await listings.read(bot.userId, {
      since: readingNeededSince(bot.closetRead, { now: clock.now(), startedAt, maxAgeMs }),
      wait: (instant) => until(worker, instant),
      async goesOn() {
        pages += 1;
        return maySend(worker, bot) && (pages % pagesPerQuestion !== 0 || (await isOwned(worker, bot)));
      },
    });
    // A reading that failed may have paused the bot.
    if (reading.kind === 'ended' || reading.kind === 'unread') bot.isStale = true;
    if (reading.kind === 'ended') return clock.now();
    if (reading.kind === 'read') bot.closetRead = { readAt: clock.now(), shown: reading.shown };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The hold began meanwhile, or the browser was closed. The next step knows what to do.
    if (error.code === 'on_hold' || error.code === 'browser_away') return clock.now() + againMs;
  }
  bot.isReadForRound = true;
  return clock.now();
}

/** Asks the database. Of a bot that its seller has stopped, another claim may have begun already. */
async function isOwned({ database, lease }: WorkerState, { userId, epoch }: RunningBot): Promise<boolean> {
  const [row] = await readOwnBots(database, lease.workerId, [userId]);
  return row?.epoch === epoch && row.state !== 'stopped';
}
