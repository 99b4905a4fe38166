import { expect, it } from 'vitest';
import { exactDollarsOf, shortDollarsOf, wholeDollars, wholeDollarsOf } from './dollars.ts';

it('amounts in sentences have separators between thousands, as the amounts on screens', () => {
  expect([wholeDollars(12_500), wholeDollars(999), wholeDollarsOf(1_250_050), wholeDollarsOf(349)]).toEqual([
    '$12,500',
    '$999',
    '$12,501',
    '$3',
  ]);
  expect([exactDollarsOf(120_400), exactDollarsOf(5), exactDollarsOf(1_000_000)]).toEqual([
    '$1,204.00',
    '$0.05',
    '$10,000.00',
  ]);
  expect([shortDollarsOf(900), shortDollarsOf(943), shortDollarsOf(120_000)]).toEqual(['$9', '$9.43', '$1,200']);
});
