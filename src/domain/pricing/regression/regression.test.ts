import { describe, expect, it } from 'vitest';
import { quantile, shareBelow } from '../model/predictive-distribution.ts';
import { buildDesign, hashText, readRow, splineBasis, TokenIndex } from './design.ts';
import { columnSquares, predictAll, predictRow, solveFor, solveRidge } from './ridge.ts';
import { fitVarianceComponents } from './variance-components.ts';

type Pair = { x: number; z: number; y: number };
const pairs: Pair[] = [
  { x: 1, z: 0, y: 3 },
  { x: 2, z: 1, y: 4 },
  { x: 3, z: 0, y: 8 },
  { x: 4, z: 1, y: 8 },
  { x: 5, z: 1, y: 11 },
];
const design = buildDesign(pairs, ({ x, z }, sink) => {
  sink(0, 0, 0, x);
  if (z === 1) sink(1, 0, 0, 1);
});
const target = Float64Array.from(pairs, ({ y }) => y);

describe('ridge regression', () => {
  it('fits the least squares plane without penalties', () => {
    const model = solveRidge(
      { design, weights: new Float64Array(5).fill(1), penalties: new Float64Array(2) },
      target,
      20,
    );
    // By hand: normal equations of y on x and z.
    const errors = predictAll(model, design).map((value, row) => value - (target[row] ?? 0));
    for (const of of [() => 1, ({ x }: Pair) => x, ({ z }: Pair) => z])
      expect(pairs.reduce((sum, pair, row) => sum + of(pair) * (errors[row] ?? 0), 0)).toBeCloseTo(0, 6);
  });

  it('ignores a row with weight 0', () => {
    const weights = Float64Array.of(1, 1, 1, 1, 0);
    const penalties = new Float64Array(2).fill(0.5);
    const wild = target.slice();
    wild[4] = 1e6;
    expect(solveRidge({ design, weights, penalties }, wild, 20)).toEqual(
      solveRidge({ design, weights, penalties }, target, 20),
    );
  });

  it('falls back to the mean if all penalties are very high', () => {
    const model = solveRidge(
      { design, weights: new Float64Array(5).fill(1), penalties: new Float64Array(2).fill(1e12) },
      target,
      20,
    );
    expect(predictAll(model, design)[0]).toBeCloseTo(6.8, 6);
  });
});

describe('columns that are equal', () => {
  // The first two are in the same rows with the same strengths, the others in some of them.
  const rows = [
    [2, 2, 1, 0],
    [1, 1, 0, 3],
    [0, 0, 0, 1],
    [2, 2, 2, 0],
  ];
  const twins = buildDesign(rows, (row, sink) =>
    row.forEach((strength, column) => {
      if (strength !== 0) sink(column, 0, 0, strength);
    }),
  );
  const weights = Float64Array.of(1, 0.5, 2, 1);
  const penalties = Float64Array.of(1, 3, 2, 0.5);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const means = rows[0]?.map(
    (_, column) => rows.reduce((sum, row, at) => sum + (weights[at] ?? 0) * (row[column] ?? 0), 0) / total,
  );
  /** The left-hand side of the equations for given coefficients, over all columns. */
  const image = (coefficients: Float64Array): number[] =>
    [...coefficients].map((coefficient, column) =>
      rows.reduce(
        (sum, row, at) => {
          const value = row.reduce(
            (all, strength, other) => all + (strength - (means?.[other] ?? 0)) * (coefficients[other] ?? 0),
            0,
          );
          return sum + (weights[at] ?? 0) * ((row[column] ?? 0) - (means?.[column] ?? 0)) * value;
        },
        (penalties[column] ?? 0) * coefficient,
      ),
    );

  it('are solved once', () => {
    expect([...twins.distinct.distinctOf]).toEqual([0, 0, 1, 2]);
    expect(twins.distinct.columnCount).toBe(3);
    expect([...columnSquares({ design: twins, weights, penalties })]).toEqual([8.5, 8.5, 5, 6.5]);
  });

  it('have the same coefficients as if solved one by one', () => {
    const target = Float64Array.of(3, 1, -2, 4);
    const model = solveRidge({ design: twins, weights, penalties }, target, 50);
    const average = target.reduce((sum, value, row) => sum + (weights[row] ?? 0) * value, 0) / total;
    const wanted = [...model.coefficients].map((_, column) =>
      rows.reduce((sum, row, at) => sum + (weights[at] ?? 0) * (row[column] ?? 0) * ((target[at] ?? 0) - average), 0),
    );
    image(model.coefficients).forEach((value, column) => {
      expect(value).toBeCloseTo(wanted[column] ?? Number.NaN, 4);
    });
    expect((model.coefficients[0] ?? 0) / (model.coefficients[1] ?? 1)).toBeCloseTo(3, 9);
  });

  it('solve a right-hand side that differs between them', () => {
    const side = Float64Array.of(1, -1, 1, 1);
    image(solveFor({ design: twins, weights, penalties }, side, 50)).forEach((value, column) => {
      expect(value).toBeCloseTo(side[column] ?? Number.NaN, 4);
    });
  });
});

describe('variance components', () => {
  it('shrinks a family of noise and keeps an informative one', () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({
      telling: at % 8,
      noise: (at * 7) % 40,
      y: (at % 8) * 0.5 + Math.sin(at * 12.9898) * 0.3,
    }));
    const made = buildDesign(rows, ({ telling, noise }, sink) => {
      sink(0, hashText(`t${telling}`), 0, 1);
      sink(1, hashText(`n${noise}`), 0, 1);
    });
    const { components } = fitVarianceComponents({
      design: made,
      target: Float64Array.from(rows, ({ y }) => y),
      weights: new Float64Array(400).fill(1),
      assumed: [0.4, 0.4],
      assumedNoise: 0.4,
    });
    expect(Math.sqrt(components.families[0] ?? 0)).toBeGreaterThan(0.6);
    expect(Math.sqrt(components.families[1] ?? 1)).toBeLessThan(0.15);
    expect(Math.sqrt(components.noise)).toBeCloseTo(0.3 / Math.SQRT2, 1);
  });
});

describe('a spline basis', () => {
  it.each([
    { value: 2.5, expected: { 3: 0.5, 2: 0.5 } },
    { value: 2, expected: { 2: 1 } },
    { value: -0.25, expected: { 0: 0.75, '-1': 0.25 } },
  ])('at $value has the two nearest knots, weighted by their distance', ({ value, expected }) => {
    const weights: Record<number, number> = {};
    splineBasis(value, 1, (knot, strength) => {
      weights[knot] = strength;
    });
    expect(weights).toEqual(expected);
  });
});

describe('a design', () => {
  it('recognizes its own tokens and reports unseen ones', () => {
    const row = readRow(design, { x: 2, z: 1 }, ({ x }, sink) => {
      sink(0, 0, 0, x);
      sink(1, 99, 0, 1);
    });
    expect([[...row.columns], [...row.values], row.unseenTokens]).toEqual([[0], [2], [{ family: 1, strength: 1 }]]);
    expect(predictRow({ intercept: 1, coefficients: Float64Array.of(3, 4) }, row)).toBe(7);
  });

  it('numbers a hundred thousand tokens without mixing them up', () => {
    const index = new TokenIndex();
    const numbers = Array.from({ length: 100_000 }, (_, at) => index.add(hashText(`a${at}`), hashText(`b${at % 7}`)));
    expect(numbers.findIndex((number, at) => number !== at)).toBe(-1);
    expect(index.find(hashText('a77'), hashText('b0'))).toBe(77);
    expect(index.find(hashText('a77'), hashText('b1'))).toBe(-1);
  });
});

describe('quantiles of errors', () => {
  const sorted = Float64Array.from({ length: 99 }, (_, at) => at + 1);

  it.each([
    [0.1, 10],
    [0.25, 25],
    [0.75, 75],
    [0.9, 90],
  ])('at %d are %d', (share, value) => {
    expect(quantile(sorted, share)).toBeCloseTo(value, 6);
  });

  it('are the inverse of the share below them', () => {
    for (const share of [0.1, 0.3, 0.6, 0.9]) expect(shareBelow(sorted, quantile(sorted, share))).toBeCloseTo(share, 1);
    expect([shareBelow(sorted, -5), shareBelow(sorted, 500)]).toEqual([0, 0.99]);
  });
});
