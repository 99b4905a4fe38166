// `npm run bench:pricing -- TRAIN_DIR TEST_DIR` measures Hangtag's embedded engine on the given price tables. Prints one JSON
// object on standard output, and its progress on standard error. Offline and deterministic.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit/fit.ts';
import { seeded } from '#domain/random/seeded.ts';
import { figuresOf, judge, median, round, shuffled } from './figures.ts';
import { photoFigures } from './photo-patterns.ts';
import { type Case, casesOf, comparablesOf, type Table, tables } from './tables.ts';

const [trainFolder, testFolder] = process.argv.slice(2);
if (trainFolder === undefined || testFolder === undefined) {
  console.error('Which folders? npm run bench:pricing -- TRAIN_DIR TEST_DIR');
  process.exit(64);
}

const started = performance.now();
const found = Object.entries(tables).flatMap(([name, table]) => {
  const files = [trainFolder, testFolder].map((folder) => path.join(folder, table.file));
  if (!files.every((file) => existsSync(file))) {
    progress(`${name}: not in both folders, left out`);
    return [];
  }
  const [train = [], test = []] = files.map((file, at) => casesOf(table, file, at === 0 ? 'known' : 'held-out'));
  return train.length < 50 || test.length < 10 ? [] : [{ name, table, train, test }];
});
if (found.length === 0) {
  console.error('None of the tables is in both folders.');
  process.exit(66);
}

const speed = speedFigures(found.map(({ train }) => comparablesOf(train)));
const report = Object.fromEntries(found.map(({ name, ...entry }) => [name, figuresFor(name, entry)]));
console.log(
  JSON.stringify(
    { node: process.version, seconds: round((performance.now() - started) / 1000, 1), speed, tables: report },
    null,
    2,
  ),
);

function figuresFor(name: string, { table, train, test }: { table: Table; train: Case[]; test: Case[] }) {
  progress(`${name}: ${train.length} comparables, ${test.length} held out`);
  const known = comparablesOf(train);
  const held = comparablesOf(test);
  const cpu = process.cpuUsage();
  const clock = performance.now();
  const fit = fitPricing(known);
  fit.prepare();
  const seconds = {
    wall: round((performance.now() - clock) / 1000, 2),
    processor: round(process.cpuUsage(cpu).user / 1e6, 2),
  };
  const all = judge(fit, held);
  const judged = all.filter(({ comparable }) => comparable.state === table.judged);
  const both = new Set(known.map(({ state }) => state)).size === 2;
  return {
    comparables: known.length,
    judgedAs: table.judged,
    fitSeconds: seconds,
    judged: figuresOf(judged, held.filter(({ state }) => state === table.judged).length),
    ...(both ? { all: figuresOf(all, held.length) } : {}),
    photo:
      photoFigures(
        fit,
        held.filter(({ state }) => state === table.judged),
      ) ?? undefined,
  };
}

/** Time and memory for 10,000 comparables, cold and then warm. Runs first, before anything else uses memory. */
function speedFigures(candidates: readonly Comparable[][]) {
  const [largest = []] = [...candidates].sort((one, other) => other.length - one.length);
  const rows = shuffled(largest, seeded(3)).slice(0, 10_000);
  progress(`speed: ${rows.length} comparables`);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const timed = <T>(work: () => T) => {
    const cpu = process.cpuUsage();
    const clock = performance.now();
    const value = work();
    return {
      value,
      wall: round((performance.now() - clock) / 1000, 3),
      processor: round(process.cpuUsage(cpu).user / 1e6, 3),
    };
  };
  const fitted = () => {
    const fit = fitPricing(rows);
    fit.prepare();
    return fit;
  };
  const cold = timed(fitted);
  const after = process.memoryUsage.rss();
  const warm = timed(fitted);
  const millisecondsOf = (work: (row: Comparable) => unknown, count: number): number =>
    median(
      rows.slice(0, count).map((row) => {
        const clock = performance.now();
        work(row);
        return performance.now() - clock;
      }),
    );
  const estimateMs = millisecondsOf((row) => cold.value.estimate(row), 400);
  const nearestMs = millisecondsOf((row) => cold.value.nearest(row), 60);
  return {
    comparables: rows.length,
    fitSecondsCold: { wall: cold.wall, processor: cold.processor },
    fitSeconds: { wall: warm.wall, processor: warm.processor },
    residentMegabytesAdded: round((after - before) / 2 ** 20, 1),
    estimateMs: round(estimateMs, 3),
    nearestMs: round(nearestMs, 2),
  };
}

function progress(line: string): void {
  console.error(line);
}
