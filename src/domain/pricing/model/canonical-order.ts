import type { Comparable } from '../facts/comparable.ts';
import { hashText, mixed } from './token-index.ts';

/**
 * An order that depends on what the comparables are and not on how they came: by a hash of their content. Folds are dealt in
 * this order, so it also shuffles. Comparables without a usable price are left out.
 */
export function inCanonicalOrder(comparables: readonly Comparable[]): Comparable[] {
  return comparables
    .filter(({ price }) => Number.isFinite(price) && price > 0)
    .map((comparable) => ({ comparable, key: keyOf(comparable) }))
    .sort((one, other) => one.key - other.key || (one.comparable.id < other.comparable.id ? -1 : 1))
    .map(({ comparable }) => comparable);
}

function keyOf({ id, title = '', brand = '', category = '', condition = '', state }: Comparable): number {
  return [title, brand, category, condition, state].reduce((key, text) => mixed(key, hashText(text)), hashText(id));
}
