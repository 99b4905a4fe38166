// Pauses a bot because another call of the seller's account (a reading, a price change, an offer) failed at the marketplace.

import { reactTo } from '#domain/bot/backoff.ts';
import { marketplaceName } from '#domain/closet.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { dayBounds } from '#domain/time.ts';
import type { BotContext } from '../needs/needs.ts';
import { inTransaction } from '../state/change-bots.ts';
import { pauseForAnyOwner } from '../state/room.ts';
import { lockSeller, shareDayOf } from '../state/seller.ts';
import { readWarningCounts } from '../state/worker-store.ts';

/**
 * The same rules as for a share decide. Failures that the next share can solve are left to it. A reading has already renewed the session
 * and signed in again where that was possible. Where it finds the marketplace down or changed, the round begins with what is known.
 */
export async function pauseFromOutside(
  { clock, random, activity, notifySeller, breaker }: BotContext,
  db: Queryable,
  { userId, failure, of }: { userId: string; failure: MarketFailure; of?: 'reading' | undefined },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const bot = await lockSeller(tx, userId, now);
    if (bot === null) return;
    const isByBrowser = bot.transport === 'browser';
    const { backoff, reaction } = reactTo({
      result: failure,
      operation: of === 'reading' ? 'sign_in' : 'probe',
      backoff: bot.backoff,
      facts: {
        now,
        day: shareDayOf(bot, now),
        dayEndsAt: dayBounds(shareDayOf(bot, now), bot.timezone).endsAt,
        ...(await readWarningCounts(tx, userId, now)),
        marketplace: marketplaceName(bot.practice === true),
        isByBrowser,
        hasPassword: true,
        alreadyRetried: of === 'reading',
        random,
      },
    });
    if (reaction.kind !== 'pause') return;
    const { reason, message, resumesAt } = reaction;
    if (of === 'reading' && (reason === 'marketplace_unavailable' || reason === 'marketplace_changed')) return;
    const pause = await pauseForAnyOwner(tx, bot, { pause: { reason, message, at: now, resumesAt }, backoff });
    if (pause === null) return;
    await activity.record(tx, { userId, action: 'BOT_PAUSED', details: pause.message });
    await notifySeller(tx, userId, pause);
    const caller = { userId, practice: bot.practice === true, isByBrowser };
    breaker.answered(caller, false);
    await breaker.note(tx, { ...caller, reason });
  });
}
