import { decideNextShare } from '#domain/bot/bot.ts';
import { pauseMessage } from '#domain/bot/pause-messages.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BotLog } from '../metrics.ts';
import { keepMs, type Rounds } from '../rounds/rounds.ts';
import { recountRounds, saveCut } from '../rounds/store.ts';
import { readDayFacts, readOwnBots } from '../state/worker-store.ts';
import type { Halts } from './pauses.ts';
import {
  atWork,
  countDay,
  factsOf,
  type Next,
  type RunningBot,
  refresh,
  rightCut,
  rightLimit,
  turnDay,
} from './running-bot.ts';
import type { Jars } from './sessions.ts';
import type { ShareNext } from './share-next.ts';

/** Reservations are asked for this long before the share is due, so that the commit is not what makes it late. */
export const leadMs = 100;
/** After a step that went wrong by itself: doubled each time, at most a minute. */
const mishapMs = 1_000;
const mishapLimitMs = 60_000;

/** One step of a bot: decide by the rules, do it, and say when to look again. Never throws. */
export function createStep({
  database,
  clock,
  log,
  workerId,
  ledger,
  jars,
  halts,
  rounds,
  shareNext,
  inFlightMs,
}: {
  database: Database;
  clock: Clock;
  log: BotLog;
  workerId: () => string;
  ledger: Ledger;
  jars: Jars;
  halts: Halts;
  rounds: Rounds;
  shareNext: ShareNext;
  /** What was reserved longer ago than this is not on its way any more. */
  inFlightMs: number;
}): (bot: RunningBot) => Promise<Next> {
  async function act(bot: RunningBot): Promise<Next> {
    const now = clock.now();
    if (bot.isStale && !(await readAgain(bot, now))) return 'gone';
    if (bot.halt !== null) {
      await halts.pause(bot, bot.halt);
      return 'gone';
    }
    if (bot.open.length > 0) {
      const isOver = Math.max(...bot.open.map(({ reservedAt }) => reservedAt)) + inFlightMs;
      if (now < isOver) return isOver;
      await giveUpOpen(bot, now);
    }
    if (turnDay(bot, now)) await readDay(bot, now);
    const isLimitRight = rightLimit(bot, now).limit === bot.limitInForce;
    if (!isLimitRight && !(await halts.learn(bot, bot.backoff))) return 'gone';
    const isPauseOver = bot.state === 'paused' && bot.resumesAt !== null && now >= bot.resumesAt;
    if (isPauseOver && !(await halts.goOn(bot))) return 'gone';
    // A share is prepared a little ahead, and decided as of the moment when it is due.
    const isNear = bot.round !== null && bot.nextShareAt - now <= leadMs;
    return decideAndAct(bot, isNear ? Math.max(now, bot.nextShareAt) : now);
  }

  async function decideAndAct(bot: RunningBot, now: Instant): Promise<Next> {
    const decision = decideNextShare(atWork(bot, now), factsOf(bot, now));
    // What is told of a round and a day at their end holds only once the last share is settled.
    if (decision.kind === 'pause' || decision.kind === 'stop') await bot.settling;
    switch (decision.kind) {
      case 'share':
        return shareNext(bot, Number(decision.listing), decision.dueAt);
      case 'wait': {
        const { until } = decision;
        if (until !== null && (decision.for === 'share' || until - now <= keepMs)) return until;
        await jars.keep(bot);
        return rounds.letGo(bot, until);
      }
      case 'start_round':
        return rounds.start(bot, decision.round);
      case 'end_round':
        await jars.keep(bot);
        return rounds.finish(bot, decision.state);
      case 'pause': {
        const { reason, resumesAt } = decision;
        await halts.pause(bot, { reason, resumesAt, message: pauseMessage(reason) });
        return 'gone';
      }
      case 'stop':
        if (decision.reason === 'limit_reached') await halts.stopAtLimit(bot);
        return 'gone';
    }
  }

  /** False: it is another's, or was stopped. */
  async function readAgain(bot: RunningBot, now: Instant): Promise<boolean> {
    const [row] = await readOwnBots(database, workerId(), [bot.userId]);
    if (row === undefined || row.epoch !== bot.epoch || row.state === 'stopped') return false;
    if (row.roundId !== (bot.round?.id ?? null)) {
      // A commit whose acknowledgement was lost: whoever claims it next reads it from the beginning.
      await rounds.letGo(bot, now);
      return false;
    }
    const before = windowsOf(bot);
    refresh(bot, row);
    turnDay(bot, now);
    await readDay(bot, now);
    if (bot.round !== null && windowsOf(bot) !== before) {
      bot.round.cutsAt = rightCut(bot, now);
      await saveCut(database, bot.round.id, bot.round.cutsAt);
    }
    return true;
  }

  async function readDay(bot: RunningBot, now: Instant): Promise<void> {
    const { userId, day, rollingUntil } = bot;
    const facts = await readDayFacts(database, [{ userId, day, rollingUntil }], now);
    countDay(bot, facts.get(userId));
  }

  /** What an earlier owner had on its way when it was lost: nobody can know any more what became of it. */
  async function giveUpOpen(bot: RunningBot, now: Instant): Promise<void> {
    const evidence = 'uncertain: Hangtag was interrupted while this share was on its way';
    for (const { roundId, listingId } of bot.open)
      await ledger.settle({ roundId, listingId, outcome: 'unknown', evidence });
    for (const roundId of new Set(bot.open.map((attempt) => attempt.roundId)))
      if (roundId !== bot.round?.id) await recountRounds(database, [roundId]);
    bot.open = [];
    await readDay(bot, now);
  }

  return async (bot) => {
    try {
      const next = await act(bot);
      bot.mishaps = 0;
      return next;
    } catch (error) {
      log.warn({ userId: bot.userId, error }, 'A step of a bot failed; it is tried again');
      bot.isStale = true;
      bot.mishaps += 1;
      return clock.now() + Math.min(mishapMs * 2 ** (bot.mishaps - 1), mishapLimitMs);
    }
  };
}

/** What the end of a running round depends on. */
const windowsOf = ({ settings, timezone }: RunningBot): string =>
  settings.useScheduledSlots ? JSON.stringify([timezone, settings.scheduledSlots]) : '';
