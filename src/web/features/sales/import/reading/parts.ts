// Divides the rows of a file into parts that one call can take.

import { fold } from '#domain/pricing/facts/fold-text.ts';

/**
 * Rows with the same title stay together, because only they can be the same sale or listing: rows that are equal count as several only
 * within one call.
 */
export function partsOf<Row extends { cells: { title?: string | undefined } }>(
  rows: readonly Row[],
  most: number,
): Row[][] {
  if (rows.length <= most) return rows.length === 0 ? [] : [[...rows]];
  const parts: Row[][] = [];
  let part: Row[] = [];
  for (const alike of Map.groupBy(rows, ({ cells }) => fold(cells.title ?? '')).values()) {
    if (part.length > 0 && part.length + alike.length > most) {
      parts.push(part);
      part = [];
    }
    for (const row of alike) {
      if (part.length === most) {
        parts.push(part);
        part = [];
      }
      part.push(row);
    }
  }
  return [...parts, part];
}
