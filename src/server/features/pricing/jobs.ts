// Runs the background jobs of pricing.

import type { Queue } from '#domain/ports/queue.ts';
import type { Pricing } from './pricing.ts';

export async function pricingJobs({ pricing, queue }: { pricing: Pricing; queue: Queue }): Promise<void> {
  await queue.work('pricing.study', ({ userId, listingId }) => pricing.study(userId, listingId));
}
