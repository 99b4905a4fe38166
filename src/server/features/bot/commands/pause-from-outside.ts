// Pauses a bot for what another call of the seller's account met at the marketplace: a sync, a price, an offer.

import { reactTo, readBackoff } from '#domain/bot/backoff.ts';
import { limitInForce } from '#domain/bot/limit.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { settingsOf } from '../state/store.ts';
import { confirmedShares } from '../state/worker-store.ts';
import { type CommandContext, lockSeller, shareDayOf } from './context.ts';

/** The same rules as for a share decide. What a share can put right itself is left to it. */
export async function pauseFromOutside(
  { database, clock, activity, notifySeller }: Omit<CommandContext, 'closet' | 'listings'>,
  userId: string,
  failure: MarketFailure,
): Promise<void> {
  await database.transaction(async (tx) => {
    const seller = await lockSeller(tx, userId);
    if (seller === null) return;
    const { row, bot } = seller;
    const now = clock.now();
    const day = shareDayOf(bot, now);
    const confirmed = await confirmedShares(tx, { userId, day, now });
    const { backoff, reaction } = reactTo({
      result: failure,
      operation: 'probe',
      backoff: readBackoff(bot.backoff),
      facts: {
        now,
        day,
        confirmedToday: confirmed.today,
        confirmed24h: confirmed.last24h,
        hasPassword: true,
        alreadyRetried: false,
      },
    });
    if (reaction.kind !== 'pause') return;
    const { reason, message, resumesAt } = reaction;
    const { dailyShareLimit } = settingsOf(bot);
    const paused = await changeLockedBot(tx, row, {
      kind: 'paused_from_outside',
      pause: { reason, message, at: now, resumesAt },
      backoff,
      limit: limitInForce({ dailyShareLimit, backoff, day, now }),
    });
    if (paused.kind === 'impossible') return;
    await activity.record(tx, { userId, action: 'BOT_PAUSED', details: message });
    await notifySeller(tx, userId, { reason, message, at: now });
  });
}
