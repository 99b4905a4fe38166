// Measures pricing at run time: the fit of 10,000 comparables in the engine's thread, one estimate, and the optimizer for 20 of
// 1,200 listings with the database. Meanwhile the server's thread monitors its event loop. The listings are the practice
// marketplace's. The fit is measured in processor time, which other load on the machine changes little. The exit code is 0 if all
// limits are met.

import { setTimeout as sleep } from 'node:timers/promises';
import type { FitSource } from '#domain/ports/pricing/engine.ts';
import { strategies } from '#domain/pricing/advice/choose-listings.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit/fit.ts';
import { openPricingEngine } from '#server/adapters/pricing-engine/engine.ts';
import { optimizePrices } from '#server/features/pricing/advice/give-advice.ts';
import { watchLoop } from '../engine/loop.ts';
import { machine } from '../engine/processes.ts';
import { areMet, type Row, table } from '../engine/rows.ts';
import { median } from '../pricing/figures.ts';
import { closetOf, comparableOf, marketListings, openSeller } from './seller.ts';

const asked = { fitMs: 500, addedMb: 150, estimateMs: 5, optimizerMs: 100, blockedMs: 30 } as const;
const [comparables, closetSize, turns] = [10_000, 1_200, 20];
const now = Date.now();
const log = { warn: (fields: object, message: string) => console.error(message, fields) };

const timed = async (work: () => unknown): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const rows: Row[] = [];
console.log(machine());
await measureThread();
await measureFit();
await measureSeller();

console.log(table([{ title: 'Pricing in the running server', rows }]));
process.exitCode = areMet(rows) ? 0 : 1;

/** Runs first, because it compares the memory of this process with the memory before anything was learned. */
async function measureThread(): Promise<void> {
  const engine = openPricingEngine({ log });
  const sourceOf = (version: string, count: number): FitSource => ({ key: 'one', version, load: () => pages(count) });
  const item = { title: 'Levi’s 501 jeans', brand: 'Levi’s', category: 'Jeans' };
  const ask = (source: FitSource) => engine.ask(source, 'appraise', { item, count: 6 });
  const source = sourceOf('all', comparables);
  // Loads the words that listings are made of, and keeps no listing.
  for await (const page of pages(1_000)) void page;
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const firstMs = await timed(() => ask(source));
  clearInterval(sampling);
  const answers: number[] = [];
  for (let turn = 0; turn < 100; turn++) answers.push(await timed(() => ask(source)));
  // The thread returns the garbage of a fit after a second of rest.
  await sleep(3_000);
  rows.push({
    name: 'memory added by thread and fit',
    value: (process.memoryUsage.rss() - before) / 2 ** 20,
    most: asked.addedMb,
    unit: 'MB',
    note: `${((most - before) / 2 ** 20).toFixed(0)} MB at most while learning`,
  });
  rows.push({
    name: 'one estimate and 6 comparables',
    value: median(answers),
    most: asked.estimateMs,
    unit: 'ms',
    note: `there and back between the threads; the first, with thread, comparables and fit, ${firstMs.toFixed(0)} ms`,
  });
  await engine.close();
}

async function measureFit(): Promise<void> {
  const all: Comparable[] = [];
  for await (const page of pages(comparables)) all.push(...page);
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const fits: { ms: number; wallMs: number }[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const before = spent();
    const wallMs = await timed(() => fitPricing(all).prepare());
    fits.push({ ms: spent() - before, wallMs });
  }
  const [first, ...others] = fits;
  rows.push({
    name: `fit of ${comparables} comparables`,
    value: median(others.map(({ ms }) => ms)),
    most: asked.fitMs,
    unit: 'ms',
    note: `of the processor; the first, cold, ${first?.ms.toFixed(0)} ms; by the clock ${median(others.map(({ wallMs }) => wallMs)).toFixed(0)} ms`,
  });
}

async function measureSeller(): Promise<void> {
  const engine = openPricingEngine({ log });
  const market: ReturnType<typeof closetOf> = [];
  const closet = closetOf({ serial: 1, available: closetSize, sold: 300, now });
  const labels = new Set(closet.map(({ brand }) => brand));
  for (const listing of marketListings(now)) {
    if (market.length === comparables) break;
    if (labels.has(listing.brand)) market.push(listing);
  }
  const seller = await openSeller({ engine, closet, market, now });
  try {
    const { pricing, userId } = seller;
    const optimize = (strategy: (typeof strategies)[number]) =>
      optimizePrices(pricing, userId, { strategy, limit: 20 });
    let watch = watchLoop();
    const firstMs = await timed(() => optimize('underperforming'));
    const learning = watch.end().worked;
    watch = watchLoop();
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn++)
      times.push(await timed(() => optimize(strategies[turn % strategies.length] ?? 'random')));
    const answering = watch.end().worked;
    const reached = times.toSorted((one, other) => one - other);
    rows.push({
      name: `optimizer, 20 of ${closetSize}, median`,
      value: median(times),
      most: asked.optimizerMs,
      unit: 'ms',
      note: `slowest ${reached.at(-1)?.toFixed(0)} ms; the first, with a fit of ${seller.comparables}, ${firstMs.toFixed(0)} ms`,
    });
    rows.push({
      name: 'loop blocked while learning, most',
      value: learning.most,
      most: asked.blockedMs,
      unit: 'ms',
      note: `p99 ${learning.p99.toFixed(1)} ms`,
    });
    rows.push({
      name: 'loop blocked while advising, most',
      value: answering.most,
      most: asked.blockedMs,
      unit: 'ms',
      note: `p99 ${answering.p99.toFixed(1)} ms`,
    });
  } finally {
    await seller.close();
    await engine.close();
  }
}

/** Comparables as the database returns them: a thousand at a time, none kept here. */
async function* pages(count: number): AsyncGenerator<Comparable[]> {
  const listings = marketListings(now);
  for (let from = 0; from < count; from += 1_000) {
    const page: Comparable[] = [];
    while (page.length < Math.min(1_000, count - from)) {
      const { value } = listings.next();
      if (value) page.push(comparableOf(value));
    }
    yield page;
  }
}
