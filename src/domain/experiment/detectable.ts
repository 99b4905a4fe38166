// Says before an experiment how large a difference it could see, from what the closet is like now.
//
// The usual formula for the smallest effect that is found with 80 % power (Bloom, "Minimum detectable effects", Evaluation Review 19,
// 1995): 2.80 standard errors, for a claim at 5 % about either outcome. The standard error is that of pairs as `weeks.ts` makes them:
// likes come by chance, a listing has better and worse weeks, and no pair is quite alike.

import type { Instant } from '../ports/clock.ts';
import { type Candidate, drawWeek } from './weeks.ts';

/**
 * In percent of what a listing that is shared once a day gets. null: hardly any, because too little is liked or sold, or because that
 * isn't known.
 */
export type Detectable = { likesPercent: number | null; salesPercent: number | null };

/** The 97.5 % quantile of the normal distribution plus the 80 % quantile. */
const standardErrors = 1.96 + 0.842;
/** How much a listing's likes of a week vary besides chance: the variance is this times the square of their mean. */
const restlessness = 0.5;
const weekMs = 7 * 86_400_000;
/** A new listing's first likes say little about its later weeks. */
const leastWeeksOld = 2;
/** A listing whose age isn't known counts as half a year old. */
const usualWeeksOld = 26;
const mostLikesPercent = 300;
/** A larger difference in sales is no help in deciding anything. */
const mostSalesPercent = 50;

/** `soldAWeek`: how many of the closet sell in a week; null if that isn't known. Returns what is detectable in a number of weeks. */
export function foresee(
  listings: readonly Candidate[],
  { soldAWeek, now }: { soldAWeek: number | null; now: Instant },
): (weeks: number) => Detectable {
  const liked = pairsOf(listings).map((pair) => pair.map((listing) => likesAWeek(listing, now)));
  const sold = (soldAWeek ?? 0) / Math.max(1, listings.length);
  const [likes, sales] = [
    sumsOf(liked, restlessness),
    sumsOf(
      liked.map(() => [sold, sold]),
      0,
    ),
  ];
  return (weeks) => ({
    likesPercent: smallest(likes, { weeks, most: mostLikesPercent }),
    salesPercent: smallest(sales, { weeks, most: mostSalesPercent }),
  });
}

function pairsOf(listings: readonly Candidate[]): Candidate[][] {
  const known = new Map(listings.map((listing) => [listing.id, listing]));
  const pairs = new Map<number, Candidate[]>();
  for (const { id, pair } of drawWeek(listings, { seed: 0, week: 0 })) {
    const listing = known.get(id);
    if (pair !== null && listing !== undefined) pairs.set(pair, [...(pairs.get(pair) ?? []), listing]);
  }
  return [...pairs.values()];
}

function likesAWeek({ likes, listedAt }: Candidate, now: Instant): number {
  const weeks = listedAt === null ? usualWeeksOld : (now - listedAt) / weekMs;
  return likes / Math.max(weeks, leastWeeksOld);
}

/** Of all pairs in one week: what they get, and the parts of the variance of their differences. */
type Sums = { total: number; byWeek: number; unlike: number };

const sumsOf = (pairs: readonly number[][], restless: number): Sums =>
  pairs.reduce(
    (sums, [a = 0, b = 0]) => ({
      total: sums.total + a + b,
      byWeek: sums.byWeek + restless * (a * a + b * b),
      unlike: sums.unlike + (a - b) ** 2,
    }),
    { total: 0, byWeek: 0, unlike: 0 },
  );

/** In whole percent. The more one group gets, the more chance there is in it, so it is approached step by step. */
function smallest({ total, byWeek, unlike }: Sums, { weeks, most }: { weeks: number; most: number }): number | null {
  if (total === 0) return null;
  let more = 0;
  for (let step = 0; step < 30; step += 1) {
    const variance = total * (1 + more / 2) + (byWeek * (1 + (1 + more) ** 2)) / 2 + unlike;
    more = Math.min((standardErrors * Math.sqrt(variance / weeks)) / (total / 2), most);
  }
  const percent = Math.ceil(more * 100);
  return percent <= most ? percent : null;
}
