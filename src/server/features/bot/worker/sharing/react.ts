// Does what the rules say after a call: renews the token, signs in again, waits, or pauses.

import { type Backoff, type Operation, reactTo } from '#domain/bot/backoff.ts';
import { marketplaceName } from '#domain/closet.ts';
import type { MarketAccount, MarketFailure, MarketListing } from '#domain/ports/marketplace.ts';
import type { Closet } from '../../../closet/closet.ts';
import type { Next, Pause, PendingPause, RunningBot } from '../../rounds/running-bot.ts';
import type { WarningCounts } from '../../state/worker-store.ts';
import { readAgainNow, type SharingContext } from './context.ts';

type Reacted = {
  reaction: ReturnType<typeof reactTo>['reaction'];
  backoff: Backoff;
  /** For a warning, whose limit follows from what only the database counts. */
  backoffFor?: (counts: WarningCounts) => Backoff;
};

/** What the rules say about the end of a call. Pure. */
export function react(
  { clock, random }: SharingContext,
  bot: RunningBot,
  result: MarketFailure | { kind: 'ok' },
  call: {
    operation: Operation;
    alreadyRetried: boolean;
    availability?: MarketListing['availability'];
  },
): Reacted {
  const { operation, ...more } = call;
  const { backoff, day, dayEndsAt } = bot;
  const marketplace = marketplaceName(bot.practice);
  const now = clock.now();
  const { isByBrowser } = bot;
  const hasPassword = bot.account?.hasPassword ?? false;
  const stepFor = (counts: WarningCounts) =>
    reactTo({
      result,
      operation,
      backoff,
      facts: { now, day, dayEndsAt, ...counts, marketplace, isByBrowser, hasPassword, random, ...more },
    });
  const step = stepFor({ confirmed24h: 0, activeListings: 0 });
  if (result.kind !== 'rate_limited' && result.kind !== 'human_check') return step;
  return { ...step, backoffFor: (counts) => stepFor(counts).backoff };
}

export const pendingPauseOf = (
  { reason, resumesAt, message }: Pause,
  { backoff, backoffFor }: Reacted,
): PendingPause => ({ reason, resumesAt, message, backoff, ...(backoffFor && { backoffFor }) });

/** Does what the rules say, after the new backoff was saved. */
export async function followReaction(context: SharingContext, bot: RunningBot, reacted: Reacted): Promise<Next> {
  const { reaction } = reacted;
  switch (reaction.kind) {
    case 'continue':
    case 'retry':
      return bot.nextShareAt;
    case 'wait':
      bot.nextShareAt = Math.max(bot.nextShareAt, reaction.until);
      return bot.nextShareAt;
    case 'sign_in':
      return (await signInAgain(context, bot)) ?? bot.nextShareAt;
    case 'pause':
      await context.pauses.pause(bot, pendingPauseOf(reaction, reacted));
      return 'gone';
  }
}

/** Loads the page that contains token and identity. Resolves to null if sharing can continue. */
export async function renewToken(
  context: SharingContext,
  bot: RunningBot,
  account: MarketAccount,
): Promise<Next | null> {
  const result = await account.bootstrap();
  if (result.kind === 'ok') {
    bot.hasToken = true;
    if (bot.round !== null) bot.round.needsPage = false;
    await context.sessions.save(bot);
    return null;
  }
  return afterCall(context, bot, result, 'bootstrap');
}

/** Signs in once with the stored password. Resolves to null if sharing can continue. */
async function signInAgain(context: SharingContext, bot: RunningBot): Promise<Next | null> {
  const { account } = bot;
  if (account === null) return readAgainNow(context, bot);
  const signedIn = await context.closet.signInAgain(bot.userId, account);
  if (signedIn.kind === 'ok') {
    context.sessions.adopt(bot, signedIn.bot);
    return null;
  }
  bot.isStale = true;
  return afterCall(context, bot, failureOfSignIn(signedIn), 'sign_in');
}

async function afterCall(
  context: SharingContext,
  bot: RunningBot,
  result: MarketFailure,
  operation: 'bootstrap' | 'sign_in',
): Promise<Next> {
  context.breaker.answered(bot, false);
  const reacted = react(context, bot, result, { operation, alreadyRetried: true });
  const { reaction } = reacted;
  if (reaction.kind === 'wait') bot.nextShareAt = Math.max(bot.nextShareAt, reaction.until);
  // Stores the pause together with the backoff and the session.
  if (reaction.kind !== 'pause') {
    await context.pauses.updateLimit(bot, reacted.backoff);
    await context.sessions.save(bot);
  }
  return followReaction(context, bot, reacted);
}

type SignInEnd = Exclude<Awaited<ReturnType<Closet['signInAgain']>>, { kind: 'ok' }>;

/** The rules need the marketplace's own answer: a sign-in that it limits, or whose answer was lost, must not be sent again at once. */
const failureOfSignIn = (end: SignInEnd): MarketFailure =>
  end.kind === 'no_password'
    ? { kind: 'session_expired', message: 'There is no password to sign in with.' }
    : end.failure;
