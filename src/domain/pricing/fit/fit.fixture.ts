// An item of the synthetic market, and its estimate, for tests of the fit.
import type { Comparable, Item } from '../facts/comparable.ts';
import type { Estimate, PricingFit } from './fit.ts';

/** Throws if the fit abstains. */
export const estimated = (fit: PricingFit, item: Item, as?: 'sold' | 'ask'): Estimate => {
  const value = fit.estimate(item, as);
  if (value.kind === 'abstained') throw new Error(`abstained: ${value.reason}`);
  return value;
};

export const thing: Item = { title: 'Mirella dress', brand: 'Mirella', category: 'Dresses', condition: 'very-good' };

export const withoutPrice = ({ price: _price, id: _id, state: _state, source: _source, ...item }: Comparable): Item =>
  item;
