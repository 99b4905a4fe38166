import type { Facts } from '../facts/facts.ts';

/** How many comparables share with an item what prices hang on most: its label, or failing that its kind. */
export type Alike = (facts: Facts) => number;

export function countAlike(rows: readonly Facts[]): Alike {
  const counts = names.map((name) => {
    const count = new Map<string, number>();
    for (const { [name]: value } of rows) if (value !== undefined) count.set(value, (count.get(value) ?? 0) + 1);
    return { name, count };
  });
  return (facts) => Math.max(0, ...counts.map(({ name, count }) => count.get(facts[name] ?? '') ?? 0));
}

const names = ['brand', 'garment', 'category', 'subcategory', 'model'] as const;
