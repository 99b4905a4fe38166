// Answers the listings' background jobs.

import { Failure, type FailureCode } from '#domain/failure.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Listings } from './listings.ts';
import type { Prices } from './prices/prices.ts';

/** Failures that end on their own. Any other needs the seller, so another try would fail, too. */
const worthRetrying: readonly FailureCode[] = ['marketplace_unavailable', 'too_many_requests', 'internal'];

/** How soon a job looks again during a hold. */
const heldMs = 60_000;

export async function listingsJobs({ listings, queue }: { listings: Listings; queue: Queue }): Promise<void> {
  /** A job that meets the operator's hold waits for its end, however long it is. */
  const later = (name: 'listings.sync' | 'listings.look-again', userId: string) => (): Promise<void> =>
    queue.put(name, { userId }, { key: userId, delayMs: heldMs });
  await queue.work('listings.sync', ({ userId }) =>
    settle(listings.sync(userId, { isTold: false }), later('listings.sync', userId)),
  );
  await queue.work('listings.look-again', ({ userId }) =>
    settle(listings.lookAgain(userId), later('listings.look-again', userId)),
  );
  // After a hold, it is planned again.
  await queue.work('listings.read', ({ userId, since }) => settle(listings.read(userId, { since, signsIn: false })));
}

/** Resumes price changes of processes that have ended. */
export async function pricesJobs({ prices, queue }: { prices: Prices; queue: Queue }): Promise<void> {
  await queue.work('listings.prices', ({ userId }) => settle(prices.resume(userId)));
}

async function settle(work: Promise<unknown>, onHold?: () => Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Failure && error.code === 'on_hold') return onHold?.();
    if (error instanceof Failure && !worthRetrying.includes(error.code)) return;
    throw error;
  }
}
