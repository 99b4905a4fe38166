// Lets a bot resume after its seller's browser is back, or after the seller has dealt with a sign-in or a check there.

import type { PauseReason } from '#domain/bot/bot.ts';
import { Failure } from '#domain/failure.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { changeBot } from '../state/change-bots.ts';
import { findBot } from '../state/store.ts';
import type { CommandContext } from './context.ts';
import { resume } from './resume.ts';

/** Pauses that a seller ends in the browser. */
const endedInBrowser: readonly PauseReason[] = ['session_expired', 'human_check'];

/** Called with every poll of a browser, so it reads before it locks. */
export async function onBrowserAwake(context: CommandContext, userId: string): Promise<void> {
  const { database, clock, activity, wakeWorkers } = context;
  if ((await findBot(database, userId))?.state !== 'waiting_for_browser') return;
  const isBack = await database.transaction(async (tx) => {
    const done = await changeBot(tx, userId, { kind: 'browser_back', now: clock.now() });
    if (done?.kind !== 'changed') return false;
    await activity.record(tx, { userId, action: 'BROWSER_BACK' });
    return true;
  });
  if (isBack) wakeWorkers();
}

/** Resolves to true if the bot tries to resume. By a job, because asking the marketplace takes a poll of the same browser. */
export async function onBrowserReady(
  { database }: CommandContext,
  queue: Pick<Queue, 'put'>,
  userId: string,
): Promise<boolean> {
  const isPaused = await isPausedForSeller({ database }, userId);
  if (isPaused) await queue.put('bot.resume', { userId }, { key: userId });
  return isPaused;
}

/** If the marketplace still asks for something, the pause stays, and the seller sees why. */
export async function resumeAfterSeller(context: CommandContext, userId: string): Promise<void> {
  if (!(await isPausedForSeller(context, userId))) return;
  await resume(context, userId).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}

async function isPausedForSeller({ database }: Pick<CommandContext, 'database'>, userId: string): Promise<boolean> {
  const bot = await findBot(database, userId);
  return bot?.state === 'paused' && bot.pauseReason !== null && endedInBrowser.includes(bot.pauseReason);
}
