// What a seller keeps of a price after the marketplace's fee, and what is left of that after the item's cost. All in US dollars.
import { type Cents, inDollars } from '#domain/money.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';

/** Negative for a loss; null if the cost isn't known. */
export const profitAt = (price: Cents, cost: Cents | null): Cents | null =>
  cost === null ? null : earningsFrom(price) - cost;

const left = (price: Cents, cost: Cents | null): string => {
  const profit = profitAt(price, cost);
  const kept = `you keep ${inDollars(earningsFrom(price))}`;
  if (profit === null) return `${kept}.`;
  return profit < 0
    ? `${kept}, ${inDollars(-profit)} less than you paid.`
    : `${kept}, ${inDollars(profit)} after cost.`;
};

/** "At $36 you keep $28.80, $16.80 after cost." */
export const keptMessage = (price: Cents, cost: Cents | null): string => `At ${inDollars(price)} ${left(price, cost)}`;

/** "$15 floor: you lose $3." */
export const floorMessage = (floor: Cents, cost: Cents | null): string => {
  const profit = profitAt(floor, cost);
  return `${inDollars(floor)} floor: ${profit !== null && profit < 0 ? `you lose ${inDollars(-profit)}.` : left(floor, cost)}`;
};

/** Beside what is kept at another price: "Now: $12 after cost." */
export const nowMessage = (price: Cents, cost: Cents): string => {
  const profit = earningsFrom(price) - cost;
  return profit < 0 ? `Now you lose ${inDollars(-profit)}.` : `Now: ${inDollars(profit)} after cost.`;
};
