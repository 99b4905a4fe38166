// How many shares of a day a restored database may lack. They count toward the limit.

import type { Instant } from '../../ports/clock.ts';
import { mostSharesIn } from '../pace.ts';

/** What was stored after `from` is not in the backup, and nothing is missing that was stored after `until`. */
type Restored = { from: Instant; until: Instant };

/** The clocks of two servers may differ by this much. */
const slackMs = 2_000;
/** The highest limit that a seller can set. */
const mostOfDay = 50_000;

/**
 * The most shares of its day that a bot can have made between the backup and the restore. They were counted if the bot was started
 * since. A day that begins later than now is one of a seller who moved to another time zone, and its shares lie before that.
 */
export function lostShares(
  restored: Restored | null,
  {
    startedAt,
    dayStartsAt,
    now,
    meanPauseMs,
  }: { startedAt: Instant | null; dayStartsAt: Instant; now: Instant; meanPauseMs: number },
): number {
  if (restored === null || (startedAt !== null && startedAt >= restored.until)) return 0;
  const from = dayStartsAt > now ? restored.from : Math.max(restored.from, dayStartsAt);
  if (from >= restored.until && restored.from < restored.until) return 0;
  return Math.min(mostSharesIn(restored.until - from + slackMs, meanPauseMs), mostOfDay);
}
