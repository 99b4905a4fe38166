import { expect, it } from 'vitest';
import { withUsSize } from './us-size.ts';

it.each<[string, Parameters<typeof withUsSize>[1], string]>([
  ['IT 42', {}, 'IT 42 (US 6)'],
  ['FR 38', {}, 'FR 38 (US 6)'],
  ['DE 36', {}, 'DE 36 (US 6)'],
  ['UK 10', {}, 'UK 10 (US 6)'],
  ['EU 38', {}, 'EU 38 (US 6 to 8)'],
  ['IT 48', {}, 'IT 48 (US 12 for women, 38 for men)'],
  ['IT 48', { people: 'men' }, 'IT 48 (US 38)'],
  ['IT 48', { people: 'women' }, 'IT 48 (US 12)'],
  ['IT 48', { kind: 'dress' }, 'IT 48 (US 12)'],
  ['IT 48 (US 12 for women, 38 for men)', { people: 'men' }, 'IT 48 (US 38)'],
  ['IT 38', { kind: 'heels' }, 'IT 38 (US 8)'],
  ['EU 43', { kind: 'boots', people: 'men' }, 'EU 43 (US 10)'],
  ['UK 8', { kind: 'sneakers', people: 'men' }, 'UK 8 (US 9)'],
  ['EU 116', {}, 'EU 116'],
  ['IT 42', { people: 'kids' }, 'IT 42'],
  ['JP 9', {}, 'JP 9'],
  ['US 6', {}, 'US 6'],
  ['M', {}, 'M'],
])('%s of %j is %s', (size, of, expected) => {
  expect(withUsSize(size, of)).toBe(expected);
});
