// Computes the pause between two shares.

import type { Instant } from '../ports/clock.ts';

/**
 * The pause between two shares. It is log-normal, like the times between the actions of people: most are close to the usual one,
 * some are much longer, and none is close to zero (Stouffer, Malmgren, Amaral, "Log-normal statistics in e-mail communication
 * patterns", 2006; van der Linden, "A lognormal model for response times on test items", 2006). It is cut off at 0.4 times the
 * mean, so that shares never come in a burst, and at 4 times, so that a round stays predictable. The median makes up for the
 * cuts, so that the mean is exactly the requested one.
 */
const least = 0.4;
const most = 4;
/** The standard deviation of the logarithm. Half of the pauses are between 0.66 and 1.22 times the mean. */
const sigma = 0.45;

/** The pause is twice as long for a while after the marketplace complained. */
export const slowFactor = 2;

/**
 * A human-like pause in whole ms with mean `meanMs`; 0 if that is 0. `random` returns numbers from 0 to below 1 and is called
 * twice.
 */
export function pauseMs(meanMs: number, random: () => number, slow = false): number {
  if (meanMs <= 0) return 0;
  const share = shareBelowLeast + random() * (shareBelowMost - shareBelowLeast);
  const factor = Math.min(Math.max(Math.exp(mu + sigma * quantile(share)), least), most);
  // Rounded up or down at random, so that the mean stays exact even for pauses of a few ms.
  return Math.floor(meanMs * (slow ? slowFactor : 1) * factor + random());
}

/** The shortest pause that `pauseMs` returns, in whole ms. */
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

/** The probability that a standard normal number is below x, to 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
function below(x: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(x) / Math.SQRT2));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (series * Math.exp((-x * x) / 2)) / 2;
  return x < 0 ? tail : 1 - tail;
}

/** The mean of the cut log-normal distribution whose logarithm has the median `center`. */
function cutMean(center: number): number {
  const low = (Math.log(least) - center) / sigma;
  const high = (Math.log(most) - center) / sigma;
  const whole = Math.exp(center + (sigma * sigma) / 2);
  return (whole * (below(high - sigma) - below(low - sigma))) / (below(high) - below(low));
}

/** The median of the logarithm for which the mean is 1, found by bisection. Computed once. */
function middleForMeanOne(): number {
  let low = -1;
  let high = 1;
  for (let step = 0; step < 60; step += 1) {
    const center = (low + high) / 2;
    if (cutMean(center) < 1) low = center;
    else high = center;
  }
  return low;
}

const mu = middleForMeanOne();
const shareBelowLeast = below((Math.log(least) - mu) / sigma);
const shareBelowMost = below((Math.log(most) - mu) / sigma);

/** The quantile of the standard normal distribution, to 1.2e-9 (P. J. Acklam's rational approximation). */
function quantile(share: number): number {
  const tail = 0.02425;
  if (share < tail) return tailQuantile(share);
  if (share > 1 - tail) return -tailQuantile(1 - share);
  const q = share - 0.5;
  const r = q * q;
  const top = horner(
    r,
    [
      -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
      2.506628277459239,
    ],
  );
  const bottom = horner(
    r,
    [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
  );
  return (q * top) / bottom;
}

function tailQuantile(share: number): number {
  const q = Math.sqrt(-2 * Math.log(share));
  const top = horner(
    q,
    [
      -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
      2.938163982698783,
    ],
  );
  const bottom = horner(q, [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]);
  return top / bottom;
}

const horner = (x: number, coefficients: readonly number[]): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
