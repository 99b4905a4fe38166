// Formats prices and percentages as the screens show them.
import { type Currency, currencyFormat } from '#domain/money.ts';
import { count } from './format.ts';

const minus = '−';
const exact = currencyFormat({});
const round = currencyFormat({ maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const signOf = (value: number): string => (value > 0 ? '+' : value < 0 ? minus : '');
const unsigned = (value: number, write: (value: number) => string): string =>
  `${value < 0 ? minus : ''}${write(Math.abs(value))}`;

/** $1,084.00, of dollars, or CA$1,084.00 of Canadian ones */
export const dollars = (value: number, currency?: Currency): string =>
  unsigned(value, (amount) => exact(amount, currency));

/** $84.00, of cents */
export const dollarsOfCents = (cents: number): string => dollars(cents / 100);

/** $84, for axes and ranges, of dollars; 84 of several currencies (null) */
export const wholeDollars = (value: number, currency?: Currency | null): string =>
  currency === null ? count(value) : unsigned(value, (amount) => round(amount, currency));

/** $1,084 and CA$300: a sum of each currency */
export const totals = (prices: readonly { price: number | null; currency: Currency }[]): string => {
  const sums = [...Map.groupBy(prices, ({ currency }) => currency)].map(([currency, some]) =>
    wholeDollars(
      some.reduce((sum, { price }) => sum + (price ?? 0), 0),
      currency,
    ),
  );
  return new Intl.ListFormat('en-US').format(sums);
};

/** +$16.00 or −$16.00, of dollars */
export const signedDollars = (value: number): string => `${signOf(value)}${exact(Math.abs(value))}`;

const inCents = (amount: number): number => Math.round(amount * 100);

/** What is missing to a total, of dollars, if each amount is taken as the screen shows it: to the cent. */
export const restOf = (total: number, parts: readonly number[]): number =>
  (inCents(total) - parts.reduce((sum, part) => sum + inCents(part), 0)) / 100;

/** 86%, of a fraction. Confidence has no decimals and is never 100%: no estimate is certain. */
export const percent = (fraction: number): string => `${Math.min(99, Math.round(fraction * 100))}%`;

/** 13.8%, of percent, without a sign: an arrow or a word gives the direction */
export const absolutePercent = (value: number): string => `${tenth.format(Math.abs(value))}%`;

/** +13.8% or −13.8%, of percent */
export const signedPercent = (value: number): string => `${signOf(value)}${absolutePercent(value)}`;
