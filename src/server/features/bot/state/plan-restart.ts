// Plans when a bot that stopped itself at its daily limit starts itself again.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { readRoomAgainAt } from './room.ts';
import { changeSeller, type SellerBot, shareDayOf } from './seller.ts';

/**
 * By the settings, limit, and time zone of the locked bot. A start that is already planned moves with them or is canceled. A new one is
 * planned only if `isNew` says that the bot has just reached its limit or `resumeDaily` was just turned on. Resolves to the bot as it
 * is then.
 */
export async function planRestart(
  tx: Queryable,
  bot: SellerBot,
  { now, isNew }: { now: Instant; isNew: boolean },
): Promise<SellerBot> {
  const { startsAgainAt, settings } = bot;
  if (bot.phase.state !== 'stopped' || bot.limitReachedAt === null) return bot;
  const isWanted = settings.resumeDaily && (isNew || startsAgainAt !== null);
  const shareDay = { ...bot, day: shareDayOf(bot, now), limit: settings.dailyShareLimit, now };
  // A higher limit that leaves room today is no reason to start before the announced day.
  const at = isWanted ? ((await readRoomAgainAt(tx, shareDay)) ?? startsAgainAt) : null;
  if (at === startsAgainAt) return bot;
  return (await changeSeller(tx, bot, { kind: 'restart_planned', at })) ?? bot;
}
