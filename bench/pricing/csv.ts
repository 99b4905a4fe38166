// Reads the tables that the pricing bench trains and tests on.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export type Row = Readonly<Record<string, string>>;

/** Reads a gzipped CSV table (UTF-8, comma, RFC 4180 quotes, header row) as rows by column name. Skips short rows. */
export function readTable(file: string): Row[] {
  const [head = [], ...lines] = records(gunzipSync(readFileSync(file)).toString('utf8'));
  return lines
    .filter((line) => line.length === head.length)
    .map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])));
}

function records(text: string): string[][] {
  const found: string[][] = [];
  let line: string[] = [];
  let from = 0;
  while (from < text.length) {
    const { value, end } = text[from] === '"' ? quoted(text, from) : plain(text, from);
    line.push(value);
    if (text[end] === ',') {
      from = end + 1;
      if (from === text.length) line.push('');
      continue;
    }
    found.push(line);
    line = [];
    from = text[end] === '\r' ? end + 2 : end + 1;
  }
  if (line.length > 0) found.push(line);
  return found;
}

function plain(text: string, from: number): { value: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(from, end), end };
}

function quoted(text: string, from: number): { value: string; end: number } {
  let end = from + 1;
  while (end < text.length && !(text[end] === '"' && text[end + 1] !== '"')) end += text[end] === '"' ? 2 : 1;
  return { value: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}
