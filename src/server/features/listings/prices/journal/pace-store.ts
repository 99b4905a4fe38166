// When a seller's next price change may be sent, by the changes that were sent before.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { changeEveryMs, nextChangeAt, remembersMs } from '#domain/prices/price-pace.ts';
import { at } from '../../../sql-moment.ts';

/**
 * The earliest moment for the seller's next change, or for the one after `ahead` others that are still waiting. `meanPauseMs` is the
 * mean pause between two shares.
 */
export async function findNextChangeAt(
  db: Queryable,
  { userId, ahead = 0, meanPauseMs, now }: { userId: string; ahead?: number; meanPauseMs: number; now: Instant },
): Promise<Instant> {
  const { rows } = await db.query<{ at: Instant }>(
    // A write is settled after it was sent, so the index of settled writes finds these.
    `select sent_at as at from price_writes where user_id = $1 and settled_at >= ${at(2)} and sent_at >= ${at(2)}`,
    [userId, now - remembersMs],
  );
  const sent = [...rows.map((row) => row.at), ...Array<Instant>(ahead).fill(now)];
  return nextChangeAt(sent, changeEveryMs(meanPauseMs));
}
