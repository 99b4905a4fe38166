import type { Instant } from '../ports/clock.ts';
import type { LimitReason } from './bot.ts';
import { type Backoff, isGentle } from './warnings.ts';

export type LimitInForce = { limit: number; reason?: LimitReason };

/**
 * How many shares the day may have: the seller's own limit, or less for a while after a warning of the marketplace. `day`
 * is the share day. The least of what applies, with the reason for it.
 */
export function limitInForce({
  dailyShareLimit,
  backoff,
  day,
  now,
}: {
  dailyShareLimit: number;
  backoff: Backoff;
  day: string;
  now: Instant;
}): LimitInForce {
  let inForce: LimitInForce = { limit: dailyShareLimit };
  const half = Math.floor(dailyShareLimit / 2);
  if (isGentle(backoff, now)) inForce = { limit: half, reason: 'gentle' };
  const { lowered } = backoff;
  if (lowered !== null && now < lowered.until) {
    const limit = day <= lowered.day ? lowered.today : lowered.later;
    if (limit < inForce.limit) inForce = { limit, reason: lowered.reason };
  }
  return inForce;
}

/** How long a move to another time zone is guarded. */
export const zoneMoveGuardMs = 48 * 3_600_000;

/** A move to another time zone gives no second allowance: up to `rollingUntil` the limit holds over any 24 hours too. */
export const zoneMove = (now: Instant): { rollingUntil: Instant } => ({ rollingUntil: now + zoneMoveGuardMs });

/** The rule of every reservation, which the ledger's statement checks and takes in one step. */
export const mayReserve = ({
  limit,
  reservedToday,
  reserved24h,
  rollingUntil,
  now,
}: {
  limit: number;
  reservedToday: number;
  reserved24h: number;
  rollingUntil: Instant | null;
  now: Instant;
}): boolean => reservedToday < limit && (rollingUntil === null || now >= rollingUntil || reserved24h < limit);
