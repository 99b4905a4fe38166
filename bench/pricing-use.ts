// `npm run bench -- pricing-use DATA_DIR` judges prices by what a seller has: the columns of a live search, what a photo shows,
// and a future that the engine has not seen. Each table is split at random several times. Offline and
// deterministic.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing, type PricingFit } from '#domain/pricing/fit/fit.ts';
import { seeded } from '#domain/random/seeded.ts';
import { figuresOf, type Judged, judge, logErrorOf, mean, rootMeanSquare, shuffled } from './pricing/figures.ts';
import { columns, liveColumns, noiseFloor, photoColumns } from './pricing/in-use/live-columns.ts';
import { outOfTimeSplits } from './pricing/in-use/out-of-time.ts';
import { judgePhotos } from './pricing/in-use/photo-patterns.ts';
import { casesOf, comparablesOf, type Table, tables } from './pricing/tables.ts';

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
  for (let split = 1; split <= Number(options.splits); split++) {
    const rows = shuffled(cases, seeded(1000 + split)).slice(0, Number(options.most));
    const known = comparablesOf(rows.slice(0, Math.floor(0.8 * rows.length)));
    const held = comparablesOf(rows.slice(Math.floor(0.8 * rows.length)));
    judgeSplit(answers, { table, known, all: held });
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
}

type Split = { table: Table; known: Comparable[]; all: Comparable[] };

function judgeSplit(answers: Map<string, Answers>, { table, known, all }: Split): void {
  const held = ofState(all, table.judged);
  const views = [
    { view: 'full', learned: known, asked: held },
    { view: 'live', learned: known.map(liveColumns), asked: held.map(liveColumns) },
  ];
  for (const { view, learned, asked } of views) {
    const fit = fitPricing(learned);
    const judged = judge(fit, asked);
    put(answers, view, judged, asked.length);
    if (view === 'full') putPhotos(answers, 'photo', fit, held);
  }
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

function print(question: string, { splits }: Answers): void {
  const errors = splits.map(({ judged }) =>
    rootMeanSquare(judged.map(({ price, estimate }) => logErrorOf(estimate.price, price))),
  );
  const all = splits.flatMap(({ judged }) => judged);
  const figures = figuresOf(all, 0);
  const spread = splits.length > 1 ? ` (${Math.min(...errors).toFixed(3)} to ${Math.max(...errors).toFixed(3)})` : '';
  const [answered, asked] = [all.length, splits.reduce((sum, split) => sum + split.asked, 0)];
  const rest = `coverage ${(100 * figures.coverage80).toFixed(1)} %, fifths ${figures.coverage80ByWidth.map((share) => Math.round(100 * share)).join(' ')}, high/low ${figures.medianHighToLow.toFixed(1)}, confidence ${figures.meanConfidence.toFixed(2)} ECE ${figures.confidenceEce.toFixed(3)}`;
  console.log(
    `  ${question.padEnd(40)} RMSLE ${mean(errors).toFixed(4)}${spread} median ${figures.medianErrorPercent.toFixed(1)} % bias ${figures.bias.toFixed(3)} ${answered < asked ? `answered ${((100 * answered) / asked).toFixed(1)} % ` : ''}${rest}`,
  );
}

function printFloor(view: string, floor: ReturnType<typeof noiseFloor>): void {
  if (floor === null) return;
  const { deviation, rows } = floor;
  console.log(`  rows that agree in all ${view} columns differ by ${deviation.toFixed(3)} (${rows.size} such rows)`);
}

function ofState(rows: readonly Comparable[], state: Comparable['state']): Comparable[] {
  return rows.filter((row) => row.state === state);
}
