import { describe, expect, test } from 'vitest';
import { accountId, idKey, listingId, mix32, positionOf, unmix32 } from './random.ts';

const key = idKey(7);
const bornMs = Date.parse('2026-01-02T03:04:05Z');

describe('ids', () => {
  test.each([
    { serial: 1, index: 0, picture: 0 },
    { serial: 1, index: 59, picture: 6 },
    { serial: 4, index: 1499, picture: 0 },
    { serial: 10_000, index: 65_534, picture: 12 },
    { serial: 0xffff_fff0, index: 3, picture: 1 },
  ])('can be decoded: %o', (position) => {
    const id = listingId(key, bornMs, position);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(positionOf(key, id)).toEqual(position);
  });

  test('start with the time of creation in Unix seconds', () => {
    expect(Number.parseInt(accountId(key, bornMs, 5).slice(0, 8), 16) * 1000).toBe(bornMs);
  });

  test('differ between seeds, sellers, listings, pictures, and the seller itself', () => {
    const made = [
      accountId(key, bornMs, 1),
      listingId(key, bornMs, { serial: 1, index: 0, picture: 0 }),
      listingId(key, bornMs, { serial: 1, index: 0, picture: 1 }),
      listingId(key, bornMs, { serial: 1, index: 1, picture: 0 }),
      listingId(key, bornMs, { serial: 2, index: 0, picture: 0 }),
      listingId(idKey(8), bornMs, { serial: 1, index: 0, picture: 0 }),
    ];
    expect(new Set(made).size).toBe(made.length);
  });

  test.each(['', 'abc', 'zz'.repeat(12), '68a0c1d2e3f405162738495a00'])('%j is not an id', (text) => {
    expect(positionOf(key, text)).toBeNull();
  });

  test('the mixer can be undone for any 32 bits', () => {
    for (const value of [0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678])
      expect(unmix32(mix32(value))).toBe(value);
  });
});
