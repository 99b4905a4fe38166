// Splits the text of a CSV file into records, also where its quotes are wrong. No line is ever lost.

type CsvRecord = {
  cells: string[];
  /** A quote opens and never closes, and the line doesn't fit the columns without it either. */
  isOpen: boolean;
};

type Shape = {
  delimiter: string;
  /** How many cells a whole row has. 0: not known yet. */
  columns: number;
  /** How many more it may have. */
  spare?: number;
};

/** How quotes are read: by the rules of CSV, or as people and careless programs write them. */
type Reading = 'strict' | 'inner_quotes' | 'bare';
type Scanned = { cells: string[]; end: number };

/** A text between quotes that runs over more lines than this is read only by the strict rules. */
const mostLenientLines = 20;
/** An amount or a date, alone in its cell. */
const isFigure = (cell: string): boolean => /^["=\s]*[-+($]*\s*\d[\d\s.,:/-]*\)?["\s]*$/.test(cell);

/** Expects line breaks as "\n". */
export function readRecords(text: string, shape: Shape): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (let from = 0; from < text.length; ) {
    const { record, end } = readRecord(text, from, shape);
    records.push(record);
    from = end + 1;
  }
  return records;
}

function readRecord(text: string, from: number, shape: Shape): { record: CsvRecord; end: number } {
  const { delimiter, columns, spare = 0 } = shape;
  const lineEnd = indexOr(text, '\n', from, text.length);
  const line = text.slice(from, lineEnd);
  if (!line.includes('"')) return { record: { cells: line.split(delimiter), isOpen: false }, end: lineEnd };
  const found = ({ cells, end }: Scanned) => ({ record: { cells, isOpen: false }, end });
  const strict = scan(text, from, { delimiter, reading: 'strict' });
  if (strict !== null && !swallowsRows(strict.cells, shape)) return found(strict);

  const fits = ({ cells }: Scanned): boolean => cells.length >= columns && cells.length <= columns + spare;
  const readings = (['inner_quotes', 'bare'] as const).flatMap(
    (reading) => scan(line, 0, { delimiter, reading }) ?? [],
  );
  const whole = readings.find(fits);
  if (whole !== undefined) return found({ ...whole, end: lineEnd });
  const near = text.slice(from).split('\n', mostLenientLines).join('\n');
  const longer = scan(near, 0, { delimiter, reading: 'inner_quotes' });
  if (longer !== null && fits(longer) && !swallowsRows(longer.cells, shape))
    return found({ ...longer, end: from + longer.end });
  const cells = readings.at(-1)?.cells ?? line.split(delimiter);
  return { record: { cells, isOpen: columns > 0 && line.split('"').length % 2 === 0 }, end: lineEnd };
}

/** Reads from `from` to the end of the record. null: the quotes don't allow this reading. */
function scan(
  text: string,
  from: number,
  { delimiter, reading }: { delimiter: string; reading: Reading },
): Scanned | null {
  const cells: string[] = [];
  for (let at = from; ; ) {
    const quoted = quotedCell(text, at, { delimiter, reading });
    if (quoted === 'wrong') return null;
    if (quoted !== null) cells.push(quoted.cell);
    const start = quoted?.end ?? at;
    const end = Math.min(indexOr(text, delimiter, start, text.length), indexOr(text, '\n', start, text.length));
    if (quoted === null) cells.push(text.slice(at, end));
    if (text[end] !== delimiter) return { cells, end };
    at = end + 1;
  }
}

/** The cell that begins at `from`, if it is in quotes: `"a, b"`, or `="a, b"` as spreadsheets write text. */
function quotedCell(
  text: string,
  from: number,
  { delimiter, reading }: { delimiter: string; reading: Reading },
): { cell: string; end: number } | 'wrong' | null {
  let open = from;
  while (text[open] === ' ') open += 1;
  if (text[open] === '=') open += 1;
  if (text[open] !== '"') return null;
  const ends = (at: number): boolean => {
    let next = at;
    while (text[next] === ' ') next += 1;
    return next >= text.length || text[next] === delimiter || text[next] === '\n';
  };
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    const isDoubled = text[at + 1] === '"';
    if (isDoubled && !(reading === 'inner_quotes' && ends(at + 2))) at += 1;
    else if (isDoubled) return { cell: undouble(text.slice(open + 1, at + 1)), end: at + 2 };
    else if (ends(at + 1)) return { cell: undouble(text.slice(open + 1, at)), end: at + 1 };
    else if (reading !== 'inner_quotes') break;
  }
  return reading === 'strict' ? 'wrong' : null;
}

const undouble = (quoted: string): string => quoted.replaceAll('""', '"');

/** A text in quotes that contains whole rows: its quote was never closed, and the next one in the file ended it. */
function swallowsRows(cells: readonly string[], { delimiter, columns }: Shape): boolean {
  return cells.some((cell, column) =>
    cell.split('\n').some((line, at, { length }) => {
      const parts = line.split(delimiter);
      const before = at === 0 ? column : 0;
      return length > 1 && parts.length > 1 && before + parts.length >= columns && parts.some(isFigure);
    }),
  );
}

const indexOr = (text: string, sought: string, from: number, otherwise: number): number => {
  const at = text.indexOf(sought, from);
  return at < 0 ? otherwise : at;
};
