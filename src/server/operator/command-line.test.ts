import { describe, expect, test } from 'vitest';
import { help, readCommandLine } from './command-line.ts';

test.each([
  ['backup my.backup', { name: 'backup', argument: 'my.backup', values: {} }],
  ['hold --for 2h --reason Moving', { name: 'hold', argument: '', values: { for: '2h', reason: 'Moving' } }],
  ['hold --for=2h', { name: 'hold', argument: '', values: { for: '2h' } }],
  ['remove-user --yes a@b.co', { name: 'remove-user', argument: 'a@b.co', values: { yes: true } }],
  [
    'drift visit.har --json --save r.json',
    { name: 'drift', argument: 'visit.har', values: { json: true, save: 'r.json' } },
  ],
])('%s is understood', (typed, expected) => {
  expect(readCommandLine(typed.split(' '))).toEqual({ kind: 'run', ...expected });
});

test.each([
  ['dance', 'There is no command "dance". To list all commands, run npm run hangtag -- help.'],
  ['toString', 'There is no command "toString".'],
  ['backup', 'The name of the file is missing. Usage: npm run hangtag -- backup FILE'],
  ['sign-out', 'The email address is missing. Usage: npm run hangtag -- sign-out EMAIL'],
  [
    'hold Moving out',
    'hold has no place for "Moving". Put words with spaces in quotes. Usage: npm run hangtag -- hold',
  ],
  ['backup one two', 'backup has no place for "two".'],
  ['users --yes', 'users has no option --yes. Usage: npm run hangtag -- users'],
  ['hold --fro 2h', 'hold has no option --fro.'],
  ['hold --for', '--for needs a value.'],
  ['--yes', 'The command before --yes is missing. To list all commands, run npm run hangtag -- help.'],
  ['remove-user a@b.co --yes=no', '--yes takes no value.'],
])('%s is refused with a sentence', (typed, sentence) => {
  const read = readCommandLine(typed.split(' '));
  expect(read).toMatchObject({ kind: 'wrong', text: expect.stringContaining(sentence) });
});

describe('the help', () => {
  test.each(['', 'help', '--help', '-h'])('is shown for "%s"', (typed) => {
    expect(readCommandLine(typed.split(' ').filter(Boolean))).toEqual({ kind: 'help', text: help });
  });

  test.each(['backup --help', 'backup -h', 'help backup'])('%s explains one command', (typed) => {
    const text = 'Usage: npm run hangtag -- backup FILE\n  saves your data to one file, without the secret key';
    expect(readCommandLine(typed.split(' '))).toEqual({ kind: 'help', text });
  });

  test.each(['help dance', 'dance --help'])('%s is refused', (typed) => {
    const text = 'There is no command "dance". To list all commands, run npm run hangtag -- help.';
    expect(readCommandLine(typed.split(' '))).toEqual({ kind: 'wrong', text });
  });

  test('fits a wide terminal', () => {
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});
