// Sorts comparables by their content, so that a fit doesn't depend on the order in which they were found.

import type { Comparable } from '../facts/comparable.ts';
import { combineHashes, hashText } from '../regression/token-index.ts';

/**
 * Sorts by a hash of the content. This also shuffles: cross-fitting deals its folds in this order. Comparables without a usable
 * price are left out, and so are a closet's own asks: a closet can't confirm itself.
 */
export function inCanonicalOrder(comparables: readonly Comparable[]): Comparable[] {
  return comparables
    .filter(
      ({ price, state, source }) => Number.isFinite(price) && price > 0 && !(source === 'closet' && state === 'ask'),
    )
    .map((comparable) => ({ comparable, key: keyOf(comparable) }))
    .sort((one, other) => one.key - other.key || (one.comparable.id < other.comparable.id ? -1 : 1))
    .map(({ comparable }) => comparable);
}

function keyOf({ id, title = '', brand = '', category = '', condition = '', state }: Comparable): number {
  return [title, brand, category, condition, state].reduce(
    (key, text) => combineHashes(key, hashText(text)),
    hashText(id),
  );
}
