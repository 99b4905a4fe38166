// How uncertain the linear model is about an item, from the variances of its coefficients.

import type { SparseRow } from '../regression/design.ts';
import { coefficientVariances, type FittedRegression } from '../regression/variance-components.ts';
import { familyNumber } from './families.ts';

export type Uncertainty = {
  /**
   * A standard deviation of the log price: the noise, and what title, size, and crosses leave open. The scale model learns how
   * much it matters.
   */
  deviation: number;
  /**
   * A variance of the log price: brands and kinds that are hardly known. Too few comparables have such a brand or kind to
   * learn a weight, so it counts in full.
   */
  unfamiliar: number;
};

/** Families that say what an item is. */
const identityFamilies = new Set<number>([
  familyNumber.brand,
  familyNumber.brandUnlisted,
  familyNumber.brandDepartment,
  familyNumber.brandCategory,
  familyNumber.brandSubcategory,
  familyNumber.category,
  familyNumber.subcategory,
  familyNumber.garment,
  familyNumber.wideKind,
  familyNumber.model,
]);

export function uncertaintyOf(
  { problem, components }: FittedRegression,
  variances: Float64Array,
  row: SparseRow,
): Uncertainty {
  const sum = { common: components.noise, unfamiliar: 0 };
  for (let at = 0; at < row.columns.length; at++) {
    const column = row.columns[at] ?? 0;
    sum[kindOf(problem.design.familyOf[column])] += (row.values[at] ?? 0) ** 2 * (variances[column] ?? 0);
  }
  for (const { family, strength } of row.unseenTokens)
    sum[kindOf(family)] += strength ** 2 * (components.families[family] ?? 0);
  return { deviation: Math.sqrt(sum.common), unfamiliar: sum.unfamiliar };
}

/** The uncertainty about each row of the fit, as if it had not been part of it. */
export function heldOutUncertainties(fitted: FittedRegression): Uncertainty[] {
  const { problem, components } = fitted;
  const { design, weights, penalties } = problem;
  const { starts, columns, values } = design;
  const { noise } = components;
  const variances = coefficientVariances(fitted);
  const isIdentity = Uint8Array.from(design.familyOf, (family) => (identityFamilies.has(family) ? 1 : 0));
  return Array.from({ length: design.rowCount }, (_, row) => {
    const weight = weights[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    let [common, unfamiliar] = [noise, 0];
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      const square = (values[at] ?? 0) ** 2;
      const information = noise / (variances[column] ?? 1) - weight * square;
      const own = (square * noise) / Math.max(information, penalties[column] ?? 0);
      if (isIdentity[column] === 1) unfamiliar += own;
      else common += own;
    }
    return { deviation: Math.sqrt(common), unfamiliar };
  });
}

const kindOf = (family: number | undefined): 'unfamiliar' | 'common' =>
  identityFamilies.has(family ?? -1) ? 'unfamiliar' : 'common';
