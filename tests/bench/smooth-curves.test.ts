import { describe, expect, it } from 'vitest';
import { seeded } from '#tests/chaos/seeded.ts';
import { type Axis, fitCurves } from '../../bench/pricing/smooth-curves.ts';

type Row = { x: number; y: number };

const axes: readonly Axis<Row>[] = [
  { of: ({ x }) => x, step: 1 },
  { of: ({ y }) => y, step: 1 },
];

/** 2,000 rows spread over x and y from -4 to 4, with the outcome that `happens` gives, give or take 0.1. */
const fitTo = (happens: (row: Row) => number): ((row: Row) => number) => {
  const random = seeded(1);
  const rows = Array.from({ length: 2_000 }, () => ({ x: random() * 8 - 4, y: random() * 8 - 4 }));
  const outcomes = rows.map((row) => happens(row) + (random() - 0.5) / 5);
  return fitCurves(rows, outcomes, axes);
};

describe('curves fitted to what happened', () => {
  it('follow a straight line', () => {
    const predict = fitTo(({ x }) => 0.3 + 0.1 * x);
    for (const x of [-3.5, -1.2, 0, 2.7]) expect(predict({ x, y: 1 })).toBeCloseTo(0.3 + 0.1 * x, 1);
  });

  it('bend where the outcome bends', () => {
    const predict = fitTo(({ x }) => Math.max(0, x));
    expect(predict({ x: -3, y: 0 })).toBeCloseTo(0, 1);
    expect(predict({ x: -1, y: 0 })).toBeCloseTo(0, 1);
    expect(predict({ x: 3, y: 0 })).toBeCloseTo(3, 1);
  });

  it('add up, each with its own quantity', () => {
    const predict = fitTo(({ x, y }) => Math.abs(x) - 0.5 * y);
    for (const row of [
      { x: -3, y: 2 },
      { x: 2, y: -3 },
      { x: 1, y: 1 },
    ])
      expect(predict(row)).toBeCloseTo(Math.abs(row.x) - 0.5 * row.y, 1);
  });

  it('stay flat in a quantity that changes nothing', () => {
    const predict = fitTo(({ x }) => x);
    const over = [-3.5, -2, 0, 2, 3.5].map((y) => predict({ x: 0, y }));
    expect(Math.max(...over) - Math.min(...over)).toBeLessThan(0.05);
  });
});
