// Situations in which a pricing engine that cheats or is too certain reveals itself.
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit/fit.ts';
import {
  figuresOf,
  judge,
  logError,
  logErrorOf,
  logRatio,
  mean,
  median,
  rootMeanSquare,
  round,
  seeded,
  shareOf,
  shuffled,
} from './figures.ts';

const most = { train: 4000, test: 1000 } as const;

/** Situations in which an engine that cheats or is too certain reveals itself. */
export function guardsOf(allTrain: readonly Comparable[], allTest: readonly Comparable[]) {
  const random = seeded(11);
  const train = shuffled(allTrain, random).slice(0, most.train);
  const test = shuffled(allTest, random).slice(0, most.test);
  const usual = judge(fitPricing(train), test);
  return {
    rows: { train: train.length, test: test.length },
    shuffledPrices: shuffledPrices(train, test, random),
    unseenBrand: unseenBrand(train, test, usual),
    noComparables: noComparables(test),
    asksOnly: asksOnly(train, test),
    pricesOffBy100: pricesOffBy100(train, test, random, rootMeanSquare(usual.map(logError))),
  };
}

/** Nothing can be learned: the range must still have its coverage, and the error must be that of a single price for all. */
function shuffledPrices(train: readonly Comparable[], test: readonly Comparable[], random: () => number) {
  const prices = shuffled(
    train.map(({ price }) => price),
    random,
  );
  const judged = judge(fitPricing(train.map((row, at) => ({ ...row, price: prices[at] ?? row.price }))), test);
  const one = Math.exp(mean(train.map(({ price }) => Math.log(price))));
  const { rmsle, coverage80 } = figuresOf(judged, test.length);
  return {
    rmsle,
    rmsleOfOnePriceForAll: round(rootMeanSquare(test.map(({ price }) => logErrorOf(one, price)))),
    coverage80,
  };
}

/** Without its brand less is known about an item, so the range must widen. */
function unseenBrand(train: readonly Comparable[], test: readonly Comparable[], usual: ReturnType<typeof judge>) {
  const judged = judge(
    fitPricing(train),
    test.map((row) => ({ ...row, brand: 'Qxzwvk Nobody', title: withoutBrand(row) })),
  );
  const width = (rows: ReturnType<typeof judge>): number =>
    median(rows.map(({ estimate }) => estimate.range.high / estimate.range.low));
  return {
    rows: test.length,
    answered: judged.length,
    medianHighToLow: round(width(judged), 2),
    usually: round(width(usual), 2),
    coverage80: figuresOf(judged, test.length).coverage80,
  };
}

const withoutBrand = ({ title, brand = '' }: Comparable): string | undefined => {
  const words = new Set(brand.toLowerCase().split(/[\s_]+/));
  return title
    ?.split(' ')
    .filter((word) => !words.has(word.toLowerCase()))
    .join(' ');
};

/** It must abstain, or say that the price comes from the hand-written prior. */
function noComparables(test: readonly Comparable[]) {
  const fit = fitPricing([]);
  const values = test.map((row) => fit.estimate(row));
  return {
    abstained: round(
      shareOf(values, ({ kind }) => kind === 'abstained'),
      3,
    ),
    fromPrior: round(
      shareOf(values, (value) => value.kind === 'estimate' && value.basis === 'prior'),
      3,
    ),
    other: values.filter((value) => value.kind === 'estimate' && value.basis !== 'prior').length,
  };
}

/** It must say so, and apply the discount. */
function asksOnly(train: readonly Comparable[], test: readonly Comparable[]) {
  const asks = train.filter(({ state }) => state === 'ask');
  if (asks.length < 100) return null;
  const fit = fitPricing(asks);
  const pairs = test.flatMap((row) => {
    const sale = fit.estimate(row, 'sold');
    const ask = fit.estimate(row, 'ask');
    return sale.kind === 'estimate' && ask.kind === 'estimate' ? [{ sale, ask }] : [];
  });
  const sales = judge(
    fit,
    test.filter(({ state }) => state === 'sold'),
  );
  return {
    saysSo: round(
      shareOf(pairs, ({ sale }) => sale.fromAsksOnly || sale.basis === 'prior'),
      3,
    ),
    medianSaleToAsk: round(median(pairs.map(({ sale, ask }) => sale.price / ask.price)), 3),
    biasOnSales: sales.length < 30 ? null : round(Math.exp(mean(sales.map(logRatio))), 3),
  };
}

/** Three percent of the prices in cents instead of dollars, and three percent the other way: the rest must hardly change. */
function pricesOffBy100(
  train: readonly Comparable[],
  test: readonly Comparable[],
  random: () => number,
  usual: number,
) {
  const wrong = train.map((row) => {
    const draw = random();
    return { ...row, price: draw < 0.03 ? row.price * 100 : draw < 0.06 ? row.price / 100 : row.price };
  });
  const { rmsle, bias } = figuresOf(judge(fitPricing(wrong), test), test.length);
  const scaled = judge(fitPricing(train.map((row) => ({ ...row, price: row.price * 100 }))), test);
  return { rmsle, usually: round(usual), bias, allTimes100: round(Math.exp(mean(scaled.map(logRatio))), 3) };
}
