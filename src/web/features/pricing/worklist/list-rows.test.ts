import { describe, expect, it } from 'vitest';
import type { Listing } from '#contract/listings/listings.ts';
import { keepOrder } from '#web/ui/list/row-order.ts';
import { countFacts, findRows, type ListRow, rowOf, sortRows } from './list-rows.ts';
import { type Filters, noFilters, type Sorting } from './list-view.ts';

const idOf = ({ listing: { id } }: ListRow) => id;
/** What the rows are made of. */
const listing = (id: string, change: Partial<Listing> = {}) =>
  ({
    id,
    title: `Item ${id}`,
    price: 20,
    currency: 'USD',
    costCents: null,
    sku: null,
    shelf: null,
    skipSharing: false,
    lastShared: null,
    likeCount: 0,
    brand: null,
    category: null,
    condition: null,
    listedAt: '2026-03-01T12:00:00.000Z',
    quietSince: '2026-05-01T12:00:00.000Z',
    ...change,
  }) as Listing;
const rowsOf = (...listings: Listing[]) => listings.map(rowOf);
const ids = (rows: readonly { listing: Listing }[]) => rows.map(({ listing: { id } }) => id).join(' ');

describe('a row', () => {
  it.each([
    [36, 1200, 28.8, 16.8],
    [15, 1500, 12, -3],
    [14, null, 11.05, null],
    [null, 1200, null, null],
  ])(
    'of a price of %s dollars and a cost of %s cents has a net of %s and a profit of %s',
    (price, costCents, net, profit) => {
      expect(rowOf(listing('1', { price, costCents }))).toMatchObject({ net, profit });
    },
  );

  it('in another currency has no profit, because its fee is not known', () => {
    expect(rowOf(listing('1', { currency: 'CAD', costCents: 500 })).profit).toBeNull();
  });

  it('is the same object for the same listing', () => {
    const one = listing('1');
    expect(rowOf(one)).toBe(rowOf(one));
  });
});

describe('the filters', () => {
  const rows = rowsOf(
    listing('1', {
      title: 'Madewell canvas chore coat, M',
      brand: 'Madewell',
      category: 'Jackets',
      price: 68,
      sku: 'MW-7',
    }),
    listing('2', {
      title: 'COACH bag (new)',
      brand: 'Coach',
      category: 'Bags',
      price: 140,
      condition: 'nwt',
      costCents: 0,
    }),
    listing('3', {
      title: 'Plain tee',
      price: 12,
      skipSharing: true,
      shelf: 'Bin 7',
      costCents: 300,
      quietSince: '2026-03-01T12:00:00.000Z',
    }),
    listing('4', { title: 'Coat without a price', brand: 'Coach', price: null }),
  );
  it.each<[string, Partial<Filters>, string]>([
    ['nothing', {}, '1 2 3 4'],
    ['a text anywhere in the title, in capitals or not', { text: ' COA ' }, '1 2 4'],
    ['brackets', { text: '(new)' }, '2'],
    ['a text that no title has', { text: 'trench' }, ''],
    ['an SKU or a shelf', { text: '7' }, '1 3'],
    ['a text that only two fields together have', { text: 'tee bin' }, ''],
    ['no cost, which $0 is not', { isWithoutCost: true }, '1 4'],
    ['a brand', { match: { brands: ['coach'] } }, '2 4'],
    ['no brand', { isWithoutBrand: true }, '3'],
    ['a category', { match: { categories: ['Jackets'] } }, '1'],
    ['no category', { isWithoutCategory: true }, '3 4'],
    ['new with tags', { match: { newWithTags: true } }, '2'],
    ['a lowest price, which is included', { match: { minPrice: 68 } }, '1 2'],
    ['a highest price, which is included', { match: { maxPrice: 68 } }, '1 3'],
    ['skipped ones', { sharing: 'skipped' }, '3'],
    ['shared ones', { sharing: 'shared' }, '1 2 4'],
    ['several together', { match: { brands: ['Coach'], minPrice: 100 }, text: 'bag' }, '2'],
    ['days without a like at one price', { quietDays: 60 }, '3'],
    ['a least age', { match: { minAgeDays: 70 } }, '1 2 3 4'],
    ['a higher least age', { match: { minAgeDays: 80 } }, ''],
  ])('find by %s', (_, change, found) => {
    expect(ids(findRows(rows, { ...noFilters, ...change }, Date.parse('2026-05-11T12:00:00.000Z')))).toBe(found);
  });

  it('offer each brand with its count, and those without one last', () => {
    expect(countFacts(rows, 'brand')).toEqual([
      { value: 'Coach', count: 2 },
      { value: 'Madewell', count: 1 },
      { value: '-', count: 1 },
    ]);
  });
});

describe('the order', () => {
  const rows = rowsOf(
    listing('1', {
      title: 'b',
      price: 30,
      costCents: 500,
      likeCount: 2,
      listedAt: '2026-03-03T00:00:00Z',
      lastShared: null,
    }),
    listing('2', { title: 'A', price: null, likeCount: 9, listedAt: null, lastShared: '2026-03-04T00:00:00Z' }),
    listing('3', {
      title: 'c',
      price: 10,
      costCents: 900,
      likeCount: 2,
      listedAt: '2026-02-01T00:00:00Z',
      lastShared: '2026-03-01T00:00:00Z',
    }),
  );
  it.each<[Sorting['by'], boolean, string]>([
    ['title', false, '2 1 3'],
    ['title', true, '3 1 2'],
    ['price', false, '3 1 2'],
    ['price', true, '1 3 2'],
    ['net', true, '1 3 2'],
    ['cost', true, '3 1 2'],
    ['profit', true, '1 3 2'],
    ['profit', false, '3 1 2'],
    ['likes', true, '2 1 3'],
    ['likes', false, '1 3 2'],
    ['age', false, '1 3 2'],
    ['age', true, '3 1 2'],
    ['lastShared', false, '1 3 2'],
    ['lastShared', true, '2 3 1'],
  ])('by %s, descending: %s', (by, isDescending, order) => {
    expect(ids(sortRows(rows, { by, isDescending }))).toBe(order);
  });

  it('stays while data changes, drops listings that are gone, and is sorted again if a listing is new', () => {
    const before = new Map([
      ['3', 0],
      ['1', 1],
      ['2', 2],
    ]);
    expect(ids(keepOrder(rows, before, idOf))).toBe('3 1 2');
    expect(ids(keepOrder(rows.slice(1), before, idOf))).toBe('3 2');
    expect(ids(keepOrder([...rowsOf(listing('4')), ...rows], before, idOf))).toBe('4 1 2 3');
  });
});
