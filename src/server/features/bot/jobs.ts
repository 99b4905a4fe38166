// Answers the bot's background job. Sharing is none: rounds run in the workers.

import type { Queue } from '#domain/ports/queue.ts';
import type { Bot } from './bot.ts';

export async function botJobs({ bot, queue }: { bot: Bot; queue: Queue }): Promise<void> {
  await queue.work('bot.resume', ({ userId }) => bot.resumeAfterSeller(userId));
}
