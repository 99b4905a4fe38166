// The background job of sales.

import { Failure, type FailureCode } from '#domain/failure.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { SaleReadings } from './readings/readings.ts';

/** Failures that end on their own. Any other needs the seller, so another try would fail, too. */
const worthRetrying: readonly FailureCode[] = ['marketplace_unavailable', 'too_many_requests', 'internal'];
/** How soon a job looks again during the operator's hold, and while no paired browser is open. */
const laterMs: Partial<Record<FailureCode, number>> = { on_hold: 60_000, browser_away: 3_600_000 };

export const salesJobs = (readings: SaleReadings, queue: Queue): Promise<void> =>
  queue.work('sales.read', async ({ userId }) => {
    try {
      await readings.readAfterSale(userId);
    } catch (error) {
      if (!(error instanceof Failure) || worthRetrying.includes(error.code)) throw error;
      const delayMs = laterMs[error.code];
      if (delayMs !== undefined) await queue.put('sales.read', { userId }, { key: userId, delayMs });
    }
  });
