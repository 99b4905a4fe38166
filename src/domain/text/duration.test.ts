import { expect, test } from 'vitest';
import { duration, inWords } from './duration.ts';

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
