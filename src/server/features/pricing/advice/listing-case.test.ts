import { expect, it } from 'vitest';
import { caseReader, type PricedListing } from '../advice/listing-case.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** 11 PM in UTC. */
const now = Date.UTC(2026, 10, 26, 23);

const listing: PricedListing = {
  id: '1',
  title: 'Mirella dress',
  price: 40,
  currency: 'USD',
  originalPrice: null,
  floorPrice: null,
  costCents: null,
  availability: 'available',
  likeCount: 3,
  shareCount: 8,
  lastShared: null,
  listedAt: null,
  imageUrl: null,
  lastChange: null,
  brand: null,
  department: null,
  category: 'Dresses',
  subcategory: null,
  size: null,
  condition: null,
};
const caseOf = (over: Partial<PricedListing>, at = now) =>
  caseReader('7', [], { today: at - (at % dayMs), now: at })({ ...listing, ...over });
const changedAt = (at: number) => ({ at, oldPrice: 50, newPrice: 40, isUndo: false });

it.each([
  [0, 0],
  [23 * hourMs, 0],
  [24 * hourMs, 1],
  [46 * hourMs, 1],
  [14 * dayMs - 1, 13],
  [14 * dayMs, 14],
  [-2 * dayMs, 0],
])('a listing of %i ms has the age in whole days that the list of listings shows', (ms, days) => {
  expect(caseOf({ listedAt: now - ms }).listing.ageDays).toBe(days);
});

it.each([
  [22 * hourMs, 0],
  [25 * hourMs, 1],
  [46 * hourMs, 1],
  [7 * dayMs - 1, 6],
  [7 * dayMs, 7],
])('a price change %i ms ago was so many whole days ago, whatever the hour', (ms, days) => {
  expect(caseOf({ lastChange: changedAt(now - ms) }).listing.changed).toEqual({ way: 'down', daysAgo: days });
});

it('stays the same within a day until the listing is a day older', () => {
  const listedAt = now - 3 * dayMs - 5 * hourMs;
  const morning = Date.UTC(2026, 10, 26);
  const cases = Array.from({ length: 24 }, (_, hour) => JSON.stringify(caseOf({ listedAt }, morning + hour * hourMs)));
  expect(new Set(cases.slice(0, 18)).size).toBe(1);
  expect(new Set(cases.slice(18)).size).toBe(1);
});
