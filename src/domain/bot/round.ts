// A round: the order in which it shares, and its id.

import type { Instant } from '../ports/clock.ts';

type InCloset = { id: string; isActive: boolean; availability: string };

/**
 * The order of a round: from the last listing of the closet to the first. So the listing that waited longest comes first, and the
 * closet has the same order when the round is done. Takes the listings in the closet's order and keeps those for sale.
 */
export const planRound = (closet: readonly InCloset[]): string[] =>
  closet
    .filter(({ isActive, availability }) => isActive && availability === 'available')
    .map(({ id }) => id)
    .reverse();

const sequenceBits = 20n;
/** How many round ids one millisecond can have. After that, sequence numbers repeat. */
const roundsPerMs = 1 << 20;

/** A round's id: the milliseconds of its start times 2^20, plus a sequence number. Sorts by time. */
export const roundId = (startsAt: Instant, sequence: number): bigint =>
  (BigInt(Math.floor(startsAt)) << sequenceBits) + BigInt(sequence % roundsPerMs);
