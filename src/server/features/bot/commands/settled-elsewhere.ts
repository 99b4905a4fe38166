// Lets a bot go on by itself after its seller has settled elsewhere what it waits for: in the marketplace panel, or in a browser.

import type { PauseReason } from '#domain/bot/bot.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { BotContext } from '../needs/needs.ts';
import { changeBot } from '../state/change-bots.ts';
import { findBot } from '../state/seller.ts';
import { findSettledPauses } from '../state/store.ts';
import { endPause, resume, sayCheckDone } from './resume.ts';

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
