// Writes tables as CSV files that a spreadsheet opens safely.

export type CsvCell = string | number | null;

/**
 * Where a spreadsheet would begin a formula, even after what nobody sees (OWASP: CSV injection): at the start of a cell or a line, and
 * after a semicolon or a tab, which separate cells where the comma is in numbers.
 */
const formulas = /(?<=^|[;\t\r\n])(?=[\s\p{C}]*[=+\-@＝＋－＠\t\r])/gu;

/**
 * A table as CSV (RFC 4180). It starts with a byte order mark, because spreadsheets read it as UTF-8 only then. Text that a
 * spreadsheet would run as a formula gets an apostrophe. Numbers stay numbers.
 */
export const toCsv = (head: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `\ufeff${[head, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`;

const writeCell = (cell: CsvCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = cell.replace(formulas, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
