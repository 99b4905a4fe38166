// Computes accuracy and calibration of estimates.

import type { Cents } from '#domain/money.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import type { Estimate, PricingFit } from '#domain/pricing/fit/fit.ts';

/** One held-out price and its estimate. */
export type Judged = { price: Cents; estimate: Estimate };

export const round = (value: number, digits = 4): number => Number(value.toFixed(digits));
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
const shareOf = <T>(things: readonly T[], holds: (thing: T) => boolean): number =>
  things.filter(holds).length / things.length;

/**
 * The error whose root mean square is RMSLE: the difference of log(1 + price), with prices in whole dollars, as Kaggle defined
 * it. Compared with a plain ratio it tolerates a little more for prices of a few dollars.
 */
export const logErrorOf = (guess: Cents, price: Cents): number => Math.log1p(guess / 100) - Math.log1p(price / 100);
const logError = ({ price, estimate }: Judged): number => logErrorOf(estimate.price, price);
const logRatio = ({ price, estimate }: Judged): number => Math.log(estimate.price / price);
export const rootMeanSquare = (errors: readonly number[]): number => Math.sqrt(mean(errors.map((error) => error ** 2)));

const isWithin =
  (share: number) =>
  ({ price, estimate }: Judged): boolean =>
    Math.abs(price - estimate.price) <= share * estimate.price;
const isCovered =
  (which: 'half' | 'range') =>
  ({ price, estimate }: Judged): boolean =>
    price >= estimate[which].low && price <= estimate[which].high;
const widthOf = ({ estimate }: Judged): number => estimate.range.high / estimate.range.low;

/** The accuracy and calibration of a table. `withinX` are relative to the suggestion. `bias` above 1 means too expensive. */
export function figuresOf(judged: readonly Judged[], asked: number) {
  const ratios = judged.map(logRatio);
  const absolute = ratios.map((ratio) => Math.abs(Math.expm1(ratio)));
  const byWidth = fifths(judged, widthOf).map((part) => round(shareOf(part, isCovered('range')), 3));
  return {
    rows: asked,
    answered: judged.length,
    rmsle: round(rootMeanSquare(judged.map(logError))),
    medianErrorPercent: round(100 * median(absolute), 1),
    errorWithin20: round(
      shareOf(absolute, (error) => error <= 0.2),
      3,
    ),
    errorWithin30: round(
      shareOf(absolute, (error) => error <= 0.3),
      3,
    ),
    bias: round(Math.exp(mean(ratios)), 3),
    coverage80: round(shareOf(judged, isCovered('range')), 3),
    coverage50: round(shareOf(judged, isCovered('half')), 3),
    coverage80ByWidth: byWidth,
    worstWidthFifth: Math.min(...byWidth),
    medianHighToLow: round(median(judged.map(widthOf)), 2),
    meanConfidence: round(mean(judged.map(({ estimate }) => estimate.confidence)), 3),
    confidence: confidenceTable(judged),
    confidenceEce: round(calibrationError(judged)),
  };
}

/** Compares predicted with observed frequencies, in fifths of the predictions. */
const confidenceTable = (judged: readonly Judged[]): { stated: number; happened: number }[] =>
  fifths(judged, ({ estimate }) => estimate.confidence).map((part) => ({
    stated: round(mean(part.map(({ estimate }) => estimate.confidence)), 3),
    happened: round(shareOf(part, isWithin(0.2)), 3),
  }));

const calibrationError = (judged: readonly Judged[]): number =>
  mean(
    fifths(judged, ({ estimate }) => estimate.confidence).map((part) =>
      Math.abs(mean(part.map(({ estimate }) => estimate.confidence)) - shareOf(part, isWithin(0.2))),
    ),
  );

function fifths<T>(things: readonly T[], by: (thing: T) => number): T[][] {
  const sorted = [...things].sort((one, other) => by(one) - by(other));
  const cut = (part: number): number => Math.floor((part * sorted.length) / 5);
  return [0, 1, 2, 3, 4].map((part) => sorted.slice(cut(part), cut(part + 1)));
}

export function judge(fit: PricingFit, rows: readonly Comparable[]): (Judged & { comparable: Comparable })[] {
  return rows.flatMap((comparable) => {
    const { price, state, id: _id, source: _source, seenAt: _seenAt, ...item } = comparable;
    const estimate = fit.estimate(item, state);
    return estimate.kind === 'estimate' ? [{ price, estimate, comparable }] : [];
  });
}

export function shuffled<T>(things: readonly T[], random: () => number): T[] {
  return things
    .map((thing) => ({ thing, draw: random() }))
    .sort((one, other) => one.draw - other.draw)
    .map(({ thing }) => thing);
}
