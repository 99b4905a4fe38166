// Takes back what the marketplace's warnings have lowered, on the seller's word.

import { isGentle, restoreLimit } from '#domain/bot/limit/warnings.ts';
import { Failure } from '#domain/failure.ts';
import type { BotContext } from '../needs/needs.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { shareLimitMessage } from '../state/room.ts';
import { limitFor, lockSeller } from '../state/seller.ts';

/**
 * Ends the lower limit and the gentle days. A pause that the marketplace asked for stays; one for today's lower limit ends. Throws
 * `not_lowered`.
 */
export async function restoreOwnLimit(
  { database, clock, activity, wakeWorkers }: BotContext,
  userId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const bot = await lockSeller(tx, userId, now);
    if (bot === null) throw notLowered();
    const { dailyShareLimit } = bot.settings;
    if (limitFor(bot, dailyShareLimit, now).reason === undefined && !isGentle(bot.backoff, now)) throw notLowered();
    const limit = { limit: dailyShareLimit };
    const message = shareLimitMessage(bot.practice === true, limit, bot.timezone);
    const backoff = restoreLimit(bot.backoff);
    await changeLockedBot(tx, bot, { kind: 'limit_restored', now, backoff, limit, message });
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
