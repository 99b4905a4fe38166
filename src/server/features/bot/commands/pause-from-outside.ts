// Pauses a bot because another call of the seller's account (a sync, a price change, an offer) failed at the marketplace.

import { reactTo, readBackoff } from '#domain/bot/backoff.ts';
import { marketplaceName } from '#domain/closet.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { dayBounds } from '#domain/time.ts';
import type { BotContext } from '../needs/needs.ts';
import { pauseForAnyOwner } from '../state/room.ts';
import { lockSeller, shareDayOf } from '../state/seller.ts';
import { readWarningCounts } from '../state/worker-store.ts';

/** The same rules as for a share decide. Failures that the next share can solve are left to it. */
export async function pauseFromOutside(
  { database, clock, activity, notifySeller, breaker }: BotContext,
  userId: string,
  failure: MarketFailure,
): Promise<void> {
  await database.transaction(async (tx) => {
    const seller = await lockSeller(tx, userId);
    if (seller === null) return;
    const { bot } = seller;
    const now = clock.now();
    const { backoff, reaction } = reactTo({
      result: failure,
      operation: 'probe',
      backoff: readBackoff(bot.backoff),
      facts: {
        now,
        day: shareDayOf(bot, now),
        dayEndsAt: dayBounds(shareDayOf(bot, now), bot.timezone).endsAt,
        ...(await readWarningCounts(tx, userId, now)),
        marketplace: marketplaceName(bot.practice === true),
        isByBrowser: bot.transport === 'browser',
        hasPassword: true,
        alreadyRetried: false,
      },
    });
    if (reaction.kind !== 'pause') return;
    const { reason, message, resumesAt } = reaction;
    const pause = await pauseForAnyOwner(tx, { userId, pause: { reason, message, at: now, resumesAt }, backoff });
    if (pause === null) return;
    await activity.record(tx, { userId, action: 'BOT_PAUSED', details: pause.message });
    await notifySeller(tx, userId, pause);
    const isByBrowser = bot.transport === 'browser';
    await breaker.note(tx, { userId, practice: bot.practice === true, isByBrowser, reason });
  });
}
