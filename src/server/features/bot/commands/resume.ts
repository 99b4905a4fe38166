// Ends a pause on the seller's word. Asks the marketplace first, so that the seller knows at once if the bot would only pause again.

import { restPauses } from '#domain/bot/bot.ts';
import { mayTryAfterCheck, resetFailures, triesOn, tryAfterCheck } from '#domain/bot/limit/warnings.ts';
import { pauseMessage } from '#domain/bot/pause-messages.ts';
import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { BotContext } from '../needs/needs.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { findSeller, lockOrMakeSeller, lockSeller, type SellerBot, shareDayOf } from '../state/seller.ts';

/** Throws `not_found`, `not_paused`, `human_check_required`, and the marketplace's failures. */
export async function resume(context: BotContext, userId: string): Promise<void> {
  const pausedAt = await beginTry(context, userId);
  const seen = await context.closet.withLiveAccount(userId, (account) => account.probe());
  if (seen.kind !== 'ok') throw await context.closet.failureOf(userId, seen);
  await endPause(context, userId, pausedAt);
}

/**
 * Resolves to when the pause began that the seller wants to end. A try after a human check is counted here, under the row's lock
 * and before the marketplace is asked, so that at most three a day get through, even if many arrive at once.
 */
async function beginTry({ database, clock }: BotContext, userId: string): Promise<Instant> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    const bot = await lockSeller(tx, userId, now);
    if (bot === null) {
      await findSeller(tx, userId, now);
      throw notPaused();
    }
    if (bot.phase.state !== 'paused') throw notPaused();
    const { reason, at } = bot.phase.pause;
    if (restPauses.includes(reason))
      throw new Failure('not_paused', 'This pause can’t be cut short. Sharing resumes on its own. No action needed.');
    if (reason !== 'human_check') return at;
    if (await countTry(tx, bot, now)) return at;
    const { backoff } = bot;
    throw new Failure(
      'human_check_required',
      pauseMessage('human_check', {
        marketplace: marketplaceName(bot.practice === true),
        check: { isStillOpen: backoff.openChecks > 0, tries: triesOn(backoff, shareDayOf(bot, now)) },
        isByBrowser: bot.transport === 'browser',
      }),
    );
  });
}

/** Counts that the seller says that a human check is done. Resolves to false if they have said so often enough today. */
async function countTry(tx: Queryable, bot: SellerBot, now: Instant): Promise<boolean> {
  const day = shareDayOf(bot, now);
  if (!mayTryAfterCheck(bot.backoff, day)) return false;
  await changeLockedBot(tx, bot, { kind: 'check_try_counted', backoff: tryAfterCheck(bot.backoff, day) });
  return true;
}

const shownByNextWrite = 'You’re signed in, but only a share or a price change shows whether the check is done.';

/**
 * The same for a bot that isn't paused: its next share, or the next price change, shows whether the check is done. Resolves to what the
 * seller reads about that.
 */
export async function sayCheckDone({ database, clock, closet }: BotContext, userId: string): Promise<Failure> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    const bot = await lockOrMakeSeller(tx, userId, now);
    if (!(await countTry(tx, bot, now)))
      return new Failure(
        'human_check_required',
        `The check may still be open at ${marketplaceName(bot.practice === true)}. You’ve said three times today that it’s done, so leave it alone for now. Try again tomorrow.`,
      );
    const message =
      bot.phase.state === 'stopped'
        ? `${shownByNextWrite} Change a price or press Start Bot. Hangtag sends one, and stops if the check is still open.`
        : `${shownByNextWrite} The next one does.`;
    await closet.noteCheckSaidDone(tx, userId, message);
    return new Failure('human_check_required', message);
  });
}

/** Resolves to true if the bot goes on. Throws `not_paused` if it was stopped or paused again in the meantime. */
export async function endPause(
  { database, clock, activity, closet, wakeWorkers }: BotContext,
  userId: string,
  pausedAt: Instant,
  details?: string,
): Promise<boolean> {
  const isResumed = await database.transaction(async (tx) => {
    const now = clock.now();
    const bot = await lockSeller(tx, userId, now);
    if (bot === null) throw notPaused();
    const { phase } = bot;
    // The sign-in that this call needed has ended the pause already.
    if (phase.state !== 'paused' && phase.state !== 'stopped') return false;
    const backoff = resetFailures(bot.backoff);
    const resumed = await changeLockedBot(tx, bot, { kind: 'resume', now, pausedAt, backoff });
    if (resumed === null) throw notPaused();
    await closet.noteSignedIn(tx, userId);
    if (phase.state === 'paused' && phase.pause.reason === 'human_check')
      await closet.noteCheckSaidDone(tx, userId, `${shownByNextWrite} The next one does.`);
    await activity.record(tx, { userId, action: 'BOT_RESUMED', ...(details !== undefined && { details }) });
    return true;
  });
  if (isResumed) wakeWorkers();
  return isResumed;
}

const notPaused = (): Failure => new Failure('not_paused', 'The bot isn’t paused.');
