// Compares the two groups of an experiment, and says how sure that is.
//
// The interval comes from re-randomization: it contains each difference that the experiment can't rule out. To test one, subtract it from
// the listings that were shared as usual, so that both groups should be equal, and toss the coins of the draw again, 1,999 times. If fewer
// than 5 % of these draws differ by as much to one side as the true one does, the difference is ruled out. (Fisher, "The Design of
// Experiments", 1935; Garthwaite, "Confidence intervals from randomization tests", Biometrics 52, 1996; for draws by coins, Branson and
// Bind, "Randomization-based inference for Bernoulli trial experiments", Statistical Methods in Medical Research 28, 2019.)
//
// No search is needed. With d the difference within a pair, tossing the coins again turns some d around. That draw differs by as much as
// the true one exactly if the tested difference is at or above the mean d of the turned pairs, so the bounds are quantiles of the means
// of random subsets of pairs. (Hartigan, "Using subsample values as typical values", JASA 64, 1969.)
//
// Because only coins are repeated, likes may be as rare and as uneven as they are, and a listing's weeks may depend on each other. If
// sharing helps some listings far more than others, the interval is a little too wide. `bench/experiment` measures all of this.

import { seeded } from '../random/seeded.ts';

/** A pair's outcome in one week: the likes of either listing, or whether it was sold (0 or 1). */
export type PairWeek = { usual: number; onceADay: number };

/** Why there is no result: too few weeks, too few pairs that differ, or groups that were shared alike. */
type WhyNot = 'few_weeks' | 'few_events' | 'shared_alike';

/** Per listing and week. `difference`: as usual minus once a day. The interval has 90 %. */
export type Comparison = { usual: number | null; onceADay: number | null } & (
  | { verdict: 'not_enough'; why: WhyNot; difference: null; low: null; high: null }
  | { verdict: 'no_difference_seen' | 'difference'; why: null; difference: number; low: number; high: number }
);

const draws = 1_999;
const oneSided = 0.05;
/** Two outcomes are judged. Half the risk for each keeps that of a false claim about either one at 10 %. */
const oneSidedClaim = 0.025;
const leastWeeks = 3;
/** Pairs whose listings differ. With fewer, a few likes decide. */
export const leastTelling = 20;
/** "As usual" must be this many times "once a day", or there is nothing to compare. */
const leastContrast = 1.5;

type Shared = { usual: number; onceADay: number };

/** `weeks`: those that count. `shared`: how often each group was shared, per listing and week. */
export function compare(
  pairs: readonly PairWeek[],
  { seed, weeks, shared }: { seed: number; weeks: number; shared: Shared },
): Comparison {
  const rates = {
    usual: mean(pairs.map(({ usual }) => usual)),
    onceADay: mean(pairs.map(({ onceADay }) => onceADay)),
  };
  const differences = Int32Array.from(pairs, ({ usual, onceADay }) => usual - onceADay);
  const why = whyNot(differences, weeks, shared);
  if (why !== null) return { ...rates, verdict: 'not_enough', why, difference: null, low: null, high: null };
  const means = subsetMeans(differences, seed);
  const [low, high] = bounds(means, oneSided);
  const [leastClaimed, mostClaimed] = bounds(means, oneSidedClaim);
  const verdict = leastClaimed > 0 || mostClaimed < 0 ? 'difference' : 'no_difference_seen';
  const difference = differences.reduce((sum, each) => sum + each, 0) / differences.length;
  return { ...rates, verdict, why: null, difference, low, high };
}

function whyNot(differences: Int32Array, weeks: number, shared: Shared): WhyNot | null {
  if (weeks < leastWeeks) return 'few_weeks';
  if (shared.usual < leastContrast * shared.onceADay || shared.usual === 0) return 'shared_alike';
  return differences.filter((each) => each !== 0).length < leastTelling ? 'few_events' : null;
}

/**
 * Sorted. Each pair is in a subset by the toss of a coin. Pairs that differ alike are tossed together, 32 coins from one random
 * number: 5,000 listings in 12 weeks take 20 ms instead of 150.
 */
function subsetMeans(differences: Int32Array, seed: number): Float64Array {
  const random = seeded(seed);
  const alike = new Map<number, number>();
  for (const difference of differences) alike.set(difference, (alike.get(difference) ?? 0) + 1);
  const means = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    let count = 0;
    for (const [difference, pairs] of alike) {
      const heads = tossed(random, pairs);
      sum += difference * heads;
      count += heads;
    }
    means[draw] = count === 0 ? 0 : sum / count;
  }
  return means.sort();
}

function tossed(random: () => number, coins: number): number {
  let heads = 0;
  for (let left = coins; left > 0; left -= 32) heads += bitsIn((random() * 2 ** 32) >>> Math.max(0, 32 - left));
  return heads;
}

/** How many of 32 bits are set. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function bounds(means: Float64Array, tail: number): [low: number, high: number] {
  const rank = Math.floor(tail * (draws + 1));
  return [means[rank - 1] ?? Number.NaN, means[draws - rank] ?? Number.NaN];
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
