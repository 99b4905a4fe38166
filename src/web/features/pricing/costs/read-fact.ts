// Reads what a seller types about a listing, by the contract's own rule, so that the server refuses nothing that this accepts.
import { ListingChange } from '#contract/listings/listings.ts';
import { readTyped } from '#web/format/typed-money.ts';

export type ListingFact = 'costCents' | 'sku' | 'shelf';
type FactChange = Pick<ListingChange, ListingFact>;
type ReadFact = { change: FactChange; error?: undefined } | { change?: undefined; error: string };

/** An empty text means that there is none. */
export const readFact = (fact: ListingFact, typed: string): ReadFact => {
  const { cents, error: unread } = fact === 'costCents' ? readTyped(typed) : {};
  if (unread !== undefined) return { error: unread };
  const { data, error } = ListingChange.safeParse({ [fact]: fact === 'costCents' ? cents : typed });
  return data === undefined ? { error: error.issues[0]?.message ?? '' } : { change: data };
};
