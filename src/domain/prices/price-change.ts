// The rules for changing a price: when the seller must confirm, what the result of a write means, and the pace of many changes.

import type { Instant } from '../ports/clock.ts';
import type { MarketFailure } from '../ports/marketplace.ts';

/** Hangtag sends a change of more than this many percent, up or down, only after the seller confirms it. */
export const largeChangePercent = 60;

/** Whether a change needs the seller's confirmation. Whole dollars. Every change from $0 is large. */
export const isLargeChange = (from: number, to: number): boolean =>
  Math.abs(to - from) * 100 > largeChangePercent * from;

/**
 * Whether a listing's price is no longer the one that the seller saw when asking for a change, so that the seller must decide again. If
 * it is already the wanted one, there is nothing to decide. Whole dollars; null: the seller's client did not say what it showed, or the
 * price is unknown.
 */
export const isPriceChanged = (
  { expectedPrice, newPrice }: { expectedPrice: number | null; newPrice: number },
  price: number | null,
): boolean => expectedPrice !== null && price !== null && price !== expectedPrice && price !== newPrice;

/**
 * What to do after a price write failed.
 * `retry`: the write was not sent, so it can be repeated later.
 * `read`: the write may have arrived. Only reading the listing shows that.
 * `refused`: the write was refused because of this listing, so the next write may continue.
 * `stop`: the write was not done, and neither will be the writes after it.
 */
type WriteEnd = 'retry' | 'read' | 'refused' | 'stop';

/** What a failed price change means. `wasSent`: the write may have reached the marketplace. */
export function endOfWrite({ kind }: MarketFailure, { wasSent }: { wasSent: boolean }): WriteEnd {
  switch (kind) {
    case 'network':
    case 'unavailable':
    case 'bad_answer':
    case 'uncertain':
      return wasSent ? 'read' : 'retry';
    case 'protocol_changed':
    case 'unknown_failure':
      return wasSent ? 'read' : 'refused';
    case 'listing_gone':
    case 'listing_not_available':
    case 'not_found':
    case 'validation':
    case 'write_not_applied':
    case 'browser_refused':
      return 'refused';
    case 'session_expired':
    case 'other_account':
    case 'token_rejected':
    case 'invalid_credentials':
    case 'otp_required':
    case 'otp_invalid':
    case 'otp_expired':
    case 'human_check':
    case 'rate_limited':
    case 'blocked':
    case 'forbidden':
    case 'account_blocked':
      return 'stop';
  }
}

/** A sent write can still change the price for this long: a call to the marketplace ends after 30 seconds. */
export const inFlightMs = 35_000;

/** When a write sent at `sentAt` can no longer arrive. A write that was never sent can't arrive at all. */
export const inFlightUntil = (sentAt: Instant | null): Instant =>
  sentAt === null ? Number.NEGATIVE_INFINITY : sentAt + inFlightMs;

/**
 * What a price that was read at the marketplace says about a write. The new price proves that the write arrived. Any other price
 * proves nothing while the write can still arrive. Prices are in whole dollars.
 */
export function judgeWrite(
  { oldPrice, newPrice, sentAt }: { oldPrice: number; newPrice: number; sentAt: Instant | null },
  { price, now }: { price: number; now: Instant },
): 'arrived' | 'in_flight' | 'not_arrived' | 'changed_elsewhere' {
  if (price === newPrice) return 'arrived';
  if (now < inFlightUntil(sentAt)) return 'in_flight';
  return price === oldPrice ? 'not_arrived' : 'changed_elsewhere';
}

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
