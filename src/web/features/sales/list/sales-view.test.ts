import { describe, expect, it } from 'vitest';
import { changeView, countFilters, noFilters, readView } from './sales-view.ts';

describe('the address of the list of sales', () => {
  it('says the period, what is missing, and the order, and leaves out what is usual', () => {
    const query =
      '?from=2026-04-01&to=2026-04-30&withoutCost=true&state=returned&offer=no&bundle=yes&q=silk&sort=-profit';
    const { filters, sorting } = readView(query);
    expect(filters).toEqual({
      ...noFilters,
      ...{ from: '2026-04-01', to: '2026-04-30', withoutCost: true, state: 'returned', offer: 'no', isBundle: true },
      q: 'silk',
    });
    expect(sorting).toEqual({ by: 'profit', isDescending: true });
    expect(countFilters(filters)).toBe(5);
    expect(changeView(query, { filters: noFilters, sorting: { by: 'sold', isDescending: true } })).toBe('');
    expect(changeView('?sale=7', { filters: { source: 'manual' } })).toBe('?sale=7&source=manual');
  });

  it.each(['?from=yesterday', '?state=lost', '?source=x', '?offer=maybe', '?sort=shoe'])('ignores %s', (query) => {
    expect(readView(query)).toEqual({ filters: noFilters, sorting: { by: 'sold', isDescending: true } });
  });
});
