// Pauses a bot because another call of the seller's account (a sync, a price change, an offer) failed at the marketplace.

import { type Backoff, reactTo, readBackoff } from '#domain/bot/backoff.ts';
import { limitInForce } from '#domain/bot/limit/limit.ts';
import { marketplaceName } from '#domain/closet.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import type { Pause } from '../state/events.ts';
import { endWithRoom } from '../state/room.ts';
import { settingsOf } from '../state/store.ts';
import { confirmedIn24Hours } from '../state/worker-store.ts';
import { type CommandContext, lockSeller, shareDayOf } from './context.ts';

/** The same rules as for a share decide. Failures that the next share can solve are left to it. */
export async function pauseFromOutside(
  { database, clock, activity, notifySeller, breaker }: Omit<CommandContext, 'closet' | 'listings'>,
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
        confirmed24h: await confirmedIn24Hours(tx, userId, now),
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

/**
 * Stores a pause and the limit that follows from it, no matter which worker owns the bot, because the marketplace's answer
 * applies to the account. Resolves to the pause with its real end, or to null if the bot is already stopped or paused.
 */
export async function pauseForAnyOwner(
  tx: Queryable,
  { userId, pause, backoff }: { userId: string; pause: Pause; backoff: Backoff },
): Promise<Pause | null> {
  const seller = await lockSeller(tx, userId);
  if (seller === null) return null;
  const { row, bot } = seller;
  const { dailyShareLimit } = settingsOf(bot);
  const limit = limitInForce({ dailyShareLimit, backoff, now: pause.at });
  const { timezone, rollingUntil } = bot;
  const day = shareDayOf(bot, pause.at);
  const ended = await endWithRoom(tx, pause, {
    userId,
    practice: bot.practice === true,
    isByBrowser: bot.transport === 'browser',
    timezone,
    day,
    rollingUntil,
    limit: limit.limit,
    now: pause.at,
  });
  const paused = await changeLockedBot(tx, row, { kind: 'paused_from_outside', pause: ended, backoff, limit });
  return paused.kind === 'changed' ? ended : null;
}
