// A round: the order in which it shares, and its id.

import type { Instant } from '../ports/clock.ts';

/**
 * The order of a round: from the last listing of the closet to the first. So the listing that waited longest comes first, and the
 * closet has the same order when the round is done. Takes the listings for sale, in the closet's order.
 */
export const planRound = <Listing>(closet: readonly Listing[]): Listing[] => closet.toReversed();

const sequenceBits = 20n;
/** How many round ids one millisecond can have. After that, sequence numbers repeat. */
const roundsPerMs = 1 << 20;

/** A round's id: the milliseconds of its start times 2^20, plus a sequence number. Sorts by time. */
export const roundId = (startsAt: Instant, sequence: number): bigint =>
  (BigInt(Math.floor(startsAt)) << sequenceBits) + BigInt(sequence % roundsPerMs);
