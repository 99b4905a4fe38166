// What only a seller knows about a listing, such as its cost, and what they keep of a price, in US dollars.
import { type Listing, ListingChange } from '#contract/listings/listings.ts';
import { type Cents, inDollars } from '#domain/money.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import { readTyped, typedMoney } from '#web/format/typed-money.ts';

export type ListingFact = 'costCents' | 'sku' | 'shelf';
type ReadFact = { change: Pick<ListingChange, ListingFact>; error?: undefined } | { change?: undefined; error: string };

/** By the contract's own rule, so that the server refuses nothing that this accepts. An empty text means that there is none. */
export const readFact = (fact: ListingFact, typed: string): ReadFact => {
  const { cents, error: unread } = fact === 'costCents' ? readTyped(typed) : {};
  if (unread !== undefined) return { error: unread };
  const { data, error } = ListingChange.safeParse({ [fact]: fact === 'costCents' ? cents : typed });
  return data === undefined ? { error: error.issues[0]?.message ?? '' } : { change: data };
};

export const factInField = (listing: Pick<Listing, ListingFact>, fact: ListingFact): string =>
  fact === 'costCents' ? typedMoney(listing.costCents) : (listing[fact] ?? '');

/** What is left after the marketplace's fee and the item's cost. Negative for a loss; null if the cost isn't known. */
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
