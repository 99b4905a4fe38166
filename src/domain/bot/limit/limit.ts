// The daily limit: the limit in force after a warning or a move to another time zone, and whether it has room for a share.

import type { Instant } from '../../ports/clock.ts';
import { mostSharesIn } from '../pace.ts';
import { type Backoff, isGentle } from './warnings.ts';

export type LimitReason = 'share_limit' | 'rate_limited' | 'gentle';

/** `until`: when it ends by itself. It and the reason are there only if the limit is below the seller's own. */
export type LimitInForce = { limit: number; reason?: LimitReason; until?: Instant };

/**
 * How many shares the day may have: the seller's own limit, or less for some days after a warning from the marketplace.
 * If several limits apply, the lowest one counts, and its reason is named.
 */
export function limitInForce(given: { dailyShareLimit: number; backoff: Backoff; now: Instant }): LimitInForce {
  const { dailyShareLimit, backoff, now } = given;
  const { lowered, gentleUntil, leastLimit } = backoff;
  let inForce: LimitInForce = { limit: dailyShareLimit };
  const lower = (to: number, reason: LimitReason, until: Instant) => {
    const limit = Math.max(to, Math.min(dailyShareLimit, leastLimit));
    if (limit < inForce.limit) inForce = { limit, reason, until };
  };
  if (gentleUntil !== null && isGentle(backoff, now)) lower(Math.floor(dailyShareLimit / 2), 'gentle', gentleUntil);
  if (lowered !== null && now < lowered.until) lower(lowered.limit, lowered.reason, lowered.until);
  return inForce;
}

const dayMs = 86_400_000;
/** For how long after a move to another time zone the limit also applies to any 24 hours. */
const zoneMoveGuardMs = 48 * 3_600_000;

/** A move to another time zone must not allow a second day's shares. Until `rollingUntil` the limit applies to any 24 hours. */
export const zoneMove = (now: Instant): { rollingUntil: Instant } => ({ rollingUntil: now + zoneMoveGuardMs });

/**
 * The rule for every reservation. The ledger's SQL statement checks it and reserves in one step. `shared24h` counts the last 24
 * hours, for a time after a move to another time zone; otherwise it is null.
 */
export const mayReserve = (
  limit: number,
  { sharedToday, shared24h }: { sharedToday: number; shared24h: number | null },
): boolean => Math.max(sharedToday, shared24h ?? 0) < limit;

/** Set for a time after a move to another time zone: until when the limit applies to any 24 hours, and how full those are. */
type ZoneGuard = {
  rollingUntil: Instant;
  /** When the last `limit` reservations began; null if there were fewer in the last 24 hours. */
  fullSince: Instant | null;
};

/** When there is room for a share again; null if there is room now. */
export function roomAgainAt(given: {
  limit: number;
  sharedToday: number;
  dayEndsAt: Instant;
  guard: ZoneGuard | null;
  now: Instant;
}): Instant | null {
  const { limit, sharedToday, dayEndsAt, guard, now } = given;
  const byDay = mayReserve(limit, { sharedToday, shared24h: null }) ? now : dayEndsAt;
  const byGuard = guard?.fullSince == null ? now : Math.min(guard.fullSince + dayMs, guard.rollingUntil);
  const roomAt = Math.max(byDay, byGuard);
  return roomAt <= now ? null : roomAt;
}

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
  given: { startedAt: Instant | null; dayStartsAt: Instant; now: Instant; meanPauseMs: number },
): number {
  const { startedAt, dayStartsAt, now, meanPauseMs } = given;
  if (restored === null || (startedAt !== null && startedAt >= restored.until)) return 0;
  const from = dayStartsAt > now ? restored.from : Math.max(restored.from, dayStartsAt);
  if (from >= restored.until && restored.from < restored.until) return 0;
  return Math.min(mostSharesIn(restored.until - from + slackMs, meanPauseMs), mostOfDay);
}
