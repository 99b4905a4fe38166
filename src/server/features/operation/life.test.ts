import { describe, expect, it } from 'vitest';
import { latenessOf } from './life.ts';

describe('what processes count', () => {
  it.each([
    [{}, null],
    [{ 'late 10': 99, 'late 5000': 1 }, 10],
    [{ 'late 10': 98, 'late 50': 1, 'late 5000': 1 }, 50],
    [{ 'late 60000': 1 }, 60_000],
  ])('lateness of %j', (counts, expected) => {
    expect(latenessOf(new Map(Object.entries(counts)))).toBe(expected);
  });
});
