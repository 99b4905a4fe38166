import { describe, expect, test } from 'vitest';
import { stockCloset } from './closet.ts';
import { factsOf, tasteOf } from './facts.ts';
import { idKey } from './random.ts';

const asOfMs = Date.UTC(2026, 3, 1);
const plan = (serial: number, available = 300, sold = 300) => ({
  seed: 7,
  key: idKey(7),
  serial,
  asOfMs,
  available,
  sold,
});
const facts = (serial: number, index: number) => factsOf(7, serial, index, tasteOf(7, serial));
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('a stocked closet', () => {
  test('has as many listings as planned, none newer than its date, and no two shares at the same time', () => {
    const closet = stockCloset(plan(1, 60, 20));
    expect(closet.filter((listing) => listing.status === 'available')).toHaveLength(60);
    expect(closet.filter((listing) => listing.status === 'sold_out')).toHaveLength(20);
    expect(new Set(closet.map((listing) => listing.bumpMs)).size).toBe(80);
    for (const listing of closet) {
      expect(listing.bornMs).toBeLessThan(listing.bumpMs);
      expect(listing.bumpMs).toBeLessThanOrEqual(asOfMs + 100);
      expect(listing.statusMs).toBeLessThanOrEqual(asOfMs);
      expect(listing.statusMs).toBeGreaterThan(listing.bornMs);
      expect(Number.isInteger(listing.price) && listing.price >= 5).toBe(true);
      expect(listing.original === 0 || listing.original >= listing.price).toBe(true);
    }
  });

  test('is priced like a market: worn is cheaper than new, and what sold was cheaper than what is still for sale', () => {
    const rows = Array.from({ length: 12 }, (_, i) => i + 1).flatMap((serial) =>
      stockCloset(plan(serial)).map((one) => ({ ...one, facts: facts(serial, one.index) })),
    );
    const tops = rows.filter((one) => one.facts.category.display === 'Tops');
    const priceOf = (status: string, condition: string) =>
      median(tops.filter((one) => one.status === status && one.facts.condition === condition).map((one) => one.price));
    for (const condition of ['nwt', 'uln', 'ug'])
      expect(priceOf('sold_out', condition)).toBeLessThan(priceOf('available', condition));
    for (const status of ['sold_out', 'available']) expect(priceOf(status, 'ug')).toBeLessThan(priceOf(status, 'nwt'));
  });

  test('titles are short, name the brand, and fit the garment', () => {
    for (let index = 0; index < 500; index += 1) {
      const { title, description, brand, subcategory, category, size } = facts(3, index);
      expect(title.length).toBeLessThanOrEqual(80);
      expect(title).toContain(brand.name);
      expect(description).toContain(subcategory.noun.toLowerCase());
      expect(brand.departments).toContain(category.department);
      expect(size).not.toBe('');
    }
  });
});
