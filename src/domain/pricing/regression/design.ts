// Turns rows into a sparse design matrix. A row is a list of tokens, and each token becomes one column.

import { type Distinct, distinctColumns, type Matrix } from './distinct-columns.ts';
import { combineHashes, TokenIndex } from './token-index.ts';

/**
 * Receives a row's tokens one by one. `family` is the number of the token's family. `first` and `second` are hashes of its value
 * and of the value it is crossed with. `strength` is the value in the matrix: 1 for a fact, the quantity for a number.
 */
export type TokenSink = (family: number, first: number, second: number, strength: number) => void;

export type Design = Matrix & {
  /** The family of each column. */
  readonly familyOf: Uint8Array;
  readonly index: TokenIndex;
  /** The same matrix without duplicate columns: what the solver works on. */
  readonly distinct: Distinct;
};

export type SparseRow = {
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** Tokens of the row that have no column in the design. */
  readonly unseenTokens: readonly { family: number; strength: number }[];
};

/** Builds the design of all rows; `write` hands each row's tokens to the sink. A design has at most 256 families. */
export function buildDesign<Row>(rows: readonly Row[], write: (row: Row, sink: TokenSink) => void): Design {
  const index = new TokenIndex();
  const starts = new Int32Array(rows.length + 1);
  let columns = new Int32Array(rows.length * 24 + 64);
  let values = new Float64Array(columns.length);
  let familyOf = new Uint8Array(4096);
  let filled = 0;
  const sink: TokenSink = (family, first, second, strength) => {
    if (filled === columns.length) {
      columns = copyInto(new Int32Array(filled * 2), columns);
      values = copyInto(new Float64Array(filled * 2), values);
    }
    const column = index.add(combineHashes(first, family), second);
    if (column >= familyOf.length) familyOf = copyInto(new Uint8Array(familyOf.length * 2), familyOf);
    familyOf[column] = family;
    columns[filled] = column;
    values[filled] = strength;
    filled++;
  };
  rows.forEach((row, at) => {
    write(row, sink);
    starts[at + 1] = filled;
  });
  const matrix: Matrix = {
    rowCount: rows.length,
    columnCount: index.size,
    starts,
    columns: columns.slice(0, filled),
    values: values.slice(0, filled),
  };
  return { ...matrix, familyOf: familyOf.slice(0, index.size), index, distinct: distinctColumns(matrix) };
}

/** Reads one more row in the columns of an existing design, which stays as it is. */
export function readRow<Row>(design: Design, row: Row, write: (row: Row, sink: TokenSink) => void): SparseRow {
  const columns: number[] = [];
  const values: number[] = [];
  const unseenTokens: { family: number; strength: number }[] = [];
  write(row, (family, first, second, strength) => {
    const column = design.index.find(combineHashes(first, family), second);
    if (column < 0) unseenTokens.push({ family, strength });
    else {
      columns.push(column);
      values.push(strength);
    }
  });
  return { columns: Int32Array.from(columns), values: Float64Array.from(values), unseenTokens };
}

/** A row of the design itself; its arrays are views, not copies. */
export function rowOf(design: Design, row: number): SparseRow {
  const from = design.starts[row] ?? 0;
  const to = design.starts[row + 1] ?? from;
  return { columns: design.columns.subarray(from, to), values: design.values.subarray(from, to), unseenTokens: [] };
}

function copyInto<T extends Int32Array | Float64Array | Uint8Array>(larger: T, from: T): T {
  larger.set(from);
  return larger;
}
