import { describe, expect, it } from 'vitest';
import { itemAfterKey, rowsInView } from './use-long-list.ts';

describe('the rows in view', () => {
  it.each([
    ['the top', 0, 600, { first: 0, end: 14 }],
    ['the middle', 3000, 3600, { first: 46, end: 64 }],
    ['between two rows', 3030, 3630, { first: 46, end: 65 }],
    ['the end', 299_400, 300_000, { first: 4986, end: 5000 }],
    ['below the end, as when a list becomes shorter', 400_000, 400_600, { first: 4999, end: 5000 }],
    ['above the start, as when the list is below the screen', -5000, -4400, { first: 0, end: 1 }],
  ])('at %s', (_, from, to, range) => {
    expect(rowsInView({ from, to, rowHeight: 60, count: 5000, ahead: 4 })).toEqual(range);
  });

  it('are the first few while the height of a row is not known', () => {
    expect(rowsInView({ from: 0, to: 600, rowHeight: 0, count: 5000, ahead: 4 })).toEqual({ first: 0, end: 4 });
  });

  it('are none in an empty list', () => {
    expect(rowsInView({ from: 0, to: 600, rowHeight: 60, count: 0, ahead: 4 })).toEqual({ first: 0, end: 0 });
  });
});

describe('a key', () => {
  const table = { count: 100, columns: 1, page: 8 };
  const grid = { count: 11, columns: 4, page: 2 };
  it.each([
    ['ArrowDown', { ...table, at: 3 }, 4],
    ['ArrowDown', { ...table, at: 99 }, 99],
    ['ArrowUp', { ...table, at: 0 }, 0],
    ['ArrowRight', { ...table, at: 3 }, null],
    ['PageDown', { ...table, at: 95 }, 99],
    ['PageUp', { ...table, at: 3 }, 0],
    ['Home', { ...table, at: 50 }, 0],
    ['End', { ...table, at: 50 }, 99],
    ['ArrowDown', { ...grid, at: 2 }, 6],
    ['ArrowDown', { ...grid, at: 7 }, 10],
    ['ArrowUp', { ...grid, at: 2 }, 2],
    ['ArrowUp', { ...grid, at: 6 }, 2],
    ['ArrowRight', { ...grid, at: 3 }, 4],
    ['ArrowLeft', { ...grid, at: 0 }, 0],
    ['PageDown', { ...grid, at: 1 }, 9],
    ['x', { ...grid, at: 1 }, null],
  ])('%s from %o leads to %s', (key, from, to) => {
    expect(itemAfterKey(key, from)).toBe(to);
  });
});
