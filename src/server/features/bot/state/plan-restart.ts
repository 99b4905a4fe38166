// Plans when a bot that stopped itself at its daily limit starts itself again.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { changeLockedBot } from './change-bots.ts';
import { readRoomAgainAt } from './room.ts';
import { lockSeller, shareDayOf } from './seller.ts';
import { settingsOf } from './store.ts';

/**
 * Uses the stored settings, limit, and time zone. A start that is already planned moves with them or is canceled. A new one is
 * planned only if `isNew` says that the bot has just reached its limit or `resumeDaily` was just turned on. Resolves to the
 * planned time, or to null if the bot is running or stays stopped.
 */
export async function planRestart(
  tx: Queryable,
  userId: string,
  { now, isNew }: { now: Instant; isNew: boolean },
): Promise<Instant | null> {
  const seller = await lockSeller(tx, userId);
  if (seller === null) return null;
  const { row, bot } = seller;
  const { resumeDaily, dailyShareLimit } = settingsOf(bot);
  if (row.phase.state !== 'stopped' || row.limitReachedAt === null) return null;
  const isWanted = resumeDaily && (isNew || row.startsAgainAt !== null);
  const { timezone, rollingUntil } = bot;
  const shareDay = { userId, timezone, day: shareDayOf(bot, now), rollingUntil, limit: dailyShareLimit, now };
  // A higher limit that leaves room today is no reason to start before the announced day.
  const at = isWanted ? ((await readRoomAgainAt(tx, shareDay)) ?? row.startsAgainAt) : null;
  if (at !== row.startsAgainAt) await changeLockedBot(tx, row, { kind: 'restart_planned', at });
  return at;
}
