import type { Facts } from './facts.ts';

/** How many comparables share with an item what prices hang on most: its label, or failing that its kind. */
export type Alike = (facts: Facts) => number;

export function countAlike(rows: readonly Facts[]): Alike {
  const counts = new Map<string, number>();
  for (const facts of rows) for (const key of keysOf(facts)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (facts) => Math.max(0, ...keysOf(facts).map((key) => counts.get(key) ?? 0));
}

const keysOf = ({ brand, garment, category, subcategory, model }: Facts): string[] =>
  Object.entries({ brand, garment, category, subcategory, model }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${value}`],
  );
