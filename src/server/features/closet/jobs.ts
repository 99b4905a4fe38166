// Answers the closet's background work.

import type { Queue } from '#domain/ports/queue.ts';
import type { Closet } from './closet.ts';

export async function closetJobs({ closet, queue }: { closet: Closet; queue: Queue }): Promise<void> {
  await queue.work('closet.link', ({ userId }) => closet.linkStored(userId));
}
