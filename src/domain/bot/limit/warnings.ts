// The marketplace's recent complaints about a bot, and the limits that follow from them.

import type { Instant } from '../../ports/clock.ts';

/** The marketplace's recent complaints. Plain JSON, stored with the bot. */
export type Backoff = {
  /** Times in the last 48 hours. */
  rateLimits: readonly Instant[];
  /** Times in the last 24 hours. */
  humanChecks: readonly Instant[];
  /** The limit after a warning, from that moment up to `until`. */
  lowered: { reason: 'share_limit' | 'rate_limited'; limit: number; until: Instant } | null;
  /** Double pause and half limit up to this moment. */
  gentleUntil: Instant | null;
  /** From here: failures of each kind since the last successful share. */
  refusals: number;
  surprises: number;
  outages: number;
  quietSignIns: number;
  /** How often the seller has said on a day that the human check is done. */
  checkTries: { day: string; count: number } | null;
};

export const noBackoff: Backoff = {
  rateLimits: [],
  humanChecks: [],
  lowered: null,
  gentleUntil: null,
  refusals: 0,
  surprises: 0,
  outages: 0,
  quietSignIns: 0,
  checkTries: null,
};

const dayMs = 86_400_000;
/** The limit after a warning, in percent of the shares that were confirmed in the 24 hours before it. */
const loweredPercent = 80;
/** No warning lowers the limit below this, or below the seller's own limit if that is lower. */
export const leastLoweredLimit = 100;
const warningLifeMs = 7 * dayMs;

/** Reads the stored JSON. A missing field means that nothing happened. */
export const readBackoff = (kept: Partial<Backoff> | null | undefined): Backoff => ({ ...noBackoff, ...kept });

export const isGentle = (backoff: Backoff, now: Instant): boolean =>
  backoff.gentleUntil !== null && now < backoff.gentleUntil;

/** Whether the last calls failed. A share that succeeds, or the seller, starts these counts over. */
export const hasFailures = ({ refusals, surprises, outages, quietSignIns }: Backoff): boolean =>
  refusals + surprises + outages + quietSignIns > 0;

/** Counts of failures in a row start over: a share succeeded, or the seller acted. Warnings stay. */
export const resetFailures = (backoff: Backoff): Backoff => ({
  ...backoff,
  refusals: 0,
  surprises: 0,
  outages: 0,
  quietSignIns: 0,
});

/** How often a day the seller may say that the check is done. */
const mostCheckTries = 3;
export const triesOn = (backoff: Backoff, day: string): number =>
  backoff.checkTries?.day === day ? backoff.checkTries.count : 0;
export const mayTryAfterCheck = (backoff: Backoff, day: string): boolean => triesOn(backoff, day) < mostCheckTries;
/** Counts that the seller said that the check is done. */
export const tryAfterCheck = (backoff: Backoff, day: string): Backoff => ({
  ...backoff,
  checkTries: { day, count: triesOn(backoff, day) + 1 },
});

/** After a human check, sharing is gentle for 7 days. */
export const afterCheckAsked = (backoff: Backoff, now: Instant): Backoff => ({
  ...backoff,
  humanChecks: [...backoff.humanChecks, now],
  gentleUntil: now + warningLifeMs,
});

/**
 * The marketplace limited us: for 7 days, from this moment, the limit is 80 % of the shares it took in the last 24 hours.
 * The second time within 24 hours sharing also becomes gentle.
 */
export function afterLimitWarning(
  backoff: Backoff,
  { reason, now, confirmed24h }: { reason: 'share_limit' | 'rate_limited'; now: Instant; confirmed24h: number },
): Backoff {
  const rateLimits = [...backoff.rateLimits, now];
  const isSecond = rateLimits.filter((at) => at > now - dayMs).length >= 2;
  const learned = Math.max(Math.floor((confirmed24h * loweredPercent) / 100), leastLoweredLimit);
  const limit = Math.min(learned, backoff.lowered?.limit ?? learned);
  return {
    ...backoff,
    rateLimits,
    lowered: { reason, limit, until: now + warningLifeMs },
    gentleUntil: isSecond ? now + warningLifeMs : backoff.gentleUntil,
  };
}

/** Drops complaints that are too old to count. */
export const forgetOld = (backoff: Backoff, now: Instant): Backoff => ({
  ...backoff,
  rateLimits: backoff.rateLimits.filter((at) => at > now - 2 * dayMs),
  humanChecks: backoff.humanChecks.filter((at) => at > now - dayMs),
  lowered: backoff.lowered !== null && now < backoff.lowered.until ? backoff.lowered : null,
  gentleUntil: isGentle(backoff, now) ? backoff.gentleUntil : null,
});
