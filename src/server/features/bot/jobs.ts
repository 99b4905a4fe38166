// Answers the bot's background jobs. Sharing is not among them: rounds run in the workers.

import type { Queue } from '#domain/ports/queue.ts';
import type { Bot } from './bot.ts';

export async function botJobs({ bot, queue }: { bot: Bot; queue: Queue }): Promise<void> {
  await queue.work('bot.offers', ({ userId }) => bot.sendOffers(userId));
  await queue.work('bot.resume', ({ userId }) => bot.resumeAfterSeller(userId));
}
