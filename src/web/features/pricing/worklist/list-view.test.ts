import { describe, expect, it } from 'vitest';
import { listingsPath } from '#web/lib/listing-match.ts';
import { changeQuery } from '#web/lib/paths.ts';
import { changeView, countFilters, isFiltered, noFilters, readView, standardSorting } from './list-view.ts';

describe('the address of a list', () => {
  it('leaves out everything that has its default', () => {
    expect(readView('')).toEqual({ shape: null, sorting: standardSorting, filters: noFilters });
    expect(changeView('?sort=-likes&q=coat', { sorting: standardSorting, filters: noFilters })).toBe('');
  });

  it('holds view, order, and filters, and gives them back', () => {
    const filters = {
      text: 'chore coat & co',
      match: {
        ...{ brands: ['Levi’s', 'Madewell'], departments: ['Women'], shelf: 'Bin 7' },
        ...{ minPrice: 20, maxPrice: 60, minAgeDays: 14, maxAgeDays: 90, minLikes: 2, newWithTags: false },
      },
      isWithoutBrand: false,
      isWithoutCategory: true,
      isWithoutCost: true,
      quietDays: 60,
      sharing: 'skipped' as const,
    };
    const sorting = { by: 'lastShared' as const, isDescending: true };
    expect(readView(changeView('', { shape: 'table', sorting, filters }))).toEqual({
      shape: 'table',
      sorting,
      filters,
    });
  });

  it('is where a rule or a plan shows its listings', () => {
    const match = { brands: ['Frye', 'Levi’s'], minAgeDays: 14, minLikes: 1 };
    const { shape, filters } = readView(new URL(listingsPath(match), 'https://hangtag.example').search);
    expect({ shape, filters }).toEqual({ shape: 'table', filters: { ...noFilters, match } });
    expect(countFilters(filters)).toBe(3);
  });

  it('changes only what it is given, and keeps the open listing', () => {
    const before = '?listing=12&brand=Frye&sort=price';
    expect(changeView(before, { filters: { match: { brands: ['Frye'], minPrice: 5 } } })).toBe(
      '?listing=12&sort=price&brand=Frye&from=5',
    );
    expect(changeView(before, { filters: { match: {} } })).toBe('?listing=12&sort=price');
    expect(changeQuery(before, { listing: null })).toBe('?brand=Frye&sort=price');
  });

  it.each([
    ['sort=nonsense', { sorting: standardSorting }],
    ['sort=-title', { sorting: { by: 'title', isDescending: true } }],
    ['view=pie', { shape: null }],
    ['from=-4&to=9.5', { filters: noFilters }],
    ['from=12345678', { filters: noFilters }],
    ['nwt=1&sharing=maybe&cost=no', { filters: noFilters }],
  ])('survives ?%s', (query, expected) => {
    expect(readView(query)).toMatchObject(expected);
  });

  it('shows whether anything is filtered', () => {
    expect(isFiltered(noFilters)).toBe(false);
    expect(isFiltered({ ...noFilters, text: '  ' })).toBe(false);
    expect(isFiltered({ ...noFilters, match: { minPrice: 0 } })).toBe(true);
    expect(isFiltered({ ...noFilters, text: 'a' })).toBe(true);
  });
});
