// The daily limit: the limit in force after a warning or a move to another time zone, and whether it has room for a share.

import type { Instant } from '../../ports/clock.ts';
import { type Backoff, isGentle } from './warnings.ts';

/** Why the limit in force is below the seller's own. */
export type LimitReason = 'share_limit' | 'rate_limited' | 'gentle';

/** `until`: when it ends by itself. It and the reason are there only if the limit is below the seller's own. */
export type LimitInForce = { limit: number; reason?: LimitReason; until?: Instant };

/**
 * How many shares the day may have: the seller's own limit, or less for some days after a warning from the marketplace.
 * If several limits apply, the lowest one counts, and its reason is named.
 */
export function limitInForce({
  dailyShareLimit,
  backoff,
  now,
}: {
  dailyShareLimit: number;
  backoff: Backoff;
  now: Instant;
}): LimitInForce {
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
export function roomAgainAt({
  limit,
  sharedToday,
  dayEndsAt,
  guard,
  now,
}: {
  limit: number;
  sharedToday: number;
  dayEndsAt: Instant;
  guard: ZoneGuard | null;
  now: Instant;
}): Instant | null {
  const byDay = mayReserve(limit, { sharedToday, shared24h: null }) ? now : dayEndsAt;
  const byGuard = guard?.fullSince == null ? now : Math.min(guard.fullSince + dayMs, guard.rollingUntil);
  const roomAt = Math.max(byDay, byGuard);
  return roomAt <= now ? null : roomAt;
}
