// `npm run bench -- experiment`: whether the experiment claims only what is true, on made closets whose truth is known. It measures no
// time, and is the same on every machine.

import { parseArgs } from 'node:util';
import { type Comparison, compare } from '#domain/experiment/analyze.ts';
import { foresee } from '#domain/experiment/detectable.ts';
import type { Candidate } from '#domain/experiment/weeks.ts';
import { runExperiment, start, type World } from './world.ts';

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
