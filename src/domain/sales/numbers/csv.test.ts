import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvFile } from './csv.ts';

/** By the rules of RFC 4180. */
const cellsOf = (csv: string): string[] =>
  [...`,${csv.slice(1, -2)}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );

it('begins with a byte order mark, and ends each record with CRLF', () => {
  expect(
    csvFile([
      ['Title', 'Price'],
      ['Tee', 1250],
      ['Coat, long', null],
    ]),
  ).toBe('\uFEFFTitle,Price\r\nTee,12.50\r\n"Coat, long",\r\n');
});

it.each([
  ['Levi’s 501', 'Levi’s 501'],
  ['5" heels', '"5"" heels"'],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['+1 size up', `'+1 size up`],
  ['-20% off', `'-20% off`],
  ['@brand', `'@brand`],
  ['\t=1+1', `' =1+1`],
  ['\r=1+1', `' =1+1`],
  [' \u200b=1+1', `' \u200b=1+1`],
  ['＝1+1', `'＝1+1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠A1', `'＠A1`],
  ['tee;=1+1', `"tee;'=1+1"`],
  ['a = b', 'a = b'],
  ['two\r\nlines', 'two lines'],
])('writes the text %j as %s', (text, cell) => {
  expect(csvFile([[text]])).toBe(`\uFEFF${cell}\r\n`);
});

it.each([
  [-350, '-3.50'],
  [0, '0.00'],
  [123_450, '1234.50'],
])('keeps the amount of %i cents a number', (cents, cell) => {
  expect(csvFile([[cents]])).toBe(`\uFEFF${cell}\r\n`);
});

it('never writes a cell that begins a formula, and keeps all other text', () => {
  const cells = fc.array(
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', '"', ',', ';', 'a', ' ', '\t') }),
    {
      minLength: 2,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(cells, (texts) => {
      const record = cellsOf(csvFile([['x', ...texts]]));
      expect(record).toHaveLength(texts.length + 1);
      for (const [at, text] of texts.entries()) {
        const read = record[at + 1] ?? '';
        expect(read).not.toMatch(/^\s*[=+\-@＝]/);
        expect(read.replaceAll("'", '')).toBe(text.replaceAll(/\t+/g, ' '));
      }
    }),
  );
});
