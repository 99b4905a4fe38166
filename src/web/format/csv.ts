// Writes tables as CSV files that a spreadsheet opens safely.

export type Cell = string | number | null;

/**
 * Where a spreadsheet would begin a formula, even after white space (OWASP: CSV injection): at the start of a cell, and after a
 * semicolon or a tab, which separate cells where the comma is in numbers.
 */
const formulas = /(^|[;\t])(?=\s*[=+\-@＝＋－＠\t\r])/g;

/**
 * A table as CSV (RFC 4180). It starts with a byte order mark, because spreadsheets read it as UTF-8 only then. Text that a
 * spreadsheet would run as a formula gets an apostrophe. Numbers stay numbers.
 */
export const toCsv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${[head, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`;

const writeCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = cell.replace(formulas, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const saveFile = (name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

export const saveCsv = (name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${name}.csv`, 'text/csv', toCsv(head, rows));
