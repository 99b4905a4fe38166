// Reads amounts that a seller types, and writes those that are in a field.
import { isNoValue, readMoney } from '#domain/sales/import/read-amount.ts';

type Typed = { cents: number | null; error?: undefined } | { cents?: undefined; error: string };

/** "12.50", "$5", "1,200", or nothing: null. */
export const readTyped = (typed: string): Typed => {
  if (isNoValue(typed)) return { cents: null };
  const cents = readMoney(typed, { decimals: null });
  if (typeof cents === 'number') return { cents };
  if (cents === 'negative') return { error: 'Enter $0 or more' };
  if (cents === 'too_high') return { error: 'Enter at most $1,000,000' };
  return { error: cents === 'not_dollars' ? 'Enter US dollars' : 'Enter an amount such as 12.50' };
};

/** 12.50, as it stands in a field; empty if it isn't known. */
export const typedMoney = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));
