// Money as whole cents, with conversions and rounding.

/** Whole cents, of US dollars unless a currency says otherwise. Dollars exist only in the contract's dollar fields and on screens. */
export type Cents = number;

/** Three letters of ISO 4217: `USD`, `CAD`. */
export type Currency = string;
/** The currency of all comparables, fees, and costs that Hangtag knows. */
export const usDollars: Currency = 'USD';

/** Lowest price that the marketplace accepts. */
export const leastPrice: Cents = 300;

export const fromDollars = (dollars: number): Cents => Math.round(dollars * 100);

export const toDollars = (cents: Cents): number => cents / 100;

export const floorToDollar = (cents: Cents): Cents => Math.floor(cents / 100) * 100;

/** Rounds to the nearest whole dollar, half a dollar up. */
export const roundToDollar = (cents: Cents): Cents => Math.floor((cents + 50) / 100) * 100;

/** Reduces an amount by a whole percentage, rounded down to a cent. Integer arithmetic: 35.00 less 10 % is exactly 31.50. */
export const lessPercent = (cents: Cents, percent: number): Cents => Math.floor((cents * (100 - percent)) / 100);

/**
 * Splits an amount by weights, to the cent: the parts add up to it, and each is at most a cent from its exact share. Cents that are
 * left go to the largest remainders, the first of equals. Weights of 0 throughout split it evenly.
 */
export function splitCents(amount: Cents, weights: readonly number[]): Cents[] {
  const isEven = weights.every((weight) => weight === 0);
  const shares = weights.map((weight) => BigInt(isEven ? 1 : weight));
  const sum = shares.reduce((total, share) => total + share, 0n);
  const exact = shares.map((share) => BigInt(Math.abs(amount)) * share);
  const parts = exact.map((share) => Number(share / sum));
  const left = Math.abs(amount) - parts.reduce((total, part) => total + part, 0);
  const byRemainder = exact.map((share, index) => ({ index, remainder: share % sum }));
  byRemainder.sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => (amount < 0 ? -part || 0 : part));
}

/** Change from one amount to another in the same unit, in percent. 0 if the first is zero. */
export const percentChange = (from: number, to: number): number => (from === 0 ? 0 : ((to - from) / from) * 100);

/** Formats amounts in any currency, in one way: `$40` in US dollars, `CA$40` in Canadian ones. */
export function currencyFormat(options: Intl.NumberFormatOptions): (amount: number, currency?: Currency) => string {
  const formats = new Map<Currency, Intl.NumberFormat>();
  return (amount, currency = usDollars) => {
    const format = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency, ...options });
    formats.set(currency, format);
    return format.format(amount);
  };
}

const exact = currencyFormat({ trailingZeroDisplay: 'stripIfInteger' });
const whole = currencyFormat({ maximumFractionDigits: 0 });

/** $12,500 or $6.49: an amount in a sentence. */
export const inDollars = (cents: Cents, currency?: Currency): string => exact(toDollars(cents), currency);

/** $12,500: an amount in a sentence, rounded to a whole dollar. */
export const inWholeDollars = (cents: Cents, currency?: Currency): string => whole(toDollars(cents), currency);

/** The currency of all of them; null if they have several. */
export const sharedCurrency = (amounts: readonly { currency: Currency }[]): Currency | null => {
  const [first = usDollars, ...others] = new Set(amounts.map(({ currency }) => currency));
  return others.length === 0 ? first : null;
};

/** “Canadian dollars”, or the three letters of a currency without a name. */
export const currencyName = (currency: Currency): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency;
