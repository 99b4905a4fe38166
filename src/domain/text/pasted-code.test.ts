import { describe, expect, it } from 'vitest';
import { digitCode, groupedCode } from './pasted-code.ts';
import { plainText, visibleText } from './visible-text.ts';

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
