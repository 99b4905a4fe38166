// Splits dated rows into a past to learn from and a future to price.

import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import type { Case } from '../tables.ts';

const dayMs = 86_400_000;

type Split = { name: string; past: Comparable[]; future: Comparable[] };

/** When a price was seen: at the sale, or when it was asked. null if a table tells no dates of sales (it tells them with first prices). */
function seenAt({ comparable: { listedAt, state }, days = 0, startPrice }: Case): number | null {
  if (listedAt === undefined || (state === 'sold' && startPrice === undefined)) return null;
  return state === 'sold' ? listedAt + days * dayMs : listedAt;
}

/**
 * At each of three moments, from the middle of the table's time on: what sells in the next 30 days, what sells later on, what is
 * also listed later, and what of that is listed in the next 30 days. What is listed late in a table is in it only if it sold
 * fast. Of the last, the table knows the sales of the following weeks, too.
 */
export function outOfTimeSplits(cases: readonly Case[]): Split[] {
  const dated = cases
    .flatMap((row) => {
      const at = seenAt(row);
      return at === null ? [] : [{ at, row: row.comparable }];
    })
    .toSorted((one, other) => one.at - other.at);
  if (dated.length < cases.length / 2) return [];
  return [0.5, 0.65, 0.8].flatMap((share) => {
    const turn = dated[Math.floor(share * dated.length)]?.at ?? 0;
    const rowsOf = (holds: (dated: { at: number; row: Comparable }) => boolean): Comparable[] =>
      dated.filter(holds).map(({ row }) => row);
    const past = rowsOf(({ at }) => at < turn);
    return [
      { name: 'next 30 days', past, future: rowsOf(({ at }) => at >= turn && at < turn + 30 * dayMs) },
      { name: 'all later', past, future: rowsOf(({ at }) => at >= turn) },
      { name: 'listed later', past, future: rowsOf(({ row: { listedAt = 0 } }) => listedAt >= turn) },
      {
        name: 'listed in the next 30 days',
        past,
        future: rowsOf(({ row: { listedAt = 0 } }) => listedAt >= turn && listedAt < turn + 30 * dayMs),
      },
    ];
  });
}
