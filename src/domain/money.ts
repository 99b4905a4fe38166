/** Money in rules and rows: whole cents of a US dollar. Dollars exist only in the contract's dollar fields and on screens. */
export type Cents = number;

/** The least price the marketplace takes. */
export const leastPrice: Cents = 300;

/** Whole cents from dollars, which may have a fraction of at most a cent. */
export const fromDollars = (dollars: number): Cents => Math.round(dollars * 100);

/** Dollars, with their cents as a fraction. */
export const toDollars = (cents: Cents): number => cents / 100;

/** Whether the marketplace could take it as a price: it knows no cents. */
export const isWholeDollars = (cents: Cents): boolean => Number.isInteger(cents) && cents % 100 === 0;

/** Down to the whole dollar. */
export const floorToDollar = (cents: Cents): Cents => Math.floor(cents / 100) * 100;

/** To the nearest whole dollar, half a dollar up. */
export const roundToDollar = (cents: Cents): Cents => Math.floor((cents + 50) / 100) * 100;

/** What is left after taking off a whole percentage, down to the whole cent. Integer arithmetic: 35.00 less 10 % is 31.50. */
export const lessPercent = (cents: Cents, percent: number): Cents => Math.floor((cents * (100 - percent)) / 100);

/** The change from one amount to another in percent; null where the first is nothing. */
export const percentChange = (from: Cents, to: Cents): number | null =>
  from === 0 ? null : ((to - from) / from) * 100;
