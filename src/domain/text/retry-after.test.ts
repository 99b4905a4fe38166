import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

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
