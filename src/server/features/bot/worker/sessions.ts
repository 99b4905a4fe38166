import type { BotAccount, Closet } from '../../closet/closet.ts';
import type { RunningBot } from './running-bot.ts';

export type Jars = {
  /** The account at the marketplace; null where no closet is linked. */
  open(bot: RunningBot): Promise<BotAccount | null>;
  /** Goes on with this account. */
  adopt(bot: RunningBot, account: BotAccount): void;
  /** Writes the jar where it has moved. Where somebody else wrote another one meanwhile, that one is right. */
  keep(bot: RunningBot): Promise<void>;
};

/** The signed-in sessions of a worker's bots: opened at the first share, kept where an answer changed them. */
export function createJars(closet: Pick<Closet, 'openForBot' | 'saveFromBot'>): Jars {
  const adopt: Jars['adopt'] = (bot, account) => {
    bot.account = account;
    bot.closetRevision = account.revision;
    bot.keptJar = account.account.revision;
    bot.hasToken = account.account.session().token !== undefined;
  };
  return {
    adopt,
    async open(bot) {
      if (bot.account !== null) return bot.account;
      const account = await closet.openForBot(bot.userId);
      if (account !== null) adopt(bot, account);
      return account;
    },
    async keep(bot) {
      const held = bot.account;
      if (held === null || held.account.revision === bot.keptJar) return;
      bot.keptJar = held.account.revision;
      const session = held.account.session();
      const revision = await closet.saveFromBot(bot.userId, { session, revision: bot.closetRevision });
      if (revision === null) bot.account = null;
      else {
        held.revision = revision;
        bot.closetRevision = revision;
      }
    },
  };
}
