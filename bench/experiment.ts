// `npm run bench -- experiment`: whether the experiment claims only what is true, on made closets whose truth is known. It measures no
// time, and is the same on every machine.

import { parseArgs } from 'node:util';
import { type Comparison, compare, type PairWeek } from '#domain/experiment/analyze.ts';
import { foresee } from '#domain/experiment/detectable.ts';
import { type Candidate, drawWeek } from '#domain/experiment/weeks.ts';
import { seeded } from '#domain/random/seeded.ts';

const { values } = parseArgs({ options: { experiments: { type: 'string', default: '1000' } } });
const experiments = Number(values.experiments);

const typical: World = { listings: 240, weeks: 8, likes: 1, uneven: 1, restless: 0.5, kept: 0.5, sold: 3, effect: 0.3 };
const worlds: Record<string, World> = {
  typical,
  'much the same': { ...typical, uneven: 0.3, restless: 0 },
  sparse: { ...typical, likes: 0.1, sold: 1, effect: 0.5 },
  skewed: { ...typical, uneven: 1.6 },
  'weeks alike': { ...typical, restless: 1, kept: 0.9 },
  'many likes': { ...typical, likes: 10, effect: 0.2 },
  'less by sharing': { ...typical, effect: -0.3 },
  'unequal effects': { ...typical, unequal: 1 },
  'small, 40': { ...typical, listings: 40, effect: 0.5 },
  'small, 4 weeks': { ...typical, listings: 41, weeks: 4, effect: 0.5 },
  'small and sparse': { ...typical, listings: 40, likes: 0.2, weeks: 12, effect: 0.8 },
  'small and skewed': { ...typical, listings: 40, uneven: 1.5, restless: 1, kept: 0.9, effect: 0.5 },
};
const weekMs = 7 * 86_400_000;
const start = Date.UTC(2026, 0, 5);
const [mostClaims, leastHeld, mostHeld] = [10, 88, 92];

type Outcome = { held: boolean; isClaimed: boolean; isWrongWay: boolean };
type Tally = { results: Outcome[] };

console.log(`${experiments} experiments without an effect, and ${2 * experiments} with one, in each world. In %:\n`);
const columns = ['world', 'false claims', 'likes held', 'seen', 'wrong way', 'sales held', 'seen', 'could see', 'seen'];
console.log(columns.map(cell).join(''));
const isMet = Object.entries(worlds).map(printWorld);
process.exitCode = isMet.includes(false) ? 1 : 0;

function printWorld([name, world]: [string, World]): boolean {
  const { any } = judge({ ...world, effect: 0 }, experiments, 1);
  const claims = (100 * any) / experiments;
  const { likes, sales } = judge(world, 2 * experiments, 2);
  const held = percentOf(likes, ({ held }) => held);
  const isMet = claims <= mostClaims && held >= leastHeld && held <= mostHeld;
  const seen = (tally: Tally): string => percentOf(tally, ({ isClaimed }) => isClaimed).toFixed();
  const wrong = percentOf(likes, ({ isWrongWay }) => isWrongWay).toFixed(1);
  const hasSales = sales.results.length > experiments;
  const salesHeld = hasSales ? percentOf(sales, ({ held }) => held).toFixed(1) : 'too few';
  const cells = [name, claims.toFixed(1), held.toFixed(1), seen(likes), wrong, salesHeld, hasSales ? seen(sales) : ''];
  console.log([...cells, ...powerOf(world), isMet ? '' : 'MISSED'].map(cell).join(''));
  return isMet;
}

function cell(text: string, column: number): string {
  return column === 0 ? text.padEnd(17) : text.padStart(13);
}

function judge(
  world: World,
  count: number,
  part: number,
  effectIn?: (closet: readonly Candidate[]) => number,
): { likes: Tally; sales: Tally; any: number } {
  const tallies: { likes: Tally; sales: Tally; any: number } = {
    likes: { results: [] },
    sales: { results: [] },
    any: 0,
  };
  for (let number = 0; number < count; number += 1) {
    const seed = Math.imul(part * 1_000_003 + number, 0x9e3779b1) >>> 0;
    const run = runExperiment(world, seed, effectIn);
    let isAnyClaimed = false;
    for (const outcome of ['likes', 'sales'] as const) {
      const { pairs, difference } = run[outcome];
      const comparison = compare(pairs, { seed, weeks: world.weeks, shared: { usual: 30, onceADay: 7 } });
      const isClaimed = add(tallies[outcome], comparison, difference);
      isAnyClaimed ||= isClaimed;
    }
    if (isAnyClaimed) tallies.any += 1;
  }
  return tallies;
}

function add(tally: Tally, { verdict, low, high, difference }: Comparison, truth: number): boolean {
  if (verdict === 'not_enough') return false;
  const isClaimed = verdict === 'difference';
  tally.results.push({
    held: low <= truth && truth <= high,
    isClaimed,
    isWrongWay: isClaimed && difference * truth < 0,
  });
  return isClaimed;
}

function percentOf({ results }: Tally, is: (outcome: Outcome) => boolean): number {
  return (100 * results.filter(is).length) / Math.max(1, results.length);
}

/** What such closets are told beforehand, on average, and how many experiments see a difference of just that size. */
function powerOf(world: World): string[] {
  let told = 0;
  const effectIn = (closet: readonly Candidate[]): number => {
    const { likesPercent } = foresee(closet, { soldAWeek: null, now: start })(world.weeks);
    told += likesPercent ?? 300;
    return (likesPercent ?? 300) / 100;
  };
  const count = Math.ceil(experiments / 3);
  const { likes } = judge({ ...world, unequal: 0 }, count, 3, effectIn);
  return [(told / count).toFixed(), percentOf(likes, ({ isClaimed }) => isClaimed).toFixed()];
}

type World = {
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

type Item = Candidate & { likesAWeek: number; mood: number; unequal: number };
type Truth = { pairs: PairWeek[] /** Per listing and week. */; difference: number };

/** One experiment: the pairs of all weeks as `analyze.ts` gets them, and the difference that they should show. */
function runExperiment(
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

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** With mean 1. */
function uneven(random: () => number, deviation: number): number {
  return Math.exp(deviation * normal(random) - deviation ** 2 / 2);
}

function poisson(random: () => number, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const least = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > least; product *= random()) count += 1;
  return count;
}
