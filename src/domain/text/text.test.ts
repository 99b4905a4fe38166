import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type CsvCell, toCsv } from './csv.ts';
import { duration, inWords, readRetryAfter } from './duration.ts';
import { digitCode, groupedCode, plainText, visibleText } from './visible-text.ts';

const minuteMs = 60_000;

test.each([
  [0, '1 minute', 'in a moment'],
  [1_000, '1 minute', 'in a moment'],
  [1_001, '1 minute', 'in 2 seconds'],
  [59_001, '1 minute', 'in a minute'],
  [minuteMs, '1 minute', 'in a minute'],
  [15 * minuteMs, '15 minutes', 'in 15 minutes'],
  [60 * minuteMs, '1 hour', 'in an hour'],
  [65 * minuteMs, '1 hour 5 minutes', 'in 1 hour 5 minutes'],
  [24 * 60 * minuteMs, '24 hours', 'in 24 hours'],
])('%d ms are %s, and end %s', (ms, length, end) => {
  expect(duration(ms)).toBe(length);
  expect(inWords(ms)).toBe(end);
});

const now = Date.parse('2026-11-20T10:00:00Z');

it.each([
  ['120', 120_000],
  [' 1.5 ', 1_500],
  ['0', 0],
  ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads %j as %j ms', (text, ms) => {
  expect(readRetryAfter(text, now)).toBe(ms);
});

describe('a code of six digits', () => {
  it.each([
    ...[
      '123456',
      '123 456',
      '12 34 56',
      '123-456',
      '123–456',
      '１２３４５６',
      '\u200e123\u00a0456\u200b',
      ' 1 2 3 4 5 6\n',
    ],
    ...['Your Poshmark code is 123456. Don’t share it.', '123456 is your code, good for 10 minutes', 'G-123456'],
    ...[
      'Poshmark: 123 456 (expires 11/27/2026 at 18:22)',
      '@poshmark.com #123456',
      'Code: 123456. Again: 123 456',
      '١٢٣٤٥٦',
    ],
  ])('is found in %j', (text) => expect(digitCode(text, { usual: 6 })).toBe('123456'));

  it.each(['', 'abc', '12345', '1234567', 'code', '123456 or 654321', '+1 212 555 0134'])('is not in %j', (text) =>
    expect(digitCode(text, { usual: 6 })).toBeNull(),
  );

  it('may have another length where nobody knows it for certain', () => {
    const length = { usual: 6, least: 4, most: 8 };
    expect(digitCode('Your code is 4821', length)).toBe('4821');
    expect(digitCode('12345678', length)).toBe('12345678');
    expect(digitCode('123', length)).toBeNull();
    expect(digitCode('123456 sent in 2026', length)).toBe('123456');
  });
});

describe('a code of letters and digits', () => {
  const pairing = { letters: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', groups: 2 };
  it.each([
    ...['ABCD2345', 'abcd-2345', 'ABCD 2345', 'ＡＢＣＤ２３４５', 'A B C D 2 3 4 5', 'ABCD—2345'],
    ...[
      'Pairing code ABCD-2345, 9 minutes left',
      'Address\nhttps://hangtag.example\nPairing code\nABCD-2345',
      'code: abcd-2345',
    ],
    ...['Your code is ABCD2345.'],
  ])('is found in %j', (text) => expect(groupedCode(text, pairing)).toBe('ABCD2345'));

  it.each(['', 'branches are not a code', 'ABCD-234', 'ABCD-2345-6789', 'ABC0-2345', 'ABCD-2345 or ABCD-2346'])(
    'is not in %j',
    (text) => expect(groupedCode(text, pairing)).toBeNull(),
  );
});

describe('text that was pasted', () => {
  it.each([
    ['\u202aada@example.com\u202c', 'ada@example.com'],
    ['+1\u00a0212\u202f555', '+1 212 555'],
    ['\ufeffMa\u200bya\u00ad', 'Maya'],
    ['👩\u200d👧 🏳\ufe0f\u200d🌈', '👩\u200d👧 🏳\ufe0f\u200d🌈'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['a\u200db\u200c', 'ab'],
  ])('%j has only what is seen', (text, seen) => expect(visibleText(text)).toBe(seen));

  it.each([
    ['１２３．５０', '123.50'],
    [' ９:３０\u202fPM ', '9:30 PM'],
    ['٤٥', '45'],
  ])('%j has plain figures', (text, plain) => expect(plainText(text)).toBe(plain));
});

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
