import { expect, it } from 'vitest';
import type { Outcome } from '../platform/log.ts';
import { logLine } from './log-lines.ts';

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
