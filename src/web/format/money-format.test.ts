import { expect, it } from 'vitest';
import {
  dollars,
  dollarsOfCents,
  percent,
  percentChange,
  signedDollars,
  signedPercent,
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
  expect([percent(0.864), percent(0.5), percent(0.999), percentChange(-12.5), percentChange(13.79)]).toEqual([
    '86%',
    '50%',
    '99%',
    '12.5%',
    '13.8%',
  ]);
});
