import { expect, it } from 'vitest';
import { whenText } from './format.ts';

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
