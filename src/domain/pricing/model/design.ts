import { type Distinct, distinctColumns, type Matrix } from './distinct-columns.ts';
import { mixed, TokenIndex } from './token-index.ts';

/** Takes one token after another: its family, the hashes of its value (and of what it is crossed with), its strength. */
export type TokenSink = (family: number, first: number, second: number, strength: number) => void;

/** Rows of tokens as one sparse matrix, whose every column belongs to a family; and the same without its repetitions. */
export type Design = Matrix & {
  readonly familyOf: Uint8Array;
  readonly index: TokenIndex;
  readonly distinct: Distinct;
};

/** One row seen through a design's columns; `strangers` are tokens that the design never met, by family. */
export type SparseRow = {
  readonly columns: Int32Array;
  readonly values: Float64Array;
  readonly strangers: readonly { family: number; strength: number }[];
};

export function buildDesign<Row>(rows: readonly Row[], write: (row: Row, sink: TokenSink) => void): Design {
  const index = new TokenIndex();
  const starts = new Int32Array(rows.length + 1);
  let columns = new Int32Array(rows.length * 24 + 64);
  let values = new Float64Array(columns.length);
  let familyOf = new Uint8Array(4096);
  let filled = 0;
  const sink: TokenSink = (family, first, second, strength) => {
    if (filled === columns.length) {
      columns = grown(columns, new Int32Array(filled * 2));
      values = grown(values, new Float64Array(filled * 2));
    }
    const column = index.add(mixed(first, family), second);
    if (column >= familyOf.length) familyOf = grown(familyOf, new Uint8Array(familyOf.length * 2));
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

export function readRow<Row>(design: Design, row: Row, write: (row: Row, sink: TokenSink) => void): SparseRow {
  const columns: number[] = [];
  const values: number[] = [];
  const strangers: { family: number; strength: number }[] = [];
  write(row, (family, first, second, strength) => {
    const column = design.index.find(mixed(first, family), second);
    if (column < 0) strangers.push({ family, strength });
    else {
      columns.push(column);
      values.push(strength);
    }
  });
  return { columns: Int32Array.from(columns), values: Float64Array.from(values), strangers };
}

/** A row of the design itself, without copying. */
export function rowOf(design: Design, row: number): SparseRow {
  const from = design.starts[row] ?? 0;
  const to = design.starts[row + 1] ?? from;
  return { columns: design.columns.subarray(from, to), values: design.values.subarray(from, to), strangers: [] };
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
