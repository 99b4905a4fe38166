// Renews a session at the marketplace: loads the page with a new token, and signs in again.

import type { MarketAccount, MarketFailure } from '#domain/ports/marketplace.ts';
import { pauseBot, react, updateLimit } from './pauses.ts';
import type { Next, RunningBot } from './running-bot.ts';
import { adoptAccount, saveSession } from './sessions.ts';
import type { WorkerState } from './worker-state.ts';

/** Loads the page that contains token and identity. Resolves to null if sharing can continue. */
export async function loadPage(worker: WorkerState, bot: RunningBot, account: MarketAccount): Promise<Next | null> {
  const result = await account.bootstrap();
  if (result.kind !== 'ok') return afterFailedCall(worker, bot, result, 'bootstrap');
  bot.hasToken = true;
  if (bot.round !== null) bot.round.needsPage = false;
  await saveSession(worker, bot);
  return null;
}

/** Signs in once with the stored password. */
export async function signInAgain(worker: WorkerState, bot: RunningBot): Promise<Next> {
  const { clock, closet } = worker.context;
  bot.needsSignIn = false;
  if (bot.account === null) {
    bot.isStale = true;
    return clock.now();
  }
  const signedIn = await closet.signInAgain(bot.userId, bot.account);
  if (signedIn.kind === 'ok') {
    adoptAccount(bot, signedIn.bot);
    return bot.nextShareAt;
  }
  bot.isStale = true;
  // The rules need the marketplace's own answer: a sign-in that it limits, or whose answer was lost, must not be sent again at once.
  const failure: MarketFailure =
    signedIn.kind === 'failed'
      ? signedIn.failure
      : { kind: 'session_expired', message: 'There is no password to sign in with.' };
  return afterFailedCall(worker, bot, failure, 'sign_in');
}

export async function afterFailedCall(
  worker: WorkerState,
  bot: RunningBot,
  failure: MarketFailure,
  operation: 'bootstrap' | 'sign_in',
): Promise<Next> {
  const { breaker, clock } = worker.context;
  breaker.answered(bot, false);
  const { reaction, backoff, pause } = react(worker, bot, failure, { operation, alreadyRetried: true });
  if (pause !== null) return pauseBot(worker, bot, pause);
  if (reaction.kind === 'wait') bot.nextShareAt = Math.max(bot.nextShareAt, reaction.until);
  if (reaction.kind === 'sign_in') bot.needsSignIn = true;
  await updateLimit(worker, bot, backoff);
  await saveSession(worker, bot);
  return bot.needsSignIn ? clock.now() : bot.nextShareAt;
}
