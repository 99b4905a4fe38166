import { expect, it } from 'vitest';
import type { Outcome } from '../platform/log.ts';
import { logLine } from './log-lines.ts';

it.each<[Outcome, string]>([
  [{ kind: 'answered', status: 200, isClear: true }, 'Shared a listing.'],
  [
    { kind: 'answered', status: 200, isClear: false },
    'Not confirmed: sharing a listing. Poshmark’s answer was unclear.',
  ],
  // Kept by an earlier version.
  [{ kind: 'answered', status: 200 }, 'Shared a listing.'],
  [{ kind: 'answered', status: 403, isClear: false }, 'Couldn’t share a listing.'],
  [{ kind: 'answered', status: 200, isClear: false, isRefused: true }, 'Couldn’t share a listing.'],
  [
    { kind: 'answered', status: 504, isClear: false, isRefused: false },
    'Not confirmed: sharing a listing. Poshmark’s answer was unclear.',
  ],
  [
    { kind: 'answered', status: 302, isClear: false, isRefused: false },
    'Not confirmed: sharing a listing. Poshmark’s answer was unclear.',
  ],
  [{ kind: 'answered', status: 302, isClear: false, isRefused: true }, 'Couldn’t share a listing.'],
  [{ kind: 'cut' }, 'Not confirmed: sharing a listing. No complete answer came, and the companion won’t try again.'],
  [{ kind: 'too_large' }, 'Not confirmed: sharing a listing. The answer was too large.'],
  [{ kind: 'not_sent', because: 'no_tab' }, 'Couldn’t share a listing, because Poshmark couldn’t be reached.'],
  [
    { kind: 'refused', because: 'wrong_body' },
    'Refused a request from your Hangtag: it would have changed more than it may.',
  ],
])('the log claims no more than what %o proves: %s', (outcome, text) => {
  expect(logLine({ kind: 'call', at: 0, call: 'share', target: null, outcome }).text).toBe(text);
});

it.each<[Outcome, string]>([
  [{ kind: 'answered', status: 200, isClear: false, isRefused: true }, 'Poshmark refused it. 68a0'],
  [{ kind: 'answered', status: 200, isClear: false, isRefused: false }, 'Poshmark’s answer was unclear. 68a0'],
  [{ kind: 'answered', status: 502, isClear: false, isRefused: false }, 'Poshmark answered with 502. 68a0'],
])('a read that failed is never "not confirmed": %o', (outcome, detail) => {
  const line = logLine({ kind: 'call', at: 0, call: 'post', target: '68a0', outcome });
  expect(line).toEqual({ text: 'Couldn’t read a listing.', detail, tone: 'mind' });
});
