// Answers the background job that sends offers after a round.

import type { Queue } from '#domain/ports/queue.ts';
import type { Offers } from './offers.ts';

export async function offersJobs({ offers, queue }: { offers: Offers; queue: Queue }): Promise<void> {
  await queue.work('bot.offers', ({ userId }) => offers.send(userId));
}
