// Counts how many comparables share the facts of an item that its price depends on most.

import type { Facts } from '../facts/facts.ts';

/** How many comparables share the item's brand, its kind, its category, or its model, whichever most of them share. */
type AlikeCounter = (facts: Facts) => number;

export function alikeCounter(rows: readonly Facts[]): AlikeCounter {
  const counts = names.map((name) => {
    const count = new Map<string, number>();
    for (const facts of rows) {
      const value = facts[name];
      if (value !== undefined) count.set(value, (count.get(value) ?? 0) + 1);
    }
    return { name, count };
  });
  return (facts) => Math.max(0, ...counts.map(({ name, count }) => count.get(facts[name] ?? '') ?? 0));
}

const names = ['brand', 'garment', 'category', 'subcategory', 'model'] as const;
