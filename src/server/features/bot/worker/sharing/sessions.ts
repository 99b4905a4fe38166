// The marketplace sessions of a worker's bots: opened for the first share, and saved when an answer has changed them.

import type { BotAccount, Closet } from '../../../closet/closet.ts';
import type { RunningBot } from '../../rounds/running-bot.ts';

export type Sessions = {
  /** The account at the marketplace; null if no closet is linked. */
  open(bot: RunningBot): Promise<BotAccount | null>;
  /** Continues with this account. */
  adopt(bot: RunningBot, account: BotAccount): void;
  /**
   * Saves the session if it has changed. A session that another call has saved in the meantime wins. While another call uses the
   * account, the bot keeps its own, with a token that it may just have renewed, and saves it later.
   */
  save(bot: RunningBot): Promise<void>;
};

export function createSessions(closet: {
  openForBot: Closet['openForBot'];
  saveFromBot: (kept: Parameters<Closet['saveFromBot']>[1]) => ReturnType<Closet['saveFromBot']>;
}): Sessions {
  const adopt: Sessions['adopt'] = (bot, account) => {
    bot.account = account;
    bot.closetRevision = account.revision;
    bot.savedRevision = account.account.revision;
    // The stored token may be the one that was refused for this listing.
    bot.hasToken = account.account.session().token !== undefined && bot.repeating === null;
  };
  return {
    adopt,
    async open(bot) {
      if (bot.account !== null) return bot.account;
      const account = await closet.openForBot(bot.userId);
      if (account !== null) adopt(bot, account);
      return account;
    },
    async save(bot) {
      const held = bot.account;
      if (held === null || held.account.revision === bot.savedRevision) return;
      const savedRevision = held.account.revision;
      const session = held.account.session();
      const saved = await closet.saveFromBot({ userId: bot.userId, session, revision: bot.closetRevision });
      if (saved.kind === 'overtaken') bot.account = null;
      if (saved.kind !== 'saved') return;
      bot.savedRevision = savedRevision;
      held.revision = saved.revision;
      bot.closetRevision = saved.revision;
    },
  };
}
