// Turns rows into a sparse design matrix. A row is a list of tokens, each token becomes one column, and equal columns are one.

/** A 32-bit hash of a text: FNV-1a, then the finalizer of MurmurHash3. The same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return finalize(hash);
}

/** A 32-bit hash of two hashes; their order matters. */
export const combineHashes = (first: number, second: number): number =>
  finalize(Math.imul(first, 0x9e3779b1) ^ (second + 0x7f4a7c15));

function finalize(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Numbers tokens in the order in which they are added. A token is a pair of 32-bit hashes. Among a million tokens, two collide
 * with a probability of one in thirty million. An open-addressing hash table in flat arrays, because a `Map` of strings took
 * more time than the whole regression.
 */
export class TokenIndex {
  #slots = new Int32Array(1 << 12).fill(-1);
  #first = new Int32Array(1 << 11);
  #second = new Int32Array(1 << 11);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The token's number, or -1 if it was never added. */
  find(first: number, second: number): number {
    return this.#slots[this.#slotOf(first, second)] ?? -1;
  }

  /** The token's number; a new token gets the next one. */
  add(first: number, second: number): number {
    const slot = this.#slotOf(first, second);
    const known = this.#slots[slot] ?? -1;
    if (known >= 0) return known;
    if (this.#size === this.#first.length) {
      this.#grow();
      return this.add(first, second);
    }
    this.#first[this.#size] = first;
    this.#second[this.#size] = second;
    this.#slots[slot] = this.#size;
    return this.#size++;
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = (first ^ Math.imul(second, 0x9e3779b1)) & mask;
    for (;;) {
      const known = this.#slots[slot] ?? -1;
      if (known < 0 || (this.#first[known] === first && this.#second[known] === second)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const [first, second] = [this.#first, this.#second];
    this.#first = new Int32Array(first.length * 2);
    this.#second = new Int32Array(second.length * 2);
    this.#first.set(first);
    this.#second.set(second);
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let token = 0; token < this.#size; token++)
      this.#slots[this.#slotOf(first[token] ?? 0, second[token] ?? 0)] = token;
  }
}

/** A sparse matrix in CSR form: row `r` has the entries `starts[r]` to `starts[r + 1]` of `columns` and `values`. */
type Matrix = {
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
function distinctColumns(matrix: Matrix): Distinct {
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

/**
 * Writes a quantity in the basis of linear B-splines ("hat functions") with knots at the multiples of `step`: the two nearest
 * knots, each with a strength from 0 to 1 by how near it is. On a knot there is one entry.
 */
export function splineBasis(value: number, step: number, put: (knot: number, strength: number) => void): void {
  const position = value / step;
  const below = Math.floor(position);
  if (position > below) put(below + 1, position - below);
  put(below, 1 - (position - below));
}
