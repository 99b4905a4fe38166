import { Failure, type FailureCode } from '#domain/failure.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Listings } from './listings.ts';
import type { Prices } from './prices/prices.ts';

/** These pass by themselves. Anything else waits for the seller, and trying again would only knock at a closed door. */
const worthRetrying: readonly FailureCode[] = ['marketplace_unavailable', 'too_many_requests', 'internal'];

/** Answers the listings' background work. */
export async function listingsJobs({ listings, queue }: { listings: Listings; queue: Queue }): Promise<void> {
  await queue.work('listings.sync', ({ userId }) => settle(listings.sync(userId)));
  await queue.work('listings.look-again', ({ userId }) => settle(listings.lookAgain(userId)));
}

/** Goes on with changes of prices whose process is gone. */
export async function pricesJobs({ prices, queue }: { prices: Prices; queue: Queue }): Promise<void> {
  await queue.work('listings.prices', ({ userId }) => settle(prices.resume(userId)));
}

async function settle(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Failure && !worthRetrying.includes(error.code)) return;
    throw error;
  }
}
