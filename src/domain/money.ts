// Money as whole cents, with conversions and rounding.

/** Whole US cents. Dollars exist only in the contract's dollar fields and on screens. */
export type Cents = number;

/** Lowest price that the marketplace accepts. */
export const leastPrice: Cents = 300;

/** Converts dollars (with cents as a fraction) to cents. */
export const fromDollars = (dollars: number): Cents => Math.round(dollars * 100);

/** Converts cents to dollars, with cents as a fraction. */
export const toDollars = (cents: Cents): number => cents / 100;

/** Rounds down to a whole dollar. */
export const floorToDollar = (cents: Cents): Cents => Math.floor(cents / 100) * 100;

/** Rounds to the nearest whole dollar, half a dollar up. */
export const roundToDollar = (cents: Cents): Cents => Math.floor((cents + 50) / 100) * 100;

/** Reduces an amount by a whole percentage, rounded down to a cent. Integer arithmetic: 35.00 less 10 % is exactly 31.50. */
export const lessPercent = (cents: Cents, percent: number): Cents => Math.floor((cents * (100 - percent)) / 100);

/** Change from one amount to another in the same unit, in percent. 0 if the first is zero. */
export const percentChange = (from: number, to: number): number => (from === 0 ? 0 : ((to - from) / from) * 100);

const exact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** $12,500 or $6.49: an amount in a sentence. */
export const inDollars = (cents: Cents): string => exact.format(toDollars(cents));

/** $12,500: an amount in a sentence, rounded to a whole dollar. */
export const inWholeDollars = (cents: Cents): string => whole.format(toDollars(cents));
