// Stops bots: one for its seller, or all of them for the operator. Pauses one because another call of its seller's account (a reading, a
// price change, an offer) failed at the marketplace.

import { reactTo } from '#domain/bot/backoff.ts';
import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { dayBounds } from '#domain/time.ts';
import type { BotContext } from '../needs/needs.ts';
import { roundWords } from '../reports/reports.ts';
import { endRounds } from '../rounds/store.ts';
import { changeLockedBot, inTransaction, lockBotRow } from '../state/bot-row.ts';
import { roundOf } from '../state/events.ts';
import { pauseForAnyOwner } from '../state/room.ts';
import { lockSeller, shareDayOf } from '../state/seller.ts';
import { findRunning } from '../state/store.ts';
import { readWarningCounts } from '../state/worker-store.ts';

/** `startedBefore`: leaves a bot running that the seller started at that moment or later. */
export type BotStopAsk = { startedBefore?: Instant };

export async function stop(context: BotContext, userId: string, ask: BotStopAsk = {}): Promise<void> {
  if (!(await stopBot(context, userId, ask))) throw new Failure('not_running', 'The bot isn’t running.');
}

/** Called before the closet is disconnected or replaced. Stops the bot if it is running. */
export async function stopForDisconnect(
  context: BotContext,
  userId: string,
  because: 'disconnected' | 'replaced',
): Promise<void> {
  await stopBot(context, userId, {
    details: because === 'disconnected' ? 'You disconnected the closet' : 'You switched to another closet',
  });
}

/** Resolves to the number of bots that were running. */
export async function stopAll(context: BotContext): Promise<number> {
  const details = 'Your administrator stopped all bots';
  let stopped = 0;
  for (const userId of await findRunning(context.database))
    if (await stopBot(context, userId, { details, isByOperator: true })) stopped += 1;
  return stopped;
}

/** Stops a running bot, or cancels its planned start. Resolves to false if there is neither. */
async function stopBot(
  { database, clock, activity, notifySeller }: BotContext,
  userId: string,
  { startedBefore, details, isByOperator = false }: BotStopAsk & { details?: string; isByOperator?: boolean } = {},
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await lockBotRow(tx, userId);
    if (startedBefore !== undefined && (row?.startedBySellerAt ?? startedBefore - 1) >= startedBefore)
      throw new Failure(
        'started_since',
        'You started the bot again after you pressed Stop Bot here, so it keeps running. To stop it, press Stop Bot again.',
      );
    if (row === null || (await changeLockedBot(tx, row, { kind: 'stop' })) === null) return false;
    const at = clock.now();
    const roundId = roundOf(row.phase);
    const ends = roundId === null ? [] : [{ userId, roundId, state: 'stopped' as const, at }];
    for (const sums of (await endRounds(tx, ends)).values())
      await activity.record(tx, { userId, action: 'ROUND_FINISHED', details: roundWords('stopped', sums) });
    const text = details ?? (row.phase.state === 'stopped' ? 'It won’t start again the next day' : null);
    await activity.record(tx, { userId, action: 'BOT_STOPPED', ...(text !== null && { details: text }) });
    if (isByOperator) await notifySeller(tx, userId, { reason: 'stopped_by_operator', message: `${details}.`, at });
    return true;
  });
}

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
