import { expect, it } from 'vitest';
import {
  absolutePercent,
  dollars,
  dollarsOfCents,
  percent,
  restOf,
  signedDollars,
  signedPercent,
  totals,
  wholeDollars,
} from './money-format.ts';

it('writes amounts in US dollars with two decimals, and without decimals on axes', () => {
  expect([dollars(84), dollars(1084.5), dollars(-4), dollarsOfCents(8100), wholeDollars(1083.6)]).toEqual([
    '$84.00',
    '$1,084.50',
    '−$4.00',
    '$81.00',
    '$1,084',
  ]);
});

it('writes amounts of other currencies with their symbol, and without any if they have several', () => {
  expect([dollars(120, 'CAD'), wholeDollars(120, 'CAD'), wholeDollars(1200, null)]).toEqual([
    'CA$120.00',
    'CA$120',
    '1,200',
  ]);
  const prices = [
    { price: 1000, currency: 'USD' },
    { price: 300, currency: 'CAD' },
    { price: null, currency: 'USD' },
    { price: 200, currency: 'USD' },
  ];
  expect(totals(prices)).toBe('$1,200 and CA$300');
});

it('gives a difference its sign, and no sign to zero', () => {
  expect([signedDollars(16), signedDollars(-16), signedDollars(0), signedPercent(23.53), signedPercent(-40)]).toEqual([
    '+$16.00',
    '−$16.00',
    '$0.00',
    '+23.5%',
    '−40.0%',
  ]);
});

it('writes confidence without decimals and changes with one decimal', () => {
  expect([percent(0.864), percent(0.5), percent(0.999), absolutePercent(-12.5), absolutePercent(13.79)]).toEqual([
    '86%',
    '50%',
    '99%',
    '12.5%',
    '13.8%',
  ]);
});

it('makes rows add up on a calculator, which sees cents only', () => {
  // 15.00 − 4.30 − 3.04 + 3.04 + 0.84 = 11.54, which is 0.54 more than 11.00. The exact amounts differ by 0.53.
  const parts = [14.996, -4.304, -3.036, 3.044, 0.836];
  expect(restOf(11.004, parts)).toBe(-0.54);
  expect(restOf(11.004, [8, 3])).toBe(0);
});
