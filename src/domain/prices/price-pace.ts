// The pace at which a seller's prices change at the marketplace.

import type { Instant } from '../ports/clock.ts';

/** How many changes may follow each other without a pause. */
export const quickChanges = 6;
/** After those, a change takes as long as this many shares: it is three calls of the marketplace, and a share is one. */
const sharesOfTime = 1.5;

/** At this pace, 100 changes still end long before they would be too old to be sent. */
const slowestMs = 10_000;

/** The time between two changes after the quick ones, in ms. `meanPauseMs` is the mean pause between two shares. */
export const changeEveryMs = (meanPauseMs: number): number => Math.min(meanPauseMs * sharesOfTime, slowestMs);

/** Changes sent longer ago than this no longer count. A batch of 100 prices takes five minutes. */
export const remembersMs = 600_000;

/**
 * The earliest moment for the next change, after changes that were sent at these moments, in any order. In any stretch of time
 * there are at most six changes and one more for each `everyMs` in it (a token bucket), however many batches they come from. At
 * 3 s, any minute has at most 26 changes, which are 78 calls. The practice marketplace refuses more than 120 calls in a minute, and
 * the bot shares the same account at the same time.
 */
export function nextChangeAt(sent: readonly Instant[], everyMs: number): Instant {
  const newestFirst = sent.toSorted((one, other) => other - one);
  return newestFirst
    .slice(quickChanges - 1)
    .reduce((latest, at, index) => Math.max(latest, at + (index + 1) * everyMs), Number.NEGATIVE_INFINITY);
}
