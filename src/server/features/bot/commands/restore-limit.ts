// Takes back what the marketplace's warnings have lowered, on the seller's word.

import { isGentle, readBackoff, restoreLimit } from '#domain/bot/backoff.ts';
import { Failure } from '#domain/failure.ts';
import type { BotContext } from '../needs/needs.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { shareLimitMessage } from '../state/room.ts';
import { limitFor, lockSeller } from '../state/seller.ts';
import { settingsOf } from '../state/store.ts';

/**
 * Ends the lower limit and the gentle days. A pause that the marketplace asked for stays; one for today's lower limit ends. Throws
 * `not_lowered`.
 */
export async function restoreOwnLimit(
  { database, clock, activity, wakeWorkers }: BotContext,
  userId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const seller = await lockSeller(tx, userId);
    if (seller === null) throw notLowered();
    const { row, bot } = seller;
    const now = clock.now();
    const { dailyShareLimit } = settingsOf(bot);
    const before = readBackoff(bot.backoff);
    if (limitFor(bot, dailyShareLimit, now).reason === undefined && !isGentle(before, now)) throw notLowered();
    const limit = { limit: dailyShareLimit };
    const message = shareLimitMessage(bot.practice === true, limit, bot.timezone);
    await changeLockedBot(tx, row, { kind: 'limit_restored', now, backoff: restoreLimit(before), limit, message });
    const own = dailyShareLimit.toLocaleString('en-US');
    await activity.record(tx, {
      userId,
      action: 'LIMIT_RESTORED',
      details: `You took back your own limit of ${own} shares a day`,
    });
  });
  wakeWorkers();
}

const notLowered = (): Failure =>
  new Failure('not_lowered', 'Your own daily limit applies already. No warning has lowered it.');
