import { describe, expect, test } from 'vitest';
import { help, readCommandLine } from './command-line.ts';

test.each([
  ['backup my.backup', { name: 'backup', argument: 'my.backup', values: {} }],
  ['hold --for 2h --reason Moving', { name: 'hold', argument: '', values: { for: '2h', reason: 'Moving' } }],
  ['hold --for=2h', { name: 'hold', argument: '', values: { for: '2h' } }],
  ['remove-user --yes a@b.co', { name: 'remove-user', argument: 'a@b.co', values: { yes: true } }],
  ['', { name: 'start', argument: '', values: {} }],
  ['--no-open', { name: 'start', argument: '', values: { 'no-open': true } }],
  ['--version', { name: 'version', argument: '', values: {} }],
  ['service install', { name: 'service', argument: 'install', values: {} }],
  ['phone', { name: 'phone', argument: '', values: {} }],
  ['update --check', { name: 'update', argument: '', values: { check: true } }],
  ['update --yes', { name: 'update', argument: '', values: { yes: true } }],
  [
    'drift visit.har --json --save r.json',
    { name: 'drift', argument: 'visit.har', values: { json: true, save: 'r.json' } },
  ],
])('%s is understood', (typed, expected) => {
  expect(readCommandLine(typed.split(' ').filter(Boolean))).toEqual({ kind: 'run', ...expected });
});

test.each([
  'dance',
  'toString',
  'backup',
  'sign-out',
  'hold Moving out',
  'backup one two',
  'users --yes',
  'hold --fro 2h',
  'hold --for',
  '--yes',
  'remove-user a@b.co --yes=no',
  'help dance',
  'dance --help',
  'service',
  'service start',
  'open --no-open',
  '--version users',
])('%s is refused', (typed) => {
  expect(readCommandLine(typed.split(' '))).toMatchObject({ kind: 'wrong' });
});

describe('the help', () => {
  test.each(['help', '--help', '-h'])('is shown for "%s"', (typed) => {
    expect(readCommandLine(typed.split(' ').filter(Boolean))).toEqual({ kind: 'help', text: help });
  });

  test.each(['backup --help', 'backup -h', 'help backup'])('%s explains one command', (typed) => {
    const shown = expect.stringMatching(/^Usage: npm run hangtag -- backup FILE\n/);
    expect(readCommandLine(typed.split(' '))).toEqual({ kind: 'help', text: shown });
  });

  test('fits a wide terminal', () => {
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});
