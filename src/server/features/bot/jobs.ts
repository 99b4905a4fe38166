import type { Queue } from '#domain/ports/queue.ts';
import type { Bot } from './bot.ts';

/** Answers the bot's background work. Sharing is not among it: rounds run in the workers. */
export async function botJobs({ bot, queue }: { bot: Bot; queue: Queue }): Promise<void> {
  await queue.work('bot.offers', ({ userId }) => bot.sendOffers(userId));
}
