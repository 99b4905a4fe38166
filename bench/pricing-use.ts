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
import { judgePhotos } from './pricing/photo-patterns.ts';
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

const dayMs = 86_400_000;

/** What a search at the marketplace returns of an item. */
const columns = ['title', 'brand', 'department', 'category', 'subcategory', 'size', 'condition'] as const;

/** What a photo with hints tells at most of these columns. */
const photoColumns = ['brand', 'category', 'subcategory', 'condition'] as const;

/** With fewer rows a group says little about how much its prices differ. */
const leastInGroup = 5;

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

/** A search also returns when each item was listed. */
function liveColumns({ id, source, state, price, ...row }: Comparable): Comparable {
  const known = columns.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const]));
  const { listedAt } = row;
  return { id, source, state, price, ...Object.fromEntries(known), ...(listedAt !== undefined && { listedAt }) };
}

/**
 * How much prices differ, as RMSLE measures it, among rows that agree in all these columns (the standard deviation). No estimate
 * from these columns can be closer, on average, to rows like these; `rows` holds their ids. null if hardly any rows agree.
 */
function noiseFloor(
  rows: readonly Comparable[],
  agreeIn: readonly (typeof columns)[number][],
): { deviation: number; rows: ReadonlySet<string> } | null {
  const nameOf = (row: Comparable): string =>
    JSON.stringify([...agreeIn.map((name) => row[name] ?? null), row.state]).toLowerCase();
  const groups = [...Map.groupBy(rows, nameOf).values()].filter((group) => group.length >= leastInGroup);
  const ids = new Set(groups.flatMap((group) => group.map(({ id }) => id)));
  if (ids.size < rows.length / 20) return null;
  const squares = groups.map((group) => {
    const logs = group.map(({ price }) => logErrorOf(price, 0));
    const middle = mean(logs);
    return logs.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  });
  return {
    deviation: Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / (ids.size - groups.length)),
    rows: ids,
  };
}

/** When a price was seen: at the sale, or when it was asked. null if a table tells no dates of sales (it tells them with first prices). */
function seenAt({ comparable: { listedAt, state }, days = 0, startPrice }: Case): number | null {
  if (listedAt === undefined || (state === 'sold' && startPrice === undefined)) return null;
  return state === 'sold' ? listedAt + days * dayMs : listedAt;
}

/**
 * At each of three moments, from the middle of the table's time on: what sells in the next 30 days, what sells later on, what is
 * also listed later, and what of that is listed in the next 30 days. What is listed late in a table is in it only if it sold
 * fast. Of the last, the table knows the sales of the following weeks, too.
 */
function outOfTimeSplits(cases: readonly Case[]): { name: string; past: Comparable[]; future: Comparable[] }[] {
  const dated = cases
    .flatMap((row) => {
      const at = seenAt(row);
      return at === null ? [] : [{ at, row: row.comparable }];
    })
    .toSorted((one, other) => one.at - other.at);
  if (dated.length < cases.length / 2) return [];
  return [0.5, 0.65, 0.8].flatMap((share) => {
    const turn = dated[Math.floor(share * dated.length)]?.at ?? 0;
    const rowsOf = (holds: (dated: { at: number; row: Comparable }) => boolean): Comparable[] =>
      dated.filter(holds).map(({ row }) => row);
    const past = rowsOf(({ at }) => at < turn);
    return [
      { name: 'next 30 days', past, future: rowsOf(({ at }) => at >= turn && at < turn + 30 * dayMs) },
      { name: 'all later', past, future: rowsOf(({ at }) => at >= turn) },
      { name: 'listed later', past, future: rowsOf(({ row: { listedAt = 0 } }) => listedAt >= turn) },
      {
        name: 'listed in the next 30 days',
        past,
        future: rowsOf(({ row: { listedAt = 0 } }) => listedAt >= turn && listedAt < turn + 30 * dayMs),
      },
    ];
  });
}
