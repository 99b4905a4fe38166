import { describe, expect, it } from 'vitest';
import { axisFor, changeBar, placeOn, stackDots } from './price-axis.ts';

describe('the axis of prices', () => {
  const rows: { name: string; about: number[]; others: number[]; low: number; high: number }[] = [
    {
      name: 'ends on round dollars around all it shows',
      about: [84, 72, 96, 68],
      others: [58, 118],
      low: 40,
      high: 140,
    },
    {
      name: 'is not pressed into a corner by one price ten times as high',
      about: [84, 72, 96],
      others: [900],
      low: 60,
      high: 110,
    },
    {
      name: 'stretches for comparables that cost a little more',
      about: [84, 72, 96],
      others: [120],
      low: 60,
      high: 140,
    },
    { name: 'never goes below nothing', about: [4, 3, 6], others: [1], low: 0, high: 8 },
    { name: 'has room around one single price', about: [40], others: [], low: 30, high: 50 },
    { name: 'knows thousands', about: [4200, 3600, 5100], others: [], low: 3000, high: 5500 },
  ];
  for (const { name, about, others, low, high } of rows) {
    it(name, () => {
      const axis = axisFor({ about, others });
      expect({ low: axis.low, high: axis.high }).toEqual({ low, high });
      expect(axis.marks.length).toBeLessThanOrEqual(7);
      expect([axis.marks[0], axis.marks.at(-1)]).toEqual([axis.low, axis.high]);
    });
  }

  it('is drawn even before anything is known', () => {
    expect(axisFor({ about: [], others: [] }).marks).toHaveLength(6);
  });

  it('places prices in percent, and prices beyond an end at that end', () => {
    const axis = { low: 40, high: 140, marks: [] };
    expect([40, 84, 140, 900, 3].map((price) => placeOn(axis, price))).toEqual([0, 44, 100, 100, 0]);
  });
});

describe('the dots', () => {
  const axis = { low: 0, high: 100, marks: [] };

  it('are in one row if they do not touch', () => {
    expect(stackDots(axis, [50, 10, 90]).map(({ x, row }) => [x, row])).toEqual([
      [10, 0],
      [50, 0],
      [90, 0],
    ]);
  });

  it('go up a row if they would touch, but use no more rows than there are', () => {
    const dots = stackDots(axis, [10, 10, 10, 10, 10, 10]);
    expect(dots.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4, 0]);
  });
});

describe('the change bar', () => {
  const rows: [number, { left: number; width: number; isCut: boolean }][] = [
    [15, { left: 50, width: 25, isCut: false }],
    [-15, { left: 25, width: 25, isCut: false }],
    [0, { left: 50, width: 0, isCut: false }],
    [30, { left: 50, width: 50, isCut: false }],
    [-72, { left: 0, width: 50, isCut: true }],
  ];
  for (const [percent, bar] of rows) it(`of ${percent} %`, () => expect(changeBar(percent)).toEqual(bar));
});
