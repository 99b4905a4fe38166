// Tells whether two kinds of requests can be told apart by how long they take.

type Comparison = {
  /** In milliseconds. */
  medians: [number, number];
  /** How much larger one median is than the other, as a part of the smaller one: 0.05 is 5 %. */
  apart: number;
  /** How often a request of the second kind takes longer than one of the first kind. 0.5: nobody can tell. */
  secondIsSlower: number;
  isAlike: boolean;
};

/**
 * Medians may be this far apart. Beyond it, they count if chance explains it less than once in 370 comparisons: on a busy machine,
 * the medians of 500 replies of 3 ms were 8 % apart by chance.
 */
const mostApart = 0.05;
const deviationsOfApart = 3;
/**
 * How far the share of slower ones may be from a half, in standard deviations (Mann and Whitney's test), however close the medians
 * are. Chance alone is beyond it once in 16,000 comparisons.
 */
const mostDeviations = 4;

/** Times of both kinds, in milliseconds, taken in a random order. Outliers hardly count, so it does not see when only they differ. */
export function compareTimes(first: readonly number[], second: readonly number[]): Comparison {
  const medians: [number, number] = [median(first), median(second)];
  const apart = Math.max(...medians) / Math.min(...medians) - 1;
  const secondIsSlower = shareAbove(second, first);
  const pairs = first.length * second.length;
  const deviation = Math.sqrt((first.length + second.length + 1) / (12 * pairs));
  const deviations = Math.abs(secondIsSlower - 0.5) / deviation;
  const isAlike = deviations <= (apart < mostApart ? mostDeviations : deviationsOfApart);
  return { medians, apart, secondIsSlower, isAlike };
}

export const comparisonText = ({ medians: [one, other], apart, secondIsSlower }: Comparison): string =>
  `${one.toFixed(2)} ms and ${other.toFixed(2)} ms (medians, ${(apart * 100).toFixed(1)} % apart; the second one is slower ${(secondIsSlower * 100).toFixed(1)} % of the time)`;

function median(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** Of all pairs, the part where the one from `these` is larger. Equal ones count half. */
function shareAbove(these: readonly number[], those: readonly number[]): number {
  let above = 0;
  for (const one of these) for (const other of those) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / (these.length * those.length);
}
