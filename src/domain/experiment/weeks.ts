// The calendar of an experiment, in the seller's time zone, which of its weeks count, and the two groups of a week: one is shared as
// usual, the other once a day.

import type { Instant } from '../ports/clock.ts';
import { seeded } from '../random/seeded.ts';
import { addDays, type DateText, dayBounds } from '../time.ts';

export const leastListings = 40;
export const [fewestWeeks, mostWeeks] = [4, 12];

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The midnight with which a week begins, and the one before it ends. The first week is 0. */
export const weekBegins = (firstDay: DateText, week: number, zone: string): Instant =>
  dayBounds(addDays(firstDay, 7 * week), zone).startsAt;

/** The week that a day is in; negative before the first. */
export const weekOf = (firstDay: DateText, day: DateText): number =>
  Math.floor((Date.parse(day) - Date.parse(firstDay)) / (7 * dayMs));

/** Likes of a moment come from the reading of the closet that is nearest to it. One that is further away says too little. */
const nearMs = 24 * hourMs;
export const isNear = (readAt: Instant | null, to: Instant): boolean =>
  readAt !== null && Math.abs(readAt - to) <= nearMs;

/** How long a week waits for a closet that can't be read, and how soon it is tried again. */
export const waitForReadingMs = 6 * hourMs;
export const tryAgainMs = hourMs / 2;
/** A week that couldn't begin by then is left out. */
export const isTooLate = (now: Instant, beganAt: Instant): boolean => now - beganAt > nearMs;

/** A listing for sale at the beginning of a week. Whole dollars. */
export type Candidate = { id: string; price: number | null; listedAt: Instant | null; likes: number };

type Group = 'usual' | 'once_a_day';
/** `pair`: shared by two listings, one in each group; null for the one that is left over, which is compared with none. */
export type Drawn = { id: string; group: Group; stratum: number; pair: number | null };

const parts = 3;

/**
 * Listings are ranked into thirds by price, and each third into thirds by age. Inside such a stratum, the ones with the most likes stand
 * first, neighbors become a pair, and a fair coin decides which of the two is shared as usual. So both groups are as equal as can be
 * in price, age, and likes, and all that chance did is one coin for each pair, which is what `analyze.ts` repeats. (Matched pairs:
 * Imai, King, and Nall, "The essential role of pair matching in cluster-randomized experiments", Statistical Science 24, 2009.) The
 * same seed, week, and listings give the same groups.
 */
export function drawWeek(listings: readonly Candidate[], { seed, week }: { seed: number; week: number }): Drawn[] {
  const coin = seeded(weekSeed(seed, week));
  const strata = thirds(listings, ({ price }) => price ?? 0).flatMap((alike) =>
    thirds(alike, ({ listedAt }) => listedAt ?? 0),
  );
  const drawn: Drawn[] = [];
  let pair = 0;
  const toss = (two: readonly (Candidate & { stratum: number })[]): void => {
    const isFirstUsual = coin() < 0.5;
    two.forEach(({ id, stratum }, index) => {
      const group = (index === 0) === isFirstUsual ? 'usual' : 'once_a_day';
      drawn.push({ id, group, stratum, pair: two.length === 2 ? pair : null });
    });
    pair += 1;
  };
  const leftOver: (Candidate & { stratum: number })[] = [];
  strata.forEach((alike, stratum) => {
    const ranked = ranks(alike, ({ likes }) => -likes).map((listing) => ({ ...listing, stratum }));
    for (let at = 0; at + 1 < ranked.length; at += 2) toss(ranked.slice(at, at + 2));
    if (ranked.length % 2 === 1) leftOver.push(...ranked.slice(-1));
  });
  // The last one of a stratum with an odd number goes with that of the next such stratum.
  for (let at = 0; at < leftOver.length; at += 2) toss(leftOver.slice(at, at + 2));
  return drawn;
}

/** Far from the seeds of the other weeks. */
const weekSeed = (seed: number, week: number): number => Math.imul(seed ^ Math.imul(week + 1, 0x9e3779b1), 0x85ebca6b);

/** Ties are ordered by id, which says nothing about the listing. */
const ranks = <One extends Candidate>(listings: readonly One[], of: (listing: One) => number): One[] =>
  listings.toSorted((a, b) => of(a) - of(b) || (a.id < b.id ? -1 : 1));

function thirds(listings: readonly Candidate[], of: (listing: Candidate) => number): Candidate[][] {
  const ranked = ranks(listings, of);
  const bound = (part: number): number => Math.round((part * ranked.length) / parts);
  return Array.from({ length: parts }, (_, part) => ranked.slice(bound(part), bound(part + 1)));
}
