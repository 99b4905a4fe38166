import { expect, it } from 'vitest';
import type { Outcome } from '../platform/log.ts';
import { logLine, whenText } from './texts.ts';

const claims = { done: /^Shared/, unclear: /^Not confirmed/, not: /^(Couldn’t|Refused)/ };

it.each<[Outcome, keyof typeof claims]>([
  [{ kind: 'answered', status: 200, isClear: true }, 'done'],
  [{ kind: 'answered', status: 200, isClear: false }, 'unclear'],
  // Kept by an earlier version.
  [{ kind: 'answered', status: 200 }, 'done'],
  [{ kind: 'answered', status: 403, isClear: false }, 'not'],
  [{ kind: 'answered', status: 200, isClear: false, isRefused: true }, 'not'],
  [{ kind: 'answered', status: 504, isClear: false, isRefused: false }, 'unclear'],
  [{ kind: 'answered', status: 302, isClear: false, isRefused: false }, 'unclear'],
  [{ kind: 'answered', status: 302, isClear: false, isRefused: true }, 'not'],
  [{ kind: 'cut' }, 'unclear'],
  [{ kind: 'too_large' }, 'unclear'],
  [{ kind: 'not_sent', because: 'no_tab' }, 'not'],
  [{ kind: 'refused', because: 'wrong_body' }, 'not'],
])('the log claims no more than what %o proves: %s', (outcome, claim) => {
  expect(logLine({ kind: 'call', at: 0, call: 'share', target: null, outcome }).text).toMatch(claims[claim]);
});

it.each<Outcome>([
  { kind: 'answered', status: 200, isClear: false, isRefused: true },
  { kind: 'answered', status: 200, isClear: false, isRefused: false },
  { kind: 'answered', status: 502, isClear: false, isRefused: false },
])('a read that failed is never "not confirmed": %o', (outcome) => {
  const line = logLine({ kind: 'call', at: 0, call: 'post', target: '68a0', outcome });
  expect(line).toMatchObject({ detail: expect.stringContaining('68a0'), tone: 'mind' });
  expect(line.text).toMatch(claims.not);
});

const at = (text: string): number => new Date(text).getTime();
const now = at('2026-03-05T18:00');

it.each([
  ['2026-03-05T20:30', '8:30 PM'],
  ['2026-03-06T00:34', 'Tomorrow, 12:34 AM'],
  ['2026-03-08T06:00', 'Sun, Mar 8, 6:00 AM'],
])('the next share at %s is short enough for the popup: %s', (moment, text) => {
  // Which kind of space comes before AM depends on the machine.
  expect(whenText(at(moment), now).replace(/\s/g, ' ')).toBe(text);
});
