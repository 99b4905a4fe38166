// Limits how many prices a seller changes in a day.

import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { countWritesSince } from './journal/batch-store.ts';

/** Each change is a row of the journal and two calls of the marketplace. */
export const mostChangesADay = 3_000;
/** What was changed can always be undone on the same day. */
export const mostWithUndos = 2 * mostChangesADay;

const dayMs = 86_400_000;

/** Throws `too_many_requests`. Call it under the seller's lock. */
export async function refuseManyChanges(
  tx: Queryable,
  { userId, more, most, now }: { userId: string; more: number; most: number; now: Instant },
): Promise<void> {
  if ((await countWritesSince(tx, userId, now - dayMs)) + more <= most) return;
  throw new Failure(
    'too_many_requests',
    `Hangtag changes at most ${most.toLocaleString('en-US')} prices a day${most === mostWithUndos ? ', undos included' : ''}. Try again tomorrow.`,
    { retryAfterMs: 3_600_000 },
  );
}
