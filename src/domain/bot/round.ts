import type { Instant } from '../ports/clock.ts';

type InCloset = { id: string; isActive: boolean; availability: string };

/**
 * The order of a round: from the last listing of the closet to the first, so that the longest unshared comes first and the
 * closet looks as before when the round is done. Takes the listings in the closet's own order; only those for sale are in.
 */
export const planRound = (closet: readonly InCloset[]): string[] =>
  closet
    .filter(({ isActive, availability }) => isActive && availability === 'available')
    .map(({ id }) => id)
    .reverse();

/** What is left of a plan. An attempt counts whatever became of it: nothing is shared twice in one round. */
export const remaining = (plan: readonly string[], attempted: ReadonlySet<string>): string[] =>
  plan.filter((id) => !attempted.has(id));

const sequenceBits = 20n;
/** How many round ids one millisecond holds; sequence numbers start over there. */
export const roundsPerMs = 1 << 20;

/** A round's id: the milliseconds of its start times 2^20, plus a sequence number. Sorts by time, and tells it. */
export const roundId = (startsAt: Instant, sequence: number): bigint =>
  (BigInt(Math.floor(startsAt)) << sequenceBits) + BigInt(sequence % roundsPerMs);

export const roundStart = (id: bigint): Instant => Number(id >> sequenceBits);
