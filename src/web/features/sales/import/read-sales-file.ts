// Reads a CSV file of sales in the browser. None of it is sent from here.
import { mostSalesAtOnce } from '#contract/sales/sale-imports.ts';
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
import { importMessages } from '#web/messages/sales/sale-imports.ts';

export type SalesFile = SalesTable & { name: string; guess: SaleColumns };

/** The file can't be used. The message is shown to the seller. */
export class UnusableFile extends Error {}

const mostBytes = 5 * 1024 * 1024;
const messages = importMessages.faults;
const delimiters = [',', ';', '\t', '|'] as const;
/** How much of the file shows what divides its cells. */
const guessedLength = 64 * 1024;

const knownColumns = (header: readonly string[]): number =>
  Object.values(guessColumns(header)).filter((column) => column !== null).length;

export const readSalesFile = async (file: File): Promise<SalesFile> => {
  if (file.size > mostBytes) throw new UnusableFile('This file is larger than 5 MB. Split it and import the parts.');
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new UnusableFile(messages.read);
    }),
  );
  const text = decode(bytes);
  if (!isNamedAsText(file) || text === null)
    throw new UnusableFile(`${file.name} isn’t a CSV file. In your spreadsheet, use Save as or Download, then CSV.`);
  const [best] = delimiters
    .map((delimiter) => {
      const rows = readRecords(text.slice(0, guessedLength), { delimiter, columns: 0 }).map(({ cells }) => cells);
      const header = rows[findHeader(rows)] ?? [];
      return {
        delimiter,
        known: knownColumns(header),
        columns: header.length,
        spare: isPoshmarkReport(header) ? 1 : 0,
      };
    })
    .sort((one, other) => other.known - one.known || other.columns - one.columns);
  const records = readRecords(text, best ?? { delimiter: ',', columns: 0 });
  const at = findHeader(records.map(({ cells }) => cells));
  const header = (records[at]?.cells ?? []).map(cleanCell);
  const ofBuyers = header.map(isOfBuyer);
  const rows = records.slice(at + 1).map(({ cells, ...record }, index) => ({
    row: at + index + 2,
    ...record,
    cells: cells.map((cell, column) => (ofBuyers[column] ? '' : cell)),
  }));
  const filled = rows.filter(({ cells }) => cells.some(isFilled)).length;
  if (filled === 0) throw new UnusableFile('This file has no rows with sales.');
  if (filled > mostSalesAtOnce) throw new UnusableFile(messages.rows(filled));
  return { name: file.name, header, rows, guess: guessColumns(header) };
};

const isFilled = (cell: string): boolean => cleanCell(cell) !== '';

const isNamedAsText = ({ name, type }: File): boolean => /\.(csv|txt|tsv)$/i.test(name) || type.startsWith('text/');

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
