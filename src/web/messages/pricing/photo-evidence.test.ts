import { expect, it } from 'vitest';
import { photoMessages } from './pricing.ts';

it.each([
  ['1 comp', '$48.00', '$48.00', '$48.00', '1 comp at $48.00'],
  ['3 comps', '$48.00', '$48.00', '$48.00', '3 comps at $48.00'],
  ['2 comps', '$50.00', '$48.00', '$52.00', '2 comps, average $50.00, range $48.00 to $52.00'],
])('%s with an average of %s, from %s to %s, are named as such', (count, average, low, high, words) => {
  expect(photoMessages.evidence(count, average, low, high)).toBe(words);
});
