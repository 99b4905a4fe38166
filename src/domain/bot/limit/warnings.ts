// The marketplace's recent complaints about a bot, and the limits that follow from them.

import type { Instant } from '../../ports/clock.ts';

/** The marketplace's recent complaints. Plain JSON, stored with the bot. */
export type Backoff = {
  /** Requests to slow down (429) that were no share limit: times in the last 48 hours. */
  rateLimits: readonly Instant[];
  /** Times in the last 24 hours. */
  shareLimits: readonly Instant[];
  humanChecks: readonly Instant[];
  /** Human checks since the last successful share. More than 0: the last one may still be open. */
  openChecks: number;
  /** The limit after a warning, from that moment up to `until`: a share limit, or three requests to slow down in a day. */
  lowered: { reason: 'share_limit' | 'rate_limited'; limit: number; until: Instant } | null;
  /** Double pause, half limit, and no offers up to this moment. */
  gentleUntil: Instant | null;
  /** Double pause up to this moment. */
  slowUntil: Instant | null;
  /** No warning lowers the limit below this, or below the seller's own limit if that is lower. */
  leastLimit: number;
  /** From here: failures of each kind since the last successful share. */
  refusals: number;
  surprises: number;
  outages: number;
  quietSignIns: number;
  /** How often the seller has said on a day that the human check is done. */
  checkTries: { day: string; count: number } | null;
};

const dayMs = 86_400_000;
/** The limit after a warning, in percent of the shares that were confirmed in the 24 hours before it. */
const loweredPercent = 80;
/** No warning leaves less than this, or than two rounds of the closet. */
const leastLoweredLimit = 500;
const warningLifeMs = 7 * dayMs;
/** The third request to slow down within 24 hours counts as a warning. */
const mostRateLimits = 3;

export const noBackoff: Backoff = {
  rateLimits: [],
  shareLimits: [],
  humanChecks: [],
  openChecks: 0,
  lowered: null,
  gentleUntil: null,
  slowUntil: null,
  leastLimit: leastLoweredLimit,
  refusals: 0,
  surprises: 0,
  outages: 0,
  quietSignIns: 0,
  checkTries: null,
};

/** Reads the stored JSON. A missing field means that nothing happened. */
export const readBackoff = (kept: Partial<Backoff> | null | undefined): Backoff => ({ ...noBackoff, ...kept });

export const isGentle = (backoff: Backoff, now: Instant): boolean =>
  backoff.gentleUntil !== null && now < backoff.gentleUntil;

/** Whether the pauses between shares are twice as long now. */
export const isSlow = (backoff: Backoff, now: Instant): boolean =>
  isGentle(backoff, now) || (backoff.slowUntil !== null && now < backoff.slowUntil);

/** Whether the last calls failed. A share that succeeds starts these counts over. */
export const hasFailures = ({ refusals, surprises, outages, quietSignIns, openChecks }: Backoff): boolean =>
  refusals + surprises + outages + quietSignIns + openChecks > 0;

/** Counts of failures in a row start over, because the seller acted. Warnings stay, and so does a check that may be open. */
export const resetFailures = (backoff: Backoff): Backoff => ({
  ...backoff,
  refusals: 0,
  surprises: 0,
  outages: 0,
  quietSignIns: 0,
});

export const afterShared = (backoff: Backoff): Backoff => ({ ...resetFailures(backoff), openChecks: 0 });

/** How often a day the seller may say that the check is done. */
export const mostCheckTries = 3;
export const triesOn = (backoff: Backoff, day: string): number =>
  backoff.checkTries?.day === day ? backoff.checkTries.count : 0;
export const mayTryAfterCheck = (backoff: Backoff, day: string): boolean => triesOn(backoff, day) < mostCheckTries;
export const tryAfterCheck = (backoff: Backoff, day: string): Backoff => ({
  ...backoff,
  checkTries: { day, count: triesOn(backoff, day) + 1 },
});

/** A check that another call has met may still be open when the bot starts. */
export const withOpenCheck = (backoff: Backoff, isOpen: boolean): Backoff =>
  isOpen && backoff.openChecks === 0 ? { ...backoff, openChecks: 1 } : backoff;

/** What the marketplace's warnings are measured by. */
export type Measures = {
  now: Instant;
  /** Confirmed shares of the last 24 hours. */
  confirmed24h: number;
  activeListings: number;
};

const leastLimitOf = ({ activeListings }: Measures): number => Math.max(leastLoweredLimit, 2 * activeListings);

/** After a human check, sharing is gentle for 7 days. */
export const afterCheckAsked = (backoff: Backoff, measures: Measures): Backoff => ({
  ...backoff,
  humanChecks: [...backoff.humanChecks, measures.now],
  openChecks: backoff.openChecks + 1,
  gentleUntil: measures.now + warningLifeMs,
  leastLimit: leastLimitOf(measures),
});

/**
 * The marketplace asked us to slow down, which is a matter of pace: the limit stays. The third time within 24 hours is a warning
 * like a share limit.
 */
export function afterRateLimited(backoff: Backoff, measures: Measures): { backoff: Backoff; isWarning: boolean } {
  const { now } = measures;
  const rateLimits = [...backoff.rateLimits, now];
  const isWarning = rateLimits.filter((at) => at > now - dayMs).length >= mostRateLimits;
  const after = { ...backoff, rateLimits };
  return { backoff: isWarning ? lower(after, 'rate_limited', measures) : after, isWarning };
}

/** The second share limit within 24 hours also makes sharing gentle. */
export function afterShareLimit(backoff: Backoff, measures: Measures): Backoff {
  const { now } = measures;
  const shareLimits = [...backoff.shareLimits, now];
  const isSecond = shareLimits.filter((at) => at > now - dayMs).length >= 2;
  const gentleUntil = isSecond ? now + warningLifeMs : backoff.gentleUntil;
  return lower({ ...backoff, shareLimits, gentleUntil }, 'share_limit', measures);
}

/** For 7 days the limit is 80 % of the shares that were confirmed in the 24 hours before the warning. */
function lower(backoff: Backoff, reason: 'share_limit' | 'rate_limited', measures: Measures): Backoff {
  const { now, confirmed24h } = measures;
  const learned = Math.floor((confirmed24h * loweredPercent) / 100);
  const limit = Math.min(learned, backoff.lowered?.limit ?? learned);
  return {
    ...backoff,
    lowered: { reason, limit, until: now + warningLifeMs },
    leastLimit: leastLimitOf(measures),
  };
}

/** The seller takes back what the warnings have lowered. That they happened is still known. */
export const restoreLimit = (backoff: Backoff): Backoff => ({ ...backoff, lowered: null, gentleUntil: null });

/** Drops complaints that are too old to count. */
export const forgetOld = (backoff: Backoff, now: Instant): Backoff => ({
  ...backoff,
  rateLimits: backoff.rateLimits.filter((at) => at > now - 2 * dayMs),
  shareLimits: backoff.shareLimits.filter((at) => at > now - dayMs),
  humanChecks: backoff.humanChecks.filter((at) => at > now - dayMs),
  lowered: backoff.lowered !== null && now < backoff.lowered.until ? backoff.lowered : null,
  gentleUntil: isGentle(backoff, now) ? backoff.gentleUntil : null,
  slowUntil: isSlow(backoff, now) ? backoff.slowUntil : null,
});
