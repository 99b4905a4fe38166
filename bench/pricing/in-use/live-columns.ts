// Reduces rows to what a search at the marketplace returns, and measures how far these columns can tell prices apart.

import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { logErrorOf, mean } from '../figures.ts';

export const columns = ['title', 'brand', 'department', 'category', 'subcategory', 'size', 'condition'] as const;

/** A search also returns when each item was listed. */
export function liveColumns({ id, source, state, price, ...row }: Comparable): Comparable {
  const known = columns.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const]));
  const { listedAt } = row;
  return { id, source, state, price, ...Object.fromEntries(known), ...(listedAt !== undefined && { listedAt }) };
}

/** What a photo with hints tells at most of these columns. */
export const photoColumns = ['brand', 'category', 'subcategory', 'condition'] as const;

/** With fewer rows a group says little about how much its prices differ. */
const leastInGroup = 5;

/**
 * How much prices differ, as RMSLE measures it, among rows that agree in all these columns (the standard deviation). No estimate
 * from these columns can be closer, on average, to rows like these; `rows` holds their ids. null if hardly any rows agree.
 */
export function noiseFloor(
  rows: readonly Comparable[],
  agreeIn: readonly (typeof columns)[number][],
): { deviation: number; rows: ReadonlySet<string> } | null {
  const nameOf = (row: Comparable): string =>
    JSON.stringify([...agreeIn.map((name) => row[name] ?? null), row.state]).toLowerCase();
  const groups = [...Map.groupBy(rows, nameOf).values()].filter((group) => group.length >= leastInGroup);
  const ids = new Set(groups.flatMap((group) => group.map(({ id }) => id)));
  if (ids.size < rows.length / 20) return null;
  const squares = groups.map((group) => {
    const logs = group.map(({ price }) => logErrorOf(price, 0));
    const middle = mean(logs);
    return logs.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  });
  return {
    deviation: Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / (ids.size - groups.length)),
    rows: ids,
  };
}
