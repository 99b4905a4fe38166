// Ends a pause on the seller's word, or by itself after its seller has settled elsewhere what it waits for: in the marketplace panel, or
// in a browser.

import { type PauseReason, restPauses } from '#domain/bot/bot.ts';
import { mayTryAfterCheck, resetFailures, triesOn, tryAfterCheck } from '#domain/bot/limit/warnings.ts';
import { pauseMessage } from '#domain/bot/pause-messages.ts';
import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { BotContext } from '../needs/needs.ts';
import { changeBot, changeLockedBot } from '../state/bot-row.ts';
import { findBot, findSeller, lockOrMakeSeller, lockSeller, type SellerBot, shareDayOf } from '../state/seller.ts';
import { findSettledPauses } from '../state/store.ts';

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
async function endPause(
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

/** What a sign-in settles. A marketplace that answered it is not down anymore. */
const settledBySignIn: readonly PauseReason[] = [
  'session_expired',
  'credentials_rejected',
  'code_required',
  'marketplace_unavailable',
];
const settledInBrowser: readonly PauseReason[] = [...settledBySignIn, 'human_check'];

/** Called with every poll of a browser, so it reads before it locks. */
export async function onBrowserAwake(context: BotContext, userId: string): Promise<void> {
  const { database, clock, activity, wakeWorkers } = context;
  if ((await findBot(database, userId, clock.now()))?.phase.state !== 'waiting_for_browser') return;
  const isBack = await database.transaction(async (tx) => {
    const done = await changeBot(tx, userId, { kind: 'browser_back', now: clock.now() });
    if (done === null) return false;
    await activity.record(tx, { userId, action: 'BROWSER_BACK' });
    return true;
  });
  if (isBack) wakeWorkers();
}

/**
 * The marketplace has just accepted the seller's sign-in: after a link, a code, a test, or any other call. A bot that waits for it
 * goes on. Resolves to true if it does.
 */
export async function onSignedIn(context: BotContext, userId: string): Promise<boolean> {
  await onBrowserAwake(context, userId);
  const pause = await pauseOf(context, userId);
  // Only a share shows whether a check is done.
  if (pause?.reason === 'human_check') await context.queue.put('bot.resume', { userId }, { key: userId });
  if (pause === null || !settledBySignIn.includes(pause.reason)) return false;
  return goOn(context, userId, pause.at);
}

/** For a bot whose pause was settled by a process that ended before it could say so. */
export async function resumeSettled(context: BotContext): Promise<void> {
  for (const { userId, pausedAt } of await findSettledPauses(context.database, settledBySignIn))
    await goOn(context, userId, pausedAt);
}

const goOn = (context: BotContext, userId: string, pausedAt: Instant): Promise<boolean> =>
  endPause(context, userId, pausedAt, 'Your closet is connected again').catch((error: unknown) => {
    if (error instanceof Failure) return false;
    throw error;
  });

/**
 * Resolves to true if the bot tries to resume. By a job, because asking the marketplace takes a poll of the same browser. While no bot
 * is paused for an open human check, the next write may show that it is done.
 */
export async function onBrowserReady(context: BotContext, userId: string): Promise<boolean> {
  const pause = await pauseOf(context, userId);
  const isSettled = pause !== null && settledInBrowser.includes(pause.reason);
  if (isSettled) await context.queue.put('bot.resume', { userId }, { key: userId });
  else if ((await context.closet.summary(userId))?.hasOpenCheck) await sayCheckDone(context, userId);
  return isSettled;
}

/** If the marketplace still asks for something, the pause stays, and the seller sees why. */
export async function resumeAfterSeller(context: BotContext, userId: string): Promise<void> {
  const pause = await pauseOf(context, userId);
  if (pause === null || !settledInBrowser.includes(pause.reason)) return;
  await resume(context, userId).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}

async function pauseOf({ database, clock }: BotContext, userId: string) {
  const phase = (await findBot(database, userId, clock.now()))?.phase;
  return phase?.state === 'paused' ? phase.pause : null;
}
