import { describe, expect, it } from 'vitest';
import { daysQuery, periodQuery, periodTitle, readPeriod, sameDaysOf } from './period.ts';

const today = '2026-03-31';

describe('the period of an address', () => {
  it.each([
    ['', 'this-month', '2026-03-01', '2026-03-31'],
    ['?period=last-month', 'last-month', '2026-02-01', '2026-02-28'],
    ['?period=this-year', 'this-year', '2026-01-01', '2026-12-31'],
    ['?period=last-year', 'last-year', '2025-01-01', '2025-12-31'],
    ['?period=all', 'all', null, null],
    ['?from=2026-01-05&to=2026-01-09', 'own', '2026-01-05', '2026-01-09'],
    ['?from=2026-01-05', 'own', '2026-01-05', null],
    ['?to=2026-01-09&period=all', 'own', null, '2026-01-09'],
    ['?from=2026-02-30', 'this-month', '2026-03-01', '2026-03-31'],
    ['?from=soon&to=later', 'this-month', '2026-03-01', '2026-03-31'],
    ['?period=own', 'this-month', '2026-03-01', '2026-03-31'],
    ['?period=forever', 'this-month', '2026-03-01', '2026-03-31'],
  ])('%s is %s, from %s to %s', (query, name, from, to) => {
    expect(readPeriod(query, today)).toEqual({ name, from, to });
  });

  it.each(['', '?period=last-year', '?period=all', '?from=2026-01-05&to=2026-01-09'])(
    '%s is written as it was',
    (query) => {
      expect(periodQuery(readPeriod(query, today))).toBe(query);
    },
  );

  it('leads to the rows of the same days', () => {
    expect(daysQuery(readPeriod('?period=last-month', today))).toBe('?from=2026-02-01&to=2026-02-28');
    expect(daysQuery(readPeriod('?period=all', today), { withoutCost: 'true' })).toBe('?withoutCost=true');
    expect(daysQuery(readPeriod('?period=all', today))).toBe('');
  });

  it.each([
    ['', 'March 2026'],
    ['?period=last-year', '2025'],
    ['?from=2026-01-05&to=2026-01-09', 'Jan 5, 2026 to Jan 9, 2026'],
    ['?to=2026-01-09', 'Until Jan 9, 2026'],
  ])('%s is called %s', (query, title) => {
    expect(periodTitle(readPeriod(query, today))).toBe(title);
  });
});

describe('this month so far', () => {
  it.each([
    ['2026-03-12', 1, '2026-02-01', '2026-02-12', false],
    ['2026-03-31', 1, '2026-02-01', '2026-02-28', true],
    ['2026-03-28', 1, '2026-02-01', '2026-02-28', true],
    ['2026-03-31', 12, '2025-03-01', '2025-03-31', true],
    ['2024-02-29', 12, '2023-02-01', '2023-02-28', true],
    ['2026-01-01', 1, '2025-12-01', '2025-12-01', false],
  ])('on %s, %i months back, is compared with %s to %s', (day, back, from, to, isWhole) => {
    expect(sameDaysOf(day, back)).toEqual({ from, to, isWhole });
  });
});
