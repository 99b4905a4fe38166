// Made closets in which it is known how much sharing sells, and experiments on them.

import type { PairWeek } from '#domain/experiment/analyze.ts';
import { type Candidate, drawWeek } from '#domain/experiment/weeks.ts';
import { seeded } from '#domain/random/seeded.ts';

export type World = {
  listings: number;
  weeks: number;
  /** Mean likes of a listing and week, and how uneven listings are (the deviation of the logarithm). */
  likes: number;
  uneven: number;
  /** How much a listing's weeks vary (variance by squared mean), and how much a week is like the one before, from 0 to 1. */
  restless: number;
  kept: number;
  /** How many of 100 listings sell in a week. A new listing takes the place of a sold one. */
  sold: number;
  /** How much more sharing as usual brings: 0.3 is 30 % more likes and sales. */
  effect: number;
  /** How much that differs from one listing to the next. */
  unequal?: number;
};

const weekMs = 7 * 86_400_000;
export const start = Date.UTC(2026, 0, 5);

type Item = Candidate & { likesAWeek: number; mood: number; unequal: number };
type Truth = { pairs: PairWeek[] /** Per listing and week. */; difference: number };

/** One experiment: the pairs of all weeks as `analyze.ts` gets them, and the difference that they should show. */
export function runExperiment(
  world: World,
  seed: number,
  effectIn: (closet: readonly Candidate[]) => number = () => world.effect,
): { likes: Truth; sales: Truth } {
  const random = seeded(seed);
  const spread = Math.sqrt(Math.log(1 + world.restless));
  let made = 0;
  const make = (ageWeeks: number): Item => {
    const likesAWeek = world.likes * uneven(random, world.uneven);
    made += 1;
    return {
      id: String(made),
      price: Math.round(30 * uneven(random, 0.7)),
      listedAt: start - ageWeeks * weekMs,
      likes: poisson(random, likesAWeek * ageWeeks),
      likesAWeek,
      mood: normal(random),
      unequal: uneven(random, world.unequal ?? 0),
    };
  };
  const closet = Array.from({ length: world.listings }, () => make(random() * 50));
  const effect = effectIn(closet);
  const likes: Truth = { pairs: [], difference: 0 };
  const sales: Truth = { pairs: [], difference: 0 };
  for (let week = 0; week < world.weeks; week += 1) {
    const places = new Map(closet.map(({ id }, place) => [id, place]));
    const pairs = new Map<number, { likes: PairWeek; sales: PairWeek }>();
    for (const { id, group, pair } of drawWeek(closet, { seed, week })) {
      const place = places.get(id) ?? 0;
      const item = closet[place];
      if (item === undefined) continue;
      item.mood = world.kept * item.mood + Math.sqrt(1 - world.kept ** 2) * normal(random);
      const more = effect * item.unequal;
      const times = group === 'usual' ? 1 + more : 1;
      const isSold = random() < (world.sold / 100) * times;
      // Its likes end with its sale.
      const part = isSold ? random() : 1;
      const mean = item.likesAWeek * Math.exp(spread * item.mood - spread ** 2 / 2);
      const gained = poisson(random, mean * times * part);
      item.likes += gained;
      if (isSold) closet[place] = make(0);
      if (pair === null) continue;
      likes.difference += mean * more;
      sales.difference += (world.sold / 100) * more;
      const found = pairs.get(pair) ?? { likes: { usual: 0, onceADay: 0 }, sales: { usual: 0, onceADay: 0 } };
      const side = group === 'usual' ? 'usual' : 'onceADay';
      found.likes[side] = gained;
      found.sales[side] = isSold ? 1 : 0;
      pairs.set(pair, found);
    }
    for (const found of pairs.values()) {
      likes.pairs.push(found.likes);
      sales.pairs.push(found.sales);
    }
  }
  likes.difference /= 2 * likes.pairs.length;
  sales.difference /= 2 * sales.pairs.length;
  return { likes, sales };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** With mean 1. */
const uneven = (random: () => number, deviation: number): number =>
  Math.exp(deviation * normal(random) - deviation ** 2 / 2);

function poisson(random: () => number, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const least = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > least; product *= random()) count += 1;
  return count;
}
