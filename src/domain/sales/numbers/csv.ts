// Writes CSV files that spreadsheet programs open without running anything in them.

import type { Cents } from '../../money.ts';

/** A number is an amount in cents, and is written in dollars. null: an empty cell. */
export type CsvCell = string | Cents | null;

/** What programs take for the start of a formula, also in its full-width form, and after blanks that nobody sees. */
const startsFormula = /^[\s\p{C}]*[=+\-@＝＋－＠]/u;
/** The same after what separates cells where the comma is the decimal sign. */
const startsAfterSeparator = /;(?=[\s\p{C}]*[=+\-@＝＋－＠])/gu;

/** UTF-8 with a byte order mark, or Excel takes it for another encoding, and RFC 4180: commas, quotes, and CRLF. */
export const csvFile = (records: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${records.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`;

function written(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return (cell / 100).toFixed(2);
  const line = cell.replace(/[\r\n\t]+/g, ' ').replace(startsAfterSeparator, ";'");
  const text = startsFormula.test(cell) ? `'${line}` : line;
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
