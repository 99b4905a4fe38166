import { expect, it } from 'vitest';
import { readTyped, typedMoney } from './typed-money.ts';

it.each([
  ['12.50', 1250],
  [' $5 ', 500],
  ['1,200', 120_000],
  ['12,50', 1250],
  ['0', 0],
  ['.5', 50],
  ['', null],
  ['–', null],
])('“%s” is %s cents', (typed, cents) => {
  expect(readTyped(typed)).toEqual({ cents });
});

it.each(['five', '-3', '€5', '1.2.3', '2,000,000', '12.345.'])('“%s” is refused', (typed) => {
  expect(readTyped(typed).error).toEqual(expect.any(String));
});

it('an amount that was read is written as it was', () => {
  for (const cents of [null, 0, 5, 1250, 120_000]) expect(readTyped(typedMoney(cents)).cents).toBe(cents);
});
