import type { Backoff } from '#domain/bot/backoff.ts';
import { type PauseReason, waitingPauses } from '#domain/bot/bot.ts';
import { type ConnectionReason, connectionReasons } from '#domain/closet.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Closet } from '../../closet/closet.ts';
import { type ActivityLog, type NotifySeller, roundWords } from '../activity-entries.ts';
import { settle } from '../ledger/store.ts';
import { endRounds } from '../rounds/store.ts';
import { confirmedShares, endPause, saveLesson, saveLimitReached, savePause } from '../state/worker-store.ts';
import { type Halt, type RunningBot, rightLimit } from './running-bot.ts';
import type { Jars } from './sessions.ts';

export type Halts = {
  /** Keeps what was learned from the marketplace, and the limit that follows. False: the bot is not ours any more. */
  learn(bot: RunningBot, backoff: Backoff): Promise<boolean>;
  confirmed(bot: RunningBot): Promise<{ today: number; last24h: number }>;
  /** Pauses the bot and lets it go: what was learned, the share that was answered and the pause in one transaction. */
  pause(bot: RunningBot, halt: Halt): Promise<void>;
  /** Ends a waiting pause whose time has come. False: the bot is not ours any more. */
  goOn(bot: RunningBot): Promise<boolean>;
  /** The bot stops itself at the seller's own limit. */
  stopAtLimit(bot: RunningBot): Promise<void>;
};

/** What stops a running bot by itself, for a while or for good. */
export function createHalts({
  database,
  clock,
  workerId,
  jars,
  closet,
  activity,
  notifySeller,
  onLetGo,
}: {
  database: Database;
  clock: Clock;
  workerId: () => string;
  jars: Jars;
  closet: Pick<Closet, 'noteTrouble'>;
  activity: ActivityLog;
  notifySeller: NotifySeller;
  /** The bot is free from now on, and due then. */
  onLetGo: (dueAt: Instant) => void;
}): Halts {
  const own = (bot: RunningBot) => ({ userId: bot.userId, workerId: workerId(), epoch: bot.epoch });

  /** False: the bot is not ours any more. */
  async function teach(db: Queryable, bot: RunningBot, backoff: Backoff): Promise<boolean> {
    const { limit, reason } = rightLimit({ ...bot, backoff }, clock.now());
    const lesson = { ...own(bot), backoff, limitInForce: limit, limitReason: reason ?? null };
    const isOwn = await saveLesson(db, lesson);
    if (isOwn) bot.limitInForce = limit;
    else bot.isStale = true;
    return isOwn;
  }

  return {
    async learn(bot, backoff) {
      const isSame = JSON.stringify(backoff) === JSON.stringify(bot.backoff);
      bot.backoff = backoff;
      if (isSame && rightLimit(bot, clock.now()).limit === bot.limitInForce) return true;
      return teach(database, bot, backoff);
    },

    confirmed: ({ userId, day }) => confirmedShares(database, { userId, day, now: clock.now() }),

    async pause(bot, halt) {
      const { reason, resumesAt, message, backoff, settles } = halt;
      bot.halt = halt;
      await jars.keep(bot);
      const at = clock.now();
      const needsSeller = !waitingPauses.includes(reason);
      const isPaused = await database.transaction(async (tx) => {
        // Whoever has the bot by now: what became of the share is ours to say.
        if (settles !== undefined) await settle(tx, [settles]);
        if (backoff !== undefined) await teach(tx, bot, backoff);
        if (!(await savePause(tx, { ...own(bot), reason, message, at, resumesAt }))) return false;
        await activity.record(tx, { userId: bot.userId, action: 'BOT_PAUSED', details: message });
        await notifySeller(tx, bot.userId, { reason, message, at });
        return true;
      });
      bot.halt = null;
      if (isPaused && resumesAt !== null) onLetGo(resumesAt);
      if (isPaused && needsSeller && isConnectionReason(reason)) await closet.noteTrouble(bot.userId, reason, message);
    },

    async goOn(bot) {
      const isOwn = await database.transaction(async (tx) => {
        if (!(await endPause(tx, own(bot)))) return false;
        await activity.record(tx, { userId: bot.userId, action: 'BOT_RESUMED' });
        return true;
      });
      bot.state = bot.round === null ? 'waiting' : 'sharing';
      bot.resumesAt = null;
      return isOwn;
    },

    async stopAtLimit(bot) {
      await jars.keep(bot);
      const at = clock.now();
      const { userId, round } = bot;
      await database.transaction(async (tx) => {
        if (!(await saveLimitReached(tx, { ...own(bot), at }))) return;
        if (round !== null) {
          const sums = await endRounds(tx, [{ roundId: round.id, state: 'stopped', at }]);
          for (const sum of sums.values())
            await activity.record(tx, { userId, action: 'ROUND_FINISHED', details: roundWords('stopped', sum) });
        }
        const details = `${bot.settings.dailyShareLimit} shares today: the bot has stopped itself`;
        await activity.record(tx, { userId, action: 'LIMIT_REACHED', details });
        await notifySeller(tx, userId, { reason: 'limit_reached', message: `${details}.`, at });
      });
    },
  };
}

const isConnectionReason = (reason: PauseReason): reason is PauseReason & ConnectionReason =>
  connectionReasons.some((known) => known === reason);
