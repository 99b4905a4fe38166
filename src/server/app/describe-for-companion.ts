// What a companion's popup shows: facts of the closet and the bot, which the companion feature doesn't know.

import type { Bot } from '../features/bot/bot.ts';
import type { Closet } from '../features/closet/closet.ts';
import type { CompanionView } from '../features/companion/companion.ts';

export const describeForCompanion =
  ({
    serverName,
    closet,
    bot,
  }: {
    serverName: () => string;
    closet: (userId: string) => ReturnType<Closet['companionView']>;
    bot: Bot['status'];
  }): ((userId: string) => Promise<CompanionView>) =>
  async (userId) => {
    const [linked, status] = await Promise.all([closet(userId), bot(userId)]);
    const { nextShareTime } = status;
    return {
      ...linked,
      serverName: serverName(),
      bot: status.state,
      pauseReason: status.pauseReason ?? null,
      isOnHold: status.heldByOperator === true,
      nextShareAt: nextShareTime === null ? null : Date.parse(nextShareTime),
      sharesToday: status.sharesToday,
      // The limit in force. After a warning it may be below what was shared before.
      dailyShareLimit: Math.max(status.effectiveLimit, status.sharesToday),
    };
  };
