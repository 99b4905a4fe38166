// Starts and ends rounds, in the same group commits as shares.

import type { BotSettings, NextRound } from '#domain/bot/bot.ts';
import { planRound } from '#domain/bot/round.ts';
import { nextRound } from '#domain/bot/schedule/schedule.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { addDays, shareDay } from '#domain/time.ts';
import { recordMany } from '../../activity/activity.ts';
import type { GroupCommit } from '../ledger/group-commit.ts';
import type { BotContext } from '../needs/needs.ts';
import { counted, roundWords } from '../reports/activity-entries.ts';
import { release, skipRound } from '../state/worker-store.ts';
import type { Next, RunningBot } from './running-bot.ts';
import { ensurePartition, type FinishAsk, finishRounds, type RoundSums, type StartAsk, startRounds } from './store.ts';

/** A bot that is due sooner than this stays in memory. Any other bot is released, for whichever worker is free then. */
export const keepMs = 3_000;

export type Rounds = {
  start(bot: RunningBot, round: NextRound): Promise<Next>;
  finish(bot: RunningBot, state: 'done' | 'cut'): Promise<Next>;
  /** Releases the bot until then. */
  letGo(bot: RunningBot, dueAt: Instant | null): Promise<Next>;
};

type RoundNeeds = BotContext & {
  group: GroupCommit;
  workerId: () => string;
  onLetGo: (dueAt: Instant) => void;
};
type RoundContext = RoundNeeds &
  ReturnType<typeof groupedWrites> & { ensureDays: (startsAt: Instant) => Promise<void> };

export function createRounds(needs: RoundNeeds): Rounds {
  const context: RoundContext = {
    ...needs,
    ...groupedWrites(needs),
    ensureDays: createDays(needs.database),
  };
  return {
    start: (bot, round) => startRound(context, bot, round),
    finish: (bot, state) => finishRound(context, bot, state),
    letGo: (bot, dueAt) => letGo(context, bot, dueAt),
  };
}

async function startRound(context: RoundContext, bot: RunningBot, round: NextRound): Promise<Next> {
  const { database, clock, random, meanPauseMs, listings, workerId } = context;
  const startsAt = clock.now();
  await context.ensureDays(startsAt);
  const closet = await listings.activeInClosetOrder(bot.userId);
  const plan = planRound(closet.map(({ id }) => ({ id, isActive: true, availability: 'available' }))).map(Number);
  const own = { userId: bot.userId, workerId: workerId(), epoch: bot.epoch };
  if (plan.length === 0) {
    // Nothing is for sale, so this round is skipped, and the next one is checked when it is due.
    bot.isStale = true;
    bot.isReadForRound = false;
    bot.lastRoundAt = startsAt;
    await skipRound(database, { ...own, at: startsAt });
    return letGo(context, bot, nextOf(bot, startsAt));
  }
  const id = await context.startOne({
    ...own,
    revision: bot.revision,
    startsAt,
    slot: round.slot ?? null,
    cutsAt: round.closesAt,
    plan,
  });
  if (id === null) {
    bot.isStale = true;
    return startsAt;
  }
  bot.state = 'sharing';
  bot.lastRoundAt = startsAt;
  bot.round = { id, cutsAt: round.closesAt, plan, next: 0, needsPage: true };
  bot.isReadForRound = false;
  bot.repeating = null;
  // Spreads bots that were due at the same moment over the first pause.
  bot.nextShareAt = Math.max(bot.nextShareAt, startsAt + Math.floor(random() * meanPauseMs));
  return bot.nextShareAt;
}

async function finishRound(context: RoundContext, bot: RunningBot, state: 'done' | 'cut'): Promise<Next> {
  const { clock, workerId, onLetGo } = context;
  if (bot.round === null) return clock.now();
  const now = clock.now();
  const dueAt = nextOf(bot, now);
  const keep = dueAt !== null && dueAt - now <= keepMs;
  const own = { userId: bot.userId, workerId: workerId(), epoch: bot.epoch };
  const { settings } = bot;
  const sums = await context.finishOne({ ...own, roundId: bot.round.id, state, at: now, dueAt, keep, settings });
  if (sums === null) {
    bot.isStale = true;
    return now;
  }
  bot.round = null;
  bot.state = 'waiting';
  if (keep) return dueAt;
  if (dueAt !== null) onLetGo(dueAt);
  return 'gone';
}

async function letGo(
  { database, workerId, onLetGo }: RoundContext,
  bot: RunningBot,
  dueAt: Instant | null,
): Promise<Next> {
  await release(database, { userId: bot.userId, workerId: workerId(), epoch: bot.epoch, dueAt });
  if (dueAt !== null) onLetGo(dueAt);
  return 'gone';
}

/** The start and the end of rounds, many bots' in one transaction. */
function groupedWrites({ group, queue }: RoundNeeds) {
  type Finish = FinishAsk & { settings: BotSettings };
  const finishOne = group.operation<Finish, RoundSums | null>({
    async run(tx, asks) {
      const sums = await finishRounds(tx, asks);
      const lines = asks.flatMap(({ userId, state, at }, index) => {
        const sum = sums[index];
        return sum ? [{ userId, action: 'ROUND_FINISHED' as const, details: roundWords(state, sum), at }] : [];
      });
      await recordMany(tx, lines);
      for (const [index, { userId, settings }] of asks.entries())
        if (sums[index] && settings.offerShippingDiscount)
          await queue.put('bot.offers', { userId }, { key: userId, tx });
      return sums;
    },
    keyOf: ({ userId }) => userId,
    onLoss: 'reject',
  });

  const startOne = group.operation<StartAsk, string | null>({
    async run(tx, asks) {
      const ids = await startRounds(tx, asks);
      const lines = asks.flatMap(({ userId, plan, startsAt }, index) =>
        ids[index] == null
          ? []
          : [{ userId, action: 'ROUND_STARTED' as const, details: counted(plan.length), at: startsAt }],
      );
      await recordMany(tx, lines);
      return ids;
    },
    keyOf: ({ userId }) => userId,
    onLoss: 'reject',
  });

  return { startOne, finishOne };
}

/** Creates the partitions of a round's day and of the next day before the first row needs them. */
function createDays(database: Database): (startsAt: Instant) => Promise<void> {
  const days = new Set<string>();
  return async (startsAt) => {
    const day = shareDay(startsAt, 'UTC');
    if (days.has(day)) return;
    await ensurePartition(database, day);
    await ensurePartition(database, addDays(day, 1));
    days.add(day);
  };
}

const nextOf = ({ settings, timezone, lastRoundAt }: RunningBot, now: Instant): Instant | null =>
  nextRound({ settings, timezone, now, lastRoundAt })?.startsAt ?? null;
