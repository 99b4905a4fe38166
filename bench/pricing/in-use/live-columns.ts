// Reduces rows to what a search at the marketplace returns, and tells how far these columns can tell prices apart.

import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { mean } from '../figures.ts';

const columns = ['title', 'brand', 'department', 'category', 'subcategory', 'size', 'condition'] as const;

/** A search also returns when each item was listed. */
export function liveColumns({ id, source, state, price, ...row }: Comparable): Comparable {
  const known = columns.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const]));
  const { listedAt } = row;
  return { id, source, state, price, ...Object.fromEntries(known), ...(listedAt !== undefined && { listedAt }) };
}

/** With fewer rows a group says little about how much its prices differ. */
const leastInGroup = 5;

/**
 * The standard deviation of the log price among rows that agree in everything. No estimate from these columns can be closer, on
 * average, to rows like these. null if hardly any rows agree.
 */
export function noiseFloor(rows: readonly Comparable[]): { deviation: number; rows: number } | null {
  const nameOf = (row: Comparable): string =>
    JSON.stringify([...columns.map((name) => row[name] ?? null), row.state]).toLowerCase();
  const groups = [...Map.groupBy(rows, nameOf).values()].filter((group) => group.length >= leastInGroup);
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  if (count < rows.length / 20) return null;
  const squares = groups.map((group) => {
    const logs = group.map(({ price }) => Math.log(price));
    const middle = mean(logs);
    return logs.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  });
  return {
    deviation: Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / (count - groups.length)),
    rows: count,
  };
}
