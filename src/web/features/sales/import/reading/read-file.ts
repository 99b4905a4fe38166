// Reads the table in a file of a seller: which report it is, its header, and its rows. None of it is sent from here.
import { mostImportedSales } from '#contract/sales/sale-imports.ts';
import { isInventoryReport } from '#domain/listings/inventory-report.ts';
import { fold } from '#domain/pricing/facts/fold-text.ts';
import { readRecords } from '#domain/sales/import/csv-records.ts';
import { cleanCell } from '#domain/sales/import/read-sale.ts';
import {
  findHeader,
  guessColumns,
  isOfBuyer,
  isPoshmarkReport,
  type SaleColumns,
} from '#domain/sales/import/sale-columns.ts';
import type { SalesTable } from '#domain/sales/import/table-rows.ts';
import { count } from '#web/format/format.ts';

type FileKind = 'sales-report' | 'inventory-report' | 'spreadsheet';
export type ReportFile = SalesTable & { name: string; kind: FileKind; guess: SaleColumns };

/** The file can't be used. The message is shown to the seller. */
export class UnusableFile extends Error {}

/** More than 50,000 sales in Poshmark's report. */
const mostBytes = 20 * 1024 * 1024;
const delimiters = [',', ';', '\t', '|'] as const;
/** How much of the file shows what divides its cells. */
const guessedLength = 64 * 1024;
const asCsv = 'Open it in your spreadsheet program, choose Save as or Download, then CSV.';
const again = 'Download the report from Poshmark again, or save your spreadsheet as CSV again.';

export async function readFile(file: File): Promise<ReportFile> {
  const { name, size } = file;
  if (size > mostBytes)
    throw new UnusableFile(
      `${name} has ${count(Math.round(size / 1024 / 1024))} MB. Hangtag reads files up to 20 MB. Export a shorter time, and import one file after the other.`,
    );
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new UnusableFile(`Couldn’t read ${name}. ${again}`);
    }),
  );
  const other = otherKind(bytes);
  if (other !== null) throw new UnusableFile(`${name} is ${other}`);
  const text = decode(bytes);
  if (text === null) throw new UnusableFile(`${name} isn’t a CSV file. ${asCsv}`);
  if (text.trim() === '') throw new UnusableFile(`${name} is empty. ${again}`);

  const best = guessDelimiter(text);
  const records = readRecords(text, best);
  const at = findHeader(records.map(({ cells }) => cells));
  const header = (records[at]?.cells ?? []).map(cleanCell);
  const ofBuyers = header.map(isOfBuyer);
  const rows = records.slice(at + 1).map(({ cells, ...record }, index) => ({
    row: at + index + 2,
    ...record,
    cells: cells.map((cell, column) => (ofBuyers[column] ? '' : cell)),
  }));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cleanCell(cell) !== '')).length;
  if (filled === 0) throw new UnusableFile(`${name} has no rows below its column names. ${again}`);
  // A few lines are sums and notes.
  if (filled > mostImportedSales + 20)
    throw new UnusableFile(
      `${name} has ${count(filled)} rows. Hangtag keeps up to ${count(mostImportedSales)} sales. Export a shorter time.`,
    );
  const kind = isPoshmarkReport(header)
    ? 'sales-report'
    : isInventoryReport(header)
      ? 'inventory-report'
      : 'spreadsheet';
  return { name, kind, header, rows, guess: guessColumns(header) };
}

/** The one that gives a header with the most known names, or else the most columns. */
function guessDelimiter(text: string): { delimiter: string; columns: number; spare: number } {
  const [best] = delimiters
    .map((delimiter) => {
      const rows = readRecords(text.slice(0, guessedLength), { delimiter, columns: 0 }).map(({ cells }) => cells);
      const header = rows[findHeader(rows)] ?? [];
      return {
        delimiter,
        known: Object.values(guessColumns(header)).filter((column) => column !== null).length,
        columns: header.length,
        spare: isPoshmarkReport(header) ? 1 : 0,
      };
    })
    .sort((one, other) => other.known - one.known || other.columns - one.columns);
  return best ?? { delimiter: ',', columns: 0, spare: 0 };
}

/** What files of other kinds begin with, as Latin letters. */
const workbooks = ['PK\u0003\u0004', 'PK\u0005\u0006', '\u00d0\u00cf\u0011\u00e0'];
const pictures = ['\u00ff\u00d8\u00ff', '\u0089PNG', 'GIF8', 'II*\u0000', 'MM\u0000*'];

/** What else the file is, by its first bytes, and what to do. null: it may be a table. */
function otherKind(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  const begins = (marks: readonly string[]): boolean => marks.some((mark) => start.startsWith(mark));
  if (begins(workbooks)) return `a workbook, not a CSV file. ${asCsv}`;
  if (begins(pictures) || start.slice(4, 8) === 'ftyp' || (begins(['RIFF']) && start.slice(8, 12) === 'WEBP'))
    return 'a picture. Choose the CSV file instead: a report from Poshmark, or your spreadsheet saved as CSV.';
  if (begins(['%PDF'])) return `a PDF. Hangtag needs the numbers as a table. ${asCsv}`;
  if (/^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html|\?xml)/i.test(start))
    return `a web page, not a CSV file. Your download may have ended at a sign-in page. ${again}`;
  return null;
}

/** Spreadsheets write UTF-8, older ones Windows-1252, and some UTF-16 of either order. null: this is no text. */
const decode = (bytes: Uint8Array): string | null => {
  const wide = wideEncoding(bytes);
  const text = wide === null ? decodeBytes(bytes) : new TextDecoder(wide).decode(bytes);
  // The reader expects one kind of line break in a file.
  return text.includes('\u0000') ? null : text.replace(/\r\n?/g, '\n');
};

/** By its mark, or by where the zeros of Latin letters are. */
const wideEncoding = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 2_000);
  const zeros = [0, 1].map((side) => start.filter((byte, at) => byte === 0 && at % 2 === side).length);
  const [even = 0, odd = 0] = zeros.map((count) => count / (start.length / 2));
  if (odd > 0.5 && even < 0.05) return 'utf-16le';
  return even > 0.5 && odd < 0.05 ? 'utf-16be' : null;
};

const decodeBytes = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Rows with the same title stay together: rows that are equal count as several only within one call. */
export function partsOf<Row extends { cells: { title?: string | undefined } }>(
  rows: readonly Row[],
  most: number,
): Row[][] {
  if (rows.length <= most) return rows.length === 0 ? [] : [[...rows]];
  const parts: Row[][] = [];
  let part: Row[] = [];
  for (const alike of Map.groupBy(rows, ({ cells }) => fold(cells.title ?? '')).values()) {
    if (part.length > 0 && part.length + alike.length > most) {
      parts.push(part);
      part = [];
    }
    for (const row of alike) {
      if (part.length === most) {
        parts.push(part);
        part = [];
      }
      part.push(row);
    }
  }
  return [...parts, part];
}
