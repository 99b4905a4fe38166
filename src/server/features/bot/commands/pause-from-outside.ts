// Pauses a bot for what another call of the seller's account met at the marketplace: a sync, a price, an offer.

import { type Backoff, reactTo, readBackoff } from '#domain/bot/backoff.ts';
import { limitInForce } from '#domain/bot/limit.ts';
import { marketplaceName } from '#domain/closet.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { settingsOf } from '../state/store.ts';
import type { Pause } from '../state/transitions.ts';
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
    const { bot } = seller;
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
        marketplace: marketplaceName(bot.practice === true),
        hasPassword: true,
        alreadyRetried: false,
      },
    });
    if (reaction.kind !== 'pause') return;
    const { reason, message, resumesAt } = reaction;
    if (!(await pauseWhoeverWorks(tx, { userId, pause: { reason, message, at: now, resumesAt }, backoff }))) return;
    await activity.record(tx, { userId, action: 'BOT_PAUSED', details: message });
    await notifySeller(tx, userId, { reason, message, at: now });
  });
}

/**
 * Writes a pause, and the limit that follows from it, whoever works for the bot: what the marketplace said holds for the
 * account. False: the bot is stopped or paused already.
 */
export async function pauseWhoeverWorks(
  tx: Queryable,
  { userId, pause, backoff }: { userId: string; pause: Pause; backoff: Backoff },
): Promise<boolean> {
  const seller = await lockSeller(tx, userId);
  if (seller === null) return false;
  const { row, bot } = seller;
  const { dailyShareLimit } = settingsOf(bot);
  const limit = limitInForce({ dailyShareLimit, backoff, day: shareDayOf(bot, pause.at), now: pause.at });
  const paused = await changeLockedBot(tx, row, { kind: 'paused_from_outside', pause, backoff, limit });
  return paused.kind === 'changed';
}
