// Merges duplicate columns of a sparse matrix, so that the solver works on fewer of them.

import { combineHashes } from './token-index.ts';

/** A sparse matrix in CSR form: row `r` has the entries `starts[r]` to `starts[r + 1]` of `columns` and `values`. */
export type Matrix = {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
};

/** A matrix without duplicate columns. */
export type Distinct = Matrix & {
  /** In each row, the entries whose value is 1 come first. This is the end of them. */
  readonly ends: Int32Array;
  /** For each column of the full matrix, its column in this one. */
  readonly distinctOf: Int32Array;
};

/**
 * Merges columns that have the same values in the same rows. There are many: under a single brand, or in a title that occurs
 * once, many tokens carry the same information. Columns count as equal if the 52-bit hashes of their entries are equal.
 */
export function distinctColumns(matrix: Matrix): Distinct {
  const { rowCount, columnCount, starts, columns, values } = matrix;
  const hashes = columnHashes(matrix);
  const distinctOf = new Int32Array(columnCount);
  const numberOf = new Map<number, number>();
  const representatives: number[] = [];
  for (let column = 0; column < columnCount; column++) {
    const hash = hashes[column] ?? 0;
    const known = numberOf.get(hash);
    distinctOf[column] = known ?? representatives.length;
    if (known !== undefined) continue;
    numberOf.set(hash, representatives.length);
    representatives.push(column);
  }
  const kept = new Int32Array(columns.length);
  const keptValues = new Float64Array(columns.length);
  const keptStarts = new Int32Array(rowCount + 1);
  const ends = new Int32Array(rowCount);
  let filled = 0;
  const keep = (row: number, isOne: boolean): void => {
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at++) {
      const value = values[at] ?? 0;
      if ((value === 1) !== isOne) continue;
      const column = columns[at] ?? 0;
      const number = distinctOf[column] ?? 0;
      if (representatives[number] !== column) continue;
      kept[filled] = number;
      keptValues[filled] = value;
      filled++;
    }
  };
  for (let row = 0; row < rowCount; row++) {
    keep(row, true);
    ends[row] = filled;
    keep(row, false);
    keptStarts[row + 1] = filled;
  }
  return {
    rowCount,
    columnCount: representatives.length,
    starts: keptStarts,
    columns: kept.slice(0, filled),
    values: keptValues.slice(0, filled),
    distinctOf,
    ends,
  };
}

/** 52 bits per column, because that fits a number, the fastest key of a `Map`. */
function columnHashes({ rowCount, columnCount, starts, columns, values }: Matrix): Float64Array {
  const first = new Int32Array(columnCount);
  const second = new Int32Array(columnCount);
  const bits = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  for (let row = 0; row < rowCount; row++) {
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      const word = (bits[2 * at] ?? 0) ^ Math.imul(bits[2 * at + 1] ?? 0, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
      first[column] = combineHashes(first[column] ?? 0, word);
      second[column] = Math.imul((second[column] ?? 0) ^ word, 0x01000193) + row;
    }
  }
  return Float64Array.from(first, (high, column) => (high >>> 0) * 2 ** 20 + ((second[column] ?? 0) >>> 12));
}
