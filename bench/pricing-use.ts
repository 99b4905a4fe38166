// `npm run bench -- pricing-use DATA_DIR` judges prices by what a seller has: the columns of a live search, what a photo shows,
// no comparables at all, and a future that the engine has not seen. Each table is split at random several times. Offline and
// deterministic.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing, type PricingFit } from '#domain/pricing/fit/fit.ts';
import { fitBaseline } from './pricing/baseline.ts';
import {
  figuresOf,
  type Judged,
  judge,
  logErrorOf,
  mean,
  median,
  rootMeanSquare,
  seeded,
  shuffled,
} from './pricing/figures.ts';
import { columns, liveColumns, noiseFloor, photoColumns } from './pricing/in-use/live-columns.ts';
import { outOfTimeSplits } from './pricing/in-use/out-of-time.ts';
import { judgePhotos } from './pricing/in-use/photo-patterns.ts';
import { climb, emptyLadder, isMonotone } from './pricing/in-use/price-ladder.ts';
import { type Case, casesOf, comparablesOf, type Table, tables } from './pricing/tables.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    splits: { type: 'string', default: '6' },
    most: { type: 'string', default: '14000' },
    tables: { type: 'string', default: Object.keys(tables).join() },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Which folder? npm run bench -- pricing-use DATA_DIR [--splits 6] [--most 14000] [--tables a,b]');
  process.exit(64);
}

/** All splits of one kind of question. Means are taken over the splits; what needs many rows is computed from all of them. */
type Answers = { splits: { judged: Judged[]; asked: number }[] };

for (const name of options.tables.split(',')) {
  const table = tables[name];
  if (table === undefined || !existsSync(path.join(folder, table.file))) continue;
  const cases = casesOf(table, path.join(folder, table.file), 'row');
  console.log(`\n${name}: ${cases.length} rows, judged as ${table.judged}`);
  const answers = new Map<string, Answers>();
  const judgedRows = ofState(comparablesOf(cases), table.judged);
  const floor = noiseFloor(judgedRows, columns);
  let ladder = emptyLadder();
  for (let split = 1; split <= Number(options.splits); split++) {
    const rows = shuffled(cases, seeded(1000 + split)).slice(0, Number(options.most));
    const known = comparablesOf(rows.slice(0, Math.floor(0.8 * rows.length)));
    const held = comparablesOf(rows.slice(Math.floor(0.8 * rows.length)));
    judgeSplit(answers, { table, known, all: held, alike: floor?.rows });
    if (held.some(({ state }) => state === 'sold') && held.some(({ state }) => state === 'ask'))
      ladder = climb(ladder, known, held);
  }
  for (const { name: when, past, future } of outOfTimeSplits(cases)) {
    const later = ofState(future, table.judged);
    put(answers, `out of time, ${when}`, judge(fitPricing(past), later), later.length);
    const live = later.map(liveColumns);
    put(answers, `live, ${when}`, judge(fitPricing(past.map(liveColumns)), live), live.length);
  }
  for (const [question, answer] of answers) print(question, answer);
  printFloor('live', floor);
  printFloor('photo', noiseFloor(judgedRows, photoColumns));
  printLadder(ladder);
  console.log(`  own asks doubled: estimates move by ${(100 * movedByOwnAsks(cases)).toFixed(2)} % at most`);
}

type Split = { table: Table; known: Comparable[]; all: Comparable[]; alike: ReadonlySet<string> | undefined };

function judgeSplit(answers: Map<string, Answers>, { table, known, all, alike }: Split): void {
  const held = ofState(all, table.judged);
  const views = [
    { view: 'full', learned: known, asked: held },
    { view: 'live', learned: known.map(liveColumns), asked: held.map(liveColumns) },
  ];
  for (const { view, learned, asked } of views) {
    const fit = fitPricing(learned);
    const judged = judge(fit, asked);
    put(answers, view, judged, asked.length);
    if (alike !== undefined) putByAlike(answers, view, judged, alike);
    put(answers, `${view}, ridge`, judgeRidge(fit, learned, asked), asked.length);
    if (view === 'full' && all.length > held.length) put(answers, 'full, sales and asks', judge(fit, all), all.length);
    if (view === 'full') putPhotos(answers, 'photo', fit, held);
  }
  const prior = fitPricing([]);
  put(answers, 'prior alone', judge(prior, held), held.length);
  putPhotos(answers, 'prior alone, photo', prior, held);
}

/** Rows that agree with others in all live columns, apart from rows that hardly any other is like. */
function putByAlike(
  answers: Map<string, Answers>,
  view: string,
  judged: ReturnType<typeof judge>,
  alike: ReadonlySet<string>,
): void {
  const [common = [], rare = []] = [true, false].map((isAlike) =>
    judged.filter(({ comparable }) => alike.has(comparable.id) === isAlike),
  );
  put(answers, `${view}, rows like 4 or more others`, common, common.length);
  put(answers, `${view}, rarer rows`, rare, rare.length);
}

function putPhotos(answers: Map<string, Answers>, view: string, fit: PricingFit, held: Comparable[]): void {
  for (const { name, asked, judged } of judgePhotos(fit, held)) put(answers, `${view}: ${name}`, judged, asked);
}

function put(answers: Map<string, Answers>, question: string, judged: Judged[], asked: number): void {
  if (judged.length < 30) return;
  const known = answers.get(question) ?? { splits: [] };
  known.splits.push({ judged, asked });
  answers.set(question, known);
}

function judgeRidge(fit: PricingFit, known: Comparable[], held: Comparable[]): Judged[] {
  const baseline = fitBaseline(known);
  return withPrices(
    fit,
    held,
    held.map((row) => Math.exp(baseline(row))),
  );
}

/** The prices of a baseline. It has no ranges of its own, so only its errors are printed. */
function withPrices(fit: PricingFit, held: Comparable[], prices: number[]): Judged[] {
  return held.flatMap((row, at) => {
    const estimate = fit.estimate(row, row.state);
    return estimate.kind === 'estimate'
      ? [{ price: row.price, estimate: { ...estimate, price: prices[at] ?? 1 } }]
      : [];
  });
}

function print(question: string, { splits }: Answers): void {
  const errors = splits.map(({ judged }) =>
    rootMeanSquare(judged.map(({ price, estimate }) => logErrorOf(estimate.price, price))),
  );
  const all = splits.flatMap(({ judged }) => judged);
  const figures = figuresOf(all, 0);
  const spread = splits.length > 1 ? ` (${Math.min(...errors).toFixed(3)} to ${Math.max(...errors).toFixed(3)})` : '';
  const [answered, asked] = [all.length, splits.reduce((sum, split) => sum + split.asked, 0)];
  const rest = /ridge/.test(question)
    ? ''
    : `coverage ${(100 * figures.coverage80).toFixed(1)} %, fifths ${figures.coverage80ByWidth.map((share) => Math.round(100 * share)).join(' ')}, high/low ${figures.medianHighToLow.toFixed(1)}, confidence ${figures.meanConfidence.toFixed(2)} ECE ${figures.confidenceEce.toFixed(3)}`;
  console.log(
    `  ${question.padEnd(40)} RMSLE ${mean(errors).toFixed(4)}${spread} median ${figures.medianErrorPercent.toFixed(1)} % bias ${figures.bias.toFixed(3)} ${answered < asked ? `answered ${((100 * answered) / asked).toFixed(1)} % ` : ''}${rest}`,
  );
}

function printFloor(view: string, floor: ReturnType<typeof noiseFloor>): void {
  if (floor === null) return;
  const { deviation, rows } = floor;
  console.log(`  rows that agree in all ${view} columns differ by ${deviation.toFixed(3)} (${rows.size} such rows)`);
}

function printLadder(ladder: ReturnType<typeof emptyLadder>): void {
  if (ladder.every(({ rows }) => rows === 0)) return;
  const steps = ladder.map(
    ({ upTo, rows, sold }) =>
      `${upTo === Number.POSITIVE_INFINITY ? 'above' : `to ${upTo}`}: ${((100 * sold) / rows).toFixed(0)} % of ${rows}`,
  );
  console.log(
    `  sold, by price over estimate: ${steps.join(', ')}; ${isMonotone(ladder) ? 'monotone' : 'NOT MONOTONE'}`,
  );
}

/** A closet of 60 rows among 600 others: how far its estimates move if half of its asks are doubled. */
function movedByOwnAsks(cases: readonly Case[]): number {
  const rows = shuffled(comparablesOf(cases), seeded(7)).slice(0, 660);
  const closet = rows
    .slice(0, 60)
    .map((row) => ({ ...row, source: 'closet' as const, state: 'ask' as const, seller: 'own' }));
  const pricesWith = (own: Comparable[]): number[] => {
    const fit = fitPricing([...rows.slice(60), ...own]);
    return closet.flatMap(({ price: _price, ...item }) => {
      const estimate = fit.estimate(item);
      return estimate.kind === 'estimate' ? [estimate.price] : [];
    });
  };
  const usual = pricesWith(closet);
  const doubled = pricesWith(closet.map((row, at) => (at % 2 === 0 ? { ...row, price: 2 * row.price } : row)));
  return Math.max(...usual.map((price, at) => Math.abs((doubled[at] ?? median(usual)) / price - 1)));
}

function ofState(rows: readonly Comparable[], state: Comparable['state']): Comparable[] {
  return rows.filter((row) => row.state === state);
}
