import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { buildDesign, readRow, type SparseRow, type TokenSink } from './design.ts';
import { familyNumber } from './families.ts';
import { foldsFor, withoutFold } from './folds.ts';
import { solveRidge, valueAt, valuesOf } from './solve.ts';
import { hashText } from './token-index.ts';
import { bend } from './tokens.ts';
import { doubts, type Learned, learnSpreads, unseenSteps } from './variance-components.ts';

/** A row together with what was said of it: the log of its price against the typical one, and the doubt of its tokens. */
type Told = { facts: Facts; state: PriceState; level: number; doubt: Doubt };

/**
 * What a row's tokens leave open. `usual` is a standard deviation: noise and all that titles, sizes and crosses do not tell;
 * how much that matters is learned. `strange` is a variance: labels and kinds that are hardly known. Too few comparables have
 * such for their weight to be learned, so it is taken in full.
 */
export type Doubt = { usual: number; strange: number };

/** Errors are scaled by their typical size; of a normal error that is this share of its standard deviation. */
const typicalError = 0.53;

/** How far off the engine is: a scale for each item, and how errors spread in units of that scale. */
export type Calibration = {
  scaleOf(told: Told): number;
  /** Errors (log of true price over said price, in scales), ascending, of rows that their fit had not seen. */
  scores(state: PriceState): Float64Array;
  /** Log of the said price of each row, by the fit that had not seen it. */
  unseen: Float64Array;
};

/** Fewer than this of one state, and its errors are read off all rows. */
const leastOfState = 60;

/**
 * Cross-conformal calibration: every comparable is predicted by a fit that did not see it; a second fit learns from those
 * errors how large they are for which things; what remains, the errors in units of that scale, is exchangeable between old
 * rows and new. Under that (and only that) assumption an interval between two of its quantiles holds what it promises.
 */
export function calibrate(
  learned: Learned,
  target: Float64Array,
  rows: readonly { facts: Facts; state: PriceState }[],
): Calibration {
  const unseen = predictUnseen(learned, target);
  const errors = target.map((value, row) => value - (unseen[row] ?? 0));
  const centre = learned.line.intercept;
  const doubt = rowDoubts(learned);
  const told = rows.map(({ facts, state }, row) => ({
    facts,
    state,
    level: (unseen[row] ?? 0) - centre,
    doubt: doubt[row] ?? { usual: 1, strange: 0 },
  }));
  const design = buildDesign(told, writeScaleTokens);
  const basis = told.map((row) => Math.log(row.doubt.usual));
  const sizes = errors.map((error, row) => Math.log(Math.abs(error) + leastError) - (basis[row] ?? 0));
  const lesson = learnSpreads({
    design,
    target: sizes,
    weights: new Float64Array(rows.length).fill(1),
    assumed: scaleSpreads,
    assumedNoise: 1,
  });
  const unseenScales = predictUnseen(lesson, sizes);
  const scales = unseenScales.map((value, row) => widened(Math.exp(value + (basis[row] ?? 0)), doubt[row]));
  const scores = errors.map((error, row) => error / (scales[row] ?? 1));
  const sorted = { sold: scoresOf(scores, rows, 'sold'), ask: scoresOf(scores, rows, 'ask') };
  return {
    unseen,
    scores: (state) => sorted[state],
    scaleOf: (row) =>
      widened(Math.exp(valueAt(lesson.line, readRow(design, row, writeScaleTokens))) * row.doubt.usual, row.doubt),
  };
}

const widened = (scale: number, doubt: Doubt | undefined): number =>
  Math.sqrt(scale ** 2 + typicalError ** 2 * (doubt?.strange ?? 0));

/** The doubt about a new row. */
export function doubtOf({ equations, spreads }: Learned, columnDoubts: Float64Array, row: SparseRow): Doubt {
  const variance = { usual: spreads.noise, strange: 0 };
  for (let at = 0; at < row.columns.length; at++) {
    const column = row.columns[at] ?? 0;
    const open = (row.values[at] ?? 0) ** 2 * (columnDoubts[column] ?? 0);
    variance[kindOf(equations.design.familyOf[column])] += open;
  }
  for (const { family, strength } of row.strangers)
    variance[kindOf(family)] += strength ** 2 * (spreads.families[family] ?? 0);
  return { usual: Math.sqrt(variance.usual), strange: variance.strange };
}

/** The same for the rows of the fit, each seen as if it had not been there. */
function rowDoubts(learned: Learned): Doubt[] {
  const { equations, spreads } = learned;
  const { design, weights, penalties } = equations;
  const { starts, columns, values } = design;
  const known = doubts(learned);
  return Array.from({ length: design.rowCount }, (_, row) => {
    const end = starts[row + 1] ?? 0;
    const variance = { usual: spreads.noise, strange: 0 };
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      const strength = (values[at] ?? 0) ** 2;
      const seen = spreads.noise / (known[column] ?? 1) - (weights[row] ?? 0) * strength;
      variance[kindOf(design.familyOf[column])] += (strength * spreads.noise) / Math.max(seen, penalties[column] ?? 0);
    }
    return { usual: Math.sqrt(variance.usual), strange: variance.strange };
  });
}

const telling = new Set<number>([
  familyNumber.brand,
  familyNumber.brandUnlisted,
  familyNumber.brandDepartment,
  familyNumber.brandCategory,
  familyNumber.brandSubcategory,
  familyNumber.category,
  familyNumber.subcategory,
  familyNumber.garment,
  familyNumber.model,
]);

const kindOf = (family: number | undefined): keyof Doubt => (telling.has(family ?? -1) ? 'strange' : 'usual');

function predictUnseen({ equations }: Learned, target: Float64Array): Float64Array {
  const folds = foldsFor(target.length);
  const unseen = new Float64Array(target.length);
  for (let fold = 0; fold < folds; fold++) {
    const weights = withoutFold(equations.weights, fold, folds);
    const values = valuesOf(solveRidge({ ...equations, weights }, target, unseenSteps), equations.design);
    for (let row = fold; row < target.length; row += folds) unseen[row] = values[row] ?? 0;
  }
  return unseen;
}

const scaleFamilies = {
  brand: 0,
  category: 1,
  subcategory: 2,
  model: 3,
  condition: 4,
  state: 5,
  level: 6,
  doubt: 7,
} as const;
const scaleSpreads: readonly number[] = [0.15, 0.2, 0.15, 0.15, 0.1, 0.15, 0.2, 0.3];
/** Errors below two percent are all alike: the log of a hit by chance must not count as certainty. */
const leastError = 0.02;

function writeScaleTokens({ facts, state, level, doubt }: Told, sink: TokenSink): void {
  const one = (family: number, text: string | undefined): void => {
    if (text !== undefined) sink(family, hashText(text), 0, 1);
  };
  one(scaleFamilies.brand, facts.brand);
  one(scaleFamilies.category, facts.category ?? facts.garment);
  one(scaleFamilies.subcategory, facts.subcategory);
  one(scaleFamilies.model, facts.model);
  one(scaleFamilies.condition, facts.condition ?? facts.otherCondition);
  one(scaleFamilies.state, state);
  bend(Math.max(-3, Math.min(3, level)), 0.75, (knot, strength) => sink(scaleFamilies.level, knot, 0, strength));
  sink(scaleFamilies.doubt, 0, 0, Math.log(doubt.usual));
}

function scoresOf(scores: Float64Array, rows: readonly { state: PriceState }[], state: PriceState): Float64Array {
  const own = scores.filter((_, row) => rows[row]?.state === state);
  return Float64Array.from([...(own.length < leastOfState ? scores : own), ...assumedScores]).sort();
}

/**
 * Twelve quantiles of a Student-t with four degrees of freedom, in scales as fitted (about half a standard deviation): what
 * stands in while there are no errors to read, and is outvoted by a hundred.
 */
const assumedScores = [-3.3, -2.2, -1.5, -1, -0.57, -0.19, 0.19, 0.57, 1, 1.5, 2.2, 3.3];

/** The value below which a share of the scores lies, with the finite-sample correction of conformal prediction. */
export function quantile(sorted: Float64Array, share: number): number {
  const corrected = share < 0.5 ? share * (sorted.length + 1) - 1 : share * (sorted.length + 1);
  const place = Math.min(Math.max(share < 0.5 ? corrected : corrected - 1, 0), sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  return low + (place - below) * ((sorted[below + 1] ?? low) - low);
}

/** The share of the scores below a value; between two scores in proportion. */
export function shareBelow(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const below = sorted[low - 1];
  const above = sorted[low];
  const within = below === undefined || above === undefined || above === below ? 0 : (value - below) / (above - below);
  return Math.min(1, Math.max(0, (low + within) / (sorted.length + 1)));
}
