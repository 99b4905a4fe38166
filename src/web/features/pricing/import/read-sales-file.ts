// Reads a CSV file of sales in the browser. None of it is sent from here.

import { mostSalesAtOnce } from '#contract/schemas/pricing/sale-imports.ts';
import { findHeader, guessColumns, type SaleColumns } from '#domain/pricing/import/sale-columns.ts';
import { importMessages } from '#web/messages/pricing/sale-imports.ts';

/** A row of the file, with its number as a spreadsheet counts. */
export type FileRow = {
  row: number;
  cells: readonly string[];
  /** It has more cells than there are columns, so one of them was cut in two. */
  isCut: boolean;
};
export type SalesFile = { name: string; header: readonly string[]; rows: readonly FileRow[]; guess: SaleColumns };

/** The file can't be used. The message is shown to the seller. */
export class UnusableFile extends Error {}

const mostBytes = 5 * 1024 * 1024;
const messages = importMessages.faults;
/** The parser's own guess takes a short file with a summary for one column. */
const delimiters = [',', ';', '\t'] as const;
const guessedRows = 60;

const knownColumns = (header: readonly string[]): number =>
  Object.values(guessColumns(header)).filter((column) => column !== null).length;

export const readSalesFile = async (file: File): Promise<SalesFile> => {
  if (file.size > mostBytes) throw new UnusableFile(messages.large);
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new UnusableFile(messages.read);
    }),
  );
  const text = decode(bytes);
  if (!isNamedAsText(file) || text === null) throw new UnusableFile(messages.type(file.name));
  // Only sellers with a file need the parser.
  const { default: Papa } = await import('papaparse');
  const [best] = delimiters
    .map((delimiter) => {
      const { data } = Papa.parse<string[]>(text, { delimiter, preview: guessedRows });
      const header = data[findHeader(data)] ?? [];
      return { delimiter, known: knownColumns(header), columns: header.length };
    })
    .sort((one, other) => other.known - one.known || other.columns - one.columns);
  const { data } = Papa.parse<string[]>(text, { delimiter: best?.delimiter ?? ',' });
  const at = findHeader(data);
  const header = (data[at] ?? []).map((name) => name.trim());
  const rows = data
    .map((cells, index) => ({ row: index + 1, cells, isCut: cells.slice(header.length).some(isFilled) }))
    .slice(at + 1)
    .filter(({ cells }) => cells.some(isFilled));
  if (rows.length === 0) throw new UnusableFile(messages.empty);
  if (rows.length > mostSalesAtOnce) throw new UnusableFile(messages.rows(rows.length));
  return { name: file.name, header, rows, guess: guessColumns(header) };
};

const isFilled = (cell: string): boolean => cell.trim() !== '';

const isNamedAsText = ({ name, type }: File): boolean => /\.(csv|txt|tsv)$/i.test(name) || type.startsWith('text/');

/** Spreadsheets write UTF-8, older ones Windows-1252, and some UTF-16. null: this is no text. */
const decode = (bytes: Uint8Array): string | null => {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : decodeBytes(bytes);
  // The parser expects one kind of line break in a file.
  return text.includes('\u0000') ? null : text.replace(/\r\n?/g, '\n');
};

const decodeBytes = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
