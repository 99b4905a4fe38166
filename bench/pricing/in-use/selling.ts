// Measures what the engine says about selling.

import { type Band, placePrice } from '#domain/pricing/advice/position.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit/fit.ts';
import { seeded } from '#tests/chaos/seeded.ts';
import {
  areaUnderCurve,
  judge,
  logError,
  logErrorOf,
  logRatio,
  mean,
  rootMeanSquare,
  round,
  shareOf,
  shuffled,
} from '../figures.ts';
import { fitCurves } from '../smooth-curves.ts';
import type { Case } from '../tables.ts';

const bands: readonly Band[] = ['far_above', 'above', 'inside', 'below', 'far_below'];

/** Whether the position of a price among estimates that were learned only from sales predicts what sells. */
export function positionFigures(train: readonly Comparable[], test: readonly Comparable[]) {
  const fit = fitPricing(train.filter(({ state }) => state === 'sold'));
  const placed = test.flatMap((row) => {
    const estimate = fit.estimate(row);
    return estimate.kind === 'estimate'
      ? [{ ...placePrice(estimate, row.price), price: row.price, happened: row.state === 'sold' }]
      : [];
  });
  const ladder = bands.map((band) => {
    const rows = placed.filter((row) => row.band === band);
    return {
      band,
      rows: rows.length,
      soldShare:
        rows.length === 0
          ? null
          : round(
              shareOf(rows, ({ happened }) => happened),
              3,
            ),
    };
  });
  const under = placed.filter(({ band }) => band === 'below' || band === 'far_below');
  const over = placed.filter(({ band }) => band === 'far_above');
  const lower = shareOf(over, ({ happened }) => happened);
  const higher = shareOf(under, ({ happened }) => happened);
  return {
    soldAuc: round(areaUnderCurve(placed.map(({ ratio, happened }) => ({ score: -ratio, happened }))), 3),
    soldAucOfPriceAlone: round(areaUnderCurve(placed.map(({ price, happened }) => ({ score: -price, happened }))), 3),
    ladder,
    belowToFarAbove: round(higher / lower, 2),
  };
}

/**
 * Sold comparables are rare: the error with few of them, and the bias when half of all comparables are asks. Means of five draws.
 */
export function scarcityFigures(train: readonly Comparable[], test: readonly Comparable[]) {
  const sold = train.filter(({ state }) => state === 'sold');
  const asks = train.filter(({ state }) => state === 'ask');
  const sales = test.filter(({ state }) => state === 'sold');
  const draws = [1, 2, 3, 4, 5];
  const withFew = (count: number): number =>
    mean(
      draws.map((draw) =>
        rootMeanSquare(judge(fitPricing(shuffled(sold, seeded(draw)).slice(0, count)), sales).map(logError)),
      ),
    );
  const pairs = Math.min(sold.length, asks.length);
  const half = draws
    .slice(0, 3)
    .map((draw) =>
      judge(
        fitPricing([...shuffled(sold, seeded(draw)).slice(0, pairs), ...shuffled(asks, seeded(draw)).slice(0, pairs)]),
        sales,
      ).map(logRatio),
    );
  const beside = judge(fitPricing([...sold.slice(0, 35), ...asks]), sales);
  return {
    rmsleWith50Sales: round(withFew(50)),
    rmsleWith200Sales: round(withFew(200)),
    with35SalesAndAllAsks: {
      rmsle: round(rootMeanSquare(beside.map(logError))),
      bias: round(Math.exp(mean(beside.map(logRatio))), 3),
    },
    biasWhenHalfAreAsks: round(Math.exp(mean(half.map(mean))), 3),
  };
}

type Watched = { ratio: number; likes: number; days: number; start: number; final: number };

const axes = {
  ratio: { of: ({ ratio }: Watched) => ratio, step: 0.25 },
  likes: { of: ({ likes }: Watched) => Math.log1p(likes), step: 0.7 },
  days: { of: ({ days }: Watched) => Math.log1p(days), step: 0.7 },
  start: { of: ({ start }: Watched) => Math.log(start), step: 0.5 },
};
const turn = Date.UTC(2020, 8, 1);
const dayMs = 86_400_000;

/** Learned from sales before September and tested on listings from September on: whether the first price is cut later. */
export function outOfTimeFigures(train: readonly Case[], test: readonly Case[]) {
  const past = train.filter((row) => row.startPrice !== undefined && endOf(row) < turn);
  const future = test.filter((row) => row.startPrice !== undefined && (row.comparable.listedAt ?? 0) >= turn);
  if (past.length < 200 || future.length < 50) return null;
  const halves = [past.filter((_, at) => at % 2 === 0), past.filter((_, at) => at % 2 === 1)] as const;
  const lessons = [...watch(halves[0], halves[1]), ...watch(halves[1], halves[0])];
  const seen = watch(past, future);
  const isCut = ({ start, final }: Watched): boolean => final <= 0.95 * start;
  const auc = (score: (row: Watched) => number): number =>
    round(areaUnderCurve(seen.map((row) => ({ score: score(row), happened: isCut(row) }))), 3);
  const chance = fitCurves(
    lessons,
    lessons.map((row) => (isCut(row) ? 1 : 0)),
    [axes.ratio, axes.likes, axes.days],
  );
  const change = fitCurves(
    lessons,
    lessons.map(({ start, final }) => Math.log(final / start)),
    [axes.ratio],
  );
  const error = (forecast: (row: Watched) => number): number =>
    round(rootMeanSquare(seen.map((row) => logErrorOf(forecast(row), row.final))));
  return {
    rows: { past: past.length, future: seen.length },
    cutAuc: {
      positionAlone: auc(({ ratio }) => ratio),
      startPriceAlone: auc(({ start }) => start),
      positionDaysLikes: auc(chance),
    },
    finalPriceRmsle: {
      doNothing: error(({ start }) => start),
      forecast: error((row) => row.start * Math.exp(Math.min(0, change(row)))),
    },
  };
}

const endOf = ({ comparable, days = 0 }: Case): number => (comparable.listedAt ?? 0) + days * dayMs;

/** The position of first prices among estimates from comparables that do not include them. */
function watch(known: readonly Case[], rows: readonly Case[]): Watched[] {
  const fit = fitPricing(known.map(({ comparable }) => comparable));
  return rows.flatMap(({ comparable, startPrice = 0, likes = 0, days = 0 }) => {
    const estimate = fit.estimate(comparable);
    if (estimate.kind === 'abstained' || startPrice <= 0) return [];
    return [{ ratio: placePrice(estimate, startPrice).ratio, likes, days, start: startPrice, final: comparable.price }];
  });
}
