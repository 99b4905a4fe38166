import { mixed } from './token-index.ts';

/** Rows of a sparse matrix in flat arrays: row `r` holds the columns `columns[starts[r]] …` with their `values`. */
export type Matrix = {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
};

/** A matrix without its repetitions: each column stands for all that are equal to it. */
export type Distinct = Matrix & {
  /** For each column of the whole matrix the one that stands for it here. */
  readonly of: Int32Array;
};

/**
 * Columns that stand in the same rows with the same strengths are told as one: under a single label, or by a title seen once,
 * many tokens say the same. Equal is what has equal 64 bits of its rows and values, taken one after the other.
 */
export function distinctColumns(matrix: Matrix): Distinct {
  const { rowCount, columnCount, starts, columns, values } = matrix;
  const prints = fingerprints(matrix);
  const of = new Int32Array(columnCount);
  const numbers = new Map<number, number>();
  const stands: number[] = [];
  for (let column = 0; column < columnCount; column++) {
    const print = prints[column] ?? 0;
    const known = numbers.get(print);
    of[column] = known ?? stands.length;
    if (known !== undefined) continue;
    numbers.set(print, stands.length);
    stands.push(column);
  }
  const kept = new Int32Array(columns.length);
  const strengths = new Float64Array(columns.length);
  const begins = new Int32Array(rowCount + 1);
  let filled = 0;
  for (let row = 0; row < rowCount; row++) {
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      const number = of[column] ?? 0;
      if (stands[number] !== column) continue;
      kept[filled] = number;
      strengths[filled] = values[at] ?? 0;
      filled++;
    }
    begins[row + 1] = filled;
  }
  return {
    rowCount,
    columnCount: stands.length,
    starts: begins,
    columns: kept.slice(0, filled),
    values: strengths.slice(0, filled),
    of,
  };
}

/** 52 bits a column, so that they are one number that a map finds fast. */
function fingerprints({ rowCount, columnCount, starts, columns, values }: Matrix): Float64Array {
  const first = new Int32Array(columnCount);
  const second = new Int32Array(columnCount);
  const bits = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  for (let row = 0; row < rowCount; row++) {
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      const word = (bits[2 * at] ?? 0) ^ Math.imul(bits[2 * at + 1] ?? 0, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
      first[column] = mixed(first[column] ?? 0, word);
      second[column] = Math.imul((second[column] ?? 0) ^ word, 0x01000193) + row;
    }
  }
  return Float64Array.from(first, (high, column) => (high >>> 0) * 2 ** 20 + ((second[column] ?? 0) >>> 12));
}
