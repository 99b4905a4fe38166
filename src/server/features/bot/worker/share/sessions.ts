// The marketplace sessions of a worker's bots: opened for the first share, and saved when an answer has changed them.

import type { BotAccount } from '../../../closet/closet.ts';
import type { RunningBot } from './running-bot.ts';
import type { WorkerState } from './worker-state.ts';

/** The bot's account at the marketplace; null if no closet is linked. */
export async function openSession({ context, semaphore }: WorkerState, bot: RunningBot): Promise<BotAccount | null> {
  const account = await semaphore.run(() => context.closet.openForBot(bot.userId));
  if (account !== null) adoptAccount(bot, account);
  return account;
}

export function adoptAccount(bot: RunningBot, account: BotAccount): void {
  bot.account = account;
  bot.closetRevision = account.revision;
  bot.savedRevision = account.account.revision;
  // The stored token may be the one that was refused for this listing.
  bot.hasToken = account.account.session().token !== undefined && bot.repeating === null;
}

/**
 * Saves the session if it has changed. A session that another call has saved in the meantime wins. While another call uses the account,
 * the bot keeps its own, with a token that it may just have renewed, and saves it later.
 */
export async function saveSession({ saveSession: save }: WorkerState, bot: RunningBot): Promise<void> {
  const held = bot.account;
  if (held === null || held.account.revision === bot.savedRevision) return;
  const savedRevision = held.account.revision;
  const session = held.account.session();
  const saved = await save({ userId: bot.userId, session, revision: bot.closetRevision });
  if (saved.kind === 'overtaken') bot.account = null;
  if (saved.kind !== 'saved') return;
  bot.savedRevision = savedRevision;
  held.revision = saved.revision;
  bot.closetRevision = saved.revision;
}
