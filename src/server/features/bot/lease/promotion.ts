// Counts the shares that a promoted standby may have missed, before any worker shares on it.

import { mostSharesIn } from '#domain/bot/pace.ts';
import { nextRound } from '#domain/bot/schedule/schedule.ts';
import { wantsVisits } from '#domain/bot/visits.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { laterDay, shareDay } from '#domain/time.ts';
import type { BotLog } from '../reports/reports.ts';
import { noteMissedVisits } from '../rounds/visits-store.ts';
import { changeLockedBots, lockBotRows } from '../state/bot-row.ts';
import {
  adoptTimeline,
  isTimelineKnown,
  lockTimeline,
  markMissed,
  type Promotion,
  type RunningThen,
  readRunningThen,
} from './store.ts';

/** The clocks of two database servers may differ by this much. */
const clockSlackMs = 2_000;
/**
 * A synchronous standby has everything that was acknowledged. After a longer time, we do not believe that it still was one: it may
 * have been away, and the primary may have continued without it.
 */
const believedMs = 15 * 60_000;

/**
 * A promoted standby may lack the last reservations of the old primary, which were sent all the same. So for each bot that may have
 * been running, the most shares that it can have made since then are counted toward its limit. The next listings of its round
 * become unknown: they are not shared again in that round. Does nothing on a timeline that is known.
 */
export async function countMissedShares(given: {
  database: Database;
  clock: Clock;
  meanPauseMs: number;
  log: BotLog;
}): Promise<void> {
  const { database, clock, meanPauseMs, log } = given;
  if (await isTimelineKnown(database)) return;
  await clock.sync?.();
  await database.transaction(
    async (tx) => {
      const promotion = await lockTimeline(tx);
      if (promotion === null) return;
      const most = mostMissed(promotion, meanPauseMs);
      const bots = most === 0 ? 0 : await markAll(tx, { promotion, most, now: clock.now() });
      await adoptTimeline(tx, most);
      const { current: timeline, from, until } = promotion;
      log.warn({ timeline, missedMs: until - from, mostPerBot: most, bots }, message(most));
    },
    { isLong: true },
  );
}

const message = (most: number): string =>
  most === 0
    ? 'Standby promoted, nothing acknowledged is missing'
    : 'Standby promoted, shares that it may have missed count as not confirmed';

/** The most shares of one bot whose reservations may be missing. */
export function mostMissed(
  { from, until, isSynchronous }: Pick<Promotion, 'from' | 'until' | 'isSynchronous'>,
  meanPauseMs: number,
): number {
  if (isSynchronous && until - from <= believedMs) return 0;
  return Math.min(mostSharesIn(until - from + clockSlackMs, meanPauseMs), mostOfDay);
}
/** More than any daily limit. */
const mostOfDay = 100_000;

const batchSize = 1_000;

async function markAll(
  tx: Queryable,
  { promotion, most, now }: { promotion: Promotion; most: number; now: Instant },
): Promise<number> {
  let count = 0;
  for (let after = '0'; ; ) {
    const bots = await readRunningThen(tx, { after, until: promotion.until, limit: batchSize });
    if (bots.length === 0) return count;
    count += bots.length;
    after = bots.at(-1)?.userId ?? after;
    const asks = bots.map(({ userId, timezone, shareDay: day }) => ({
      userId,
      day: laterDay(day, shareDay(now, timezone)),
    }));
    const finished = await markMissed(tx, { asks, most, at: promotion.from });
    const missesRound = new Set(
      bots.filter((bot) => finished.has(bot.userId) && wasDue(bot, promotion)).map(({ userId }) => userId),
    );
    await noteMissedVisits(
      tx,
      bots.filter(({ settings }) => wantsVisits(settings)).map(({ userId }) => userId),
      promotion.until,
    );
    const rows = await lockBotRows(
      tx,
      bots.map(({ userId }) => userId),
    );
    await changeLockedBots(tx, rows, ({ userId }) => ({
      kind: 'missed_counted',
      at: promotion.until,
      missesRound: missesRound.has(userId),
    }));
  }
}

/** Whether a round after the known one may have begun by then. */
function wasDue({ settings, timezone, lastRoundAt }: RunningThen, { from, until }: Promotion): boolean {
  const next = nextRound({ settings, timezone, now: Math.min(from, until), lastRoundAt });
  return next !== null && next.startsAt <= until + clockSlackMs;
}
