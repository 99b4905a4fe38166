import { describe, expect, it } from 'vitest';
import { type Cell, toCsv } from './csv.ts';

describe('a table as CSV', () => {
  it('starts with a byte order mark and the headings, and ends each line with CRLF', () => {
    expect(toCsv(['Title', 'Price'], [['Jeans', 40]])).toBe('\ufeffTitle,Price\r\nJeans,40\r\n');
  });

  it.each<[string, Cell, string]>([
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
    ['a tab', '\t=1', "'\t=1"],
    ['a wide sign, which some spreadsheets read as its narrow one', '＝1+1', "'＝1+1"],
    ['a formula behind the separator of other countries', 'Dress; =1+1', "Dress;' =1+1"],
    ['a semicolon', 'Dress; new', 'Dress; new'],
    ['an equals sign further on', 'a=b', 'a=b'],
  ])('writes %s safely', (_, cell, written) => {
    expect(toCsv(['x'], [[cell]])).toBe(`\ufeffx\r\n${written}\r\n`);
  });
});
