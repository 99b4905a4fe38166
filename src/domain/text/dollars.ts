// Amounts of money in sentences.

import type { Cents } from '../money.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "$12,500", of dollars. Rounded to the nearest one. */
export const wholeDollars = (dollars: number): string => `$${whole.format(dollars)}`;

/** "$12,500", of cents. Rounded to the nearest dollar. */
export const wholeDollarsOf = (cents: Cents): string => wholeDollars(cents / 100);

/** "$1,204.00", of cents. */
export const exactDollarsOf = (cents: Cents): string => `$${exact.format(cents / 100)}`;

/** "$9" or "$9.43", of cents. */
export const shortDollarsOf = (cents: Cents): string =>
  cents % 100 === 0 ? wholeDollarsOf(cents) : exactDollarsOf(cents);
