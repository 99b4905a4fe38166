import { describe, expect, it } from 'vitest';
import { earningsFrom } from './fees.ts';

describe('what the seller receives', () => {
  it.each([
    [300, 5],
    [1000, 705],
    [1499, 1204],
    [1500, 1200],
    [4000, 3200],
    [200, 0],
  ])('of %i cents are %i', (price, earned) => {
    expect(earningsFrom(price)).toBe(earned);
  });
});
