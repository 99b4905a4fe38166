import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvCell, toCsv } from './csv.ts';

describe('a table as CSV', () => {
  it('starts with a byte order mark and the headings, and ends each line with CRLF', () => {
    expect(toCsv(['Title', 'Price'], [['Jeans', 40]])).toBe('\ufeffTitle,Price\r\nJeans,40\r\n');
  });

  it.each<[string, CsvCell, string]>([
    ['plain text', 'Linen dress', 'Linen dress'],
    ['a number, also below zero', -12.5, '-12.5'],
    ['nothing', null, ''],
    ['a comma', 'Red, blue', '"Red, blue"'],
    ['quotation marks', '32" inseam', '"32"" inseam"'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
    ['a formula', '=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['a plus', '+1-555', "'+1-555"],
    ['a minus', '-2 sizes', "'-2 sizes"],
    ['an at', '@SUM(A1)', "'@SUM(A1)"],
    ['a formula behind a space', ' =1', "' =1"],
    ['a tab', '\t=1', "'\t'=1"],
    ['a wide sign, which some spreadsheets read as its narrow one', '＝1+1', "'＝1+1"],
    ['a formula behind the separator of other countries', 'Dress; =1+1', "Dress;' =1+1"],
    ['a formula behind something invisible', '\u200b=1', "'\u200b=1"],
    ['a formula on a line of its own', 'Tee\n=1', `"Tee\n'=1"`],
    ['a semicolon', 'Dress; new', 'Dress; new'],
    ['an equals sign further on', 'a=b', 'a=b'],
  ])('writes %s safely', (_, cell, written) => {
    expect(toCsv(['x'], [[cell]])).toBe(`\ufeffx\r\n${written}\r\n`);
  });

  it('never begins a cell with a formula, and keeps all other text', () => {
    const unit = fc.constantFrom('=', '+', '-', '@', '＝', '"', ',', ';', 'a', ' ', '\t', '\n');
    const cells = fc.array(fc.string({ unit }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cells, (texts) => {
        const [, record = ''] = /^\ufeffx\r\n([\s\S]*)\r\n$/.exec(toCsv(['x'], [texts])) ?? [];
        const read = [...`,${record}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
          cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
        );
        expect(read.map((text) => text.replaceAll("'", ''))).toEqual(texts);
        for (const text of read) for (const part of text.split(/[;\t\n]/)) expect(part).not.toMatch(/^\s*[=+\-@＝]/);
      }),
    );
  });
});
