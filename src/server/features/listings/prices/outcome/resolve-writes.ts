// Finds the outcome of writes whose outcome was unknown, by the prices that the marketplace shows.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { inFlightMs } from '#domain/prices/price-change.ts';
import { type PriceLog, recordChange } from '../history/record-change.ts';
import { writeMessages } from '../journal/write-messages.ts';
import { resolveUnknown } from '../journal/write-store.ts';

/**
 * Resolves writes of unknown outcome by the prices that the marketplace showed at `readAt`. Runs before these prices are
 * compared with ours, so that a change of ours is not recorded as one made at the marketplace. Returns how many it resolved.
 */
export async function resolveWrites(
  tx: Queryable,
  {
    userId,
    seen,
    activity,
    readAt,
    now,
  }: {
    userId: string;
    seen: readonly { poshmark_id: string; price: number | null }[];
    activity: PriceLog;
    /** When reading the prices began. */
    readAt: Instant;
    now: Instant;
  },
): Promise<number> {
  const resolved = await resolveUnknown(tx, {
    userId,
    seen: seen.map(({ poshmark_id, price }) => ({ poshmark_id, price })),
    sentBefore: readAt - inFlightMs,
    message: writeMessages.notMade,
    now,
  });
  for (const change of resolved)
    if (change.state === 'updated') await recordChange(tx, { change: { userId, ...change }, activity, now });
  return resolved.length;
}
