// Computes the pause between two shares.

import type { Instant } from '../ports/clock.ts';

/**
 * The pause between two shares. It is log-normal, like the times between the actions of people: most are close to the usual one,
 * some are much longer, and none is close to zero (Stouffer, Malmgren, Amaral, "Log-normal statistics in e-mail communication
 * patterns", 2006; van der Linden, "A lognormal model for response times on test items", 2006). It is cut off at 0.4 times the
 * mean, so that shares never come in a burst, and at 4 times, so that a round stays predictable.
 */
const least = 0.4;
const most = 4;
/** The standard deviation of the logarithm. Half of the pauses are between 0.66 and 1.22 times the mean. */
const sigma = 0.45;
/** The median of the logarithm. With it, the mean of the pauses between the two cuts is the requested one. */
const mu = -0.12643;

/** The pause is twice as long for a while after the marketplace complained. */
export const slowFactor = 2;

/** A human-like pause in whole ms with mean `meanMs`; 0 if that is 0. `random` returns numbers from 0 to below 1. */
export function pauseMs(meanMs: number, random: () => number, slow = false): number {
  if (meanMs <= 0) return 0;
  // Rounded up or down at random, so that the mean stays exact even for pauses of a few ms.
  return Math.floor(meanMs * (slow ? slowFactor : 1) * drawFactor(random) + random());
}

/** Draws again until the factor lies between the cuts, as it does 96 times of 100. Some tests draw the same number each time. */
function drawFactor(random: () => number): number {
  for (let tries = 0; tries < 20; tries += 1) {
    // A normal number by the method of Box and Muller.
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const factor = Math.exp(mu + sigma * normal);
    if (factor >= least && factor <= most) return factor;
  }
  return 1;
}

export const leastPauseMs = (meanMs: number, slow = false): number =>
  Math.floor(meanMs * (slow ? slowFactor : 1) * least);

/**
 * When the next share may be sent: a pause after the last one was sent, but no sooner than the shortest pause after its answer. A
 * slow marketplace may have accepted it just before it answered, and it must not see two shares closer together than that.
 */
export const nextShareAt = (
  last: { sentAt: Instant; answeredAt: Instant },
  { meanMs, random, isSlow }: { meanMs: number; random: () => number; isSlow: boolean },
): Instant => Math.max(last.sentAt + pauseMs(meanMs, random, isSlow), last.answeredAt + leastPauseMs(meanMs, isSlow));

/**
 * The most shares that one bot can have made in this time. Two are added: one that had waited for its pause before, and one for
 * a new owner, which does not wait for the whole pause.
 */
export const mostSharesIn = (durationMs: number, meanMs: number): number =>
  meanMs <= 0 ? Number.MAX_SAFE_INTEGER : Math.ceil(Math.max(0, durationMs) / (least * meanMs)) + 2;
