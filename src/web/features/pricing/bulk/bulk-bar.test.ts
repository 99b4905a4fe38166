import { expect, it } from 'vitest';
import { analysisReport } from './bulk-bar.tsx';

const run = { kind: 'done' as const, done: 12, of: 12, tally: { raise: 3, lower: 2, keep: 4, unsure: 0 }, refused: [] };
const refused = Array.from({ length: 3 }, (_, at) => ({ title: `Item ${at}`, message: 'It has no price.' }));
const none = { raise: 0, lower: 0, keep: 0, unsure: 0 };

it.each([
  ['all were', { tally: { ...run.tally, keep: 7 } }, 'Analyzed 12 listings: 3 to raise, 2 to lower, 7 to keep.'],
  ['some were refused', { refused }, 'Analyzed 9 of 12 listings: 3 to raise, 2 to lower, 4 to keep.'],
  [
    'one was',
    { done: 1, of: 1, tally: { ...none, unsure: 1 } },
    'Analyzed 1 listing: 0 to raise, 0 to lower, 0 to keep, 1 without enough data.',
  ],
  ['all were refused', { done: 3, of: 3, tally: none, refused }, 'Analyzed 0 of 3 listings.'],
  [
    'it was canceled',
    { kind: 'canceled' as const, of: 40, refused },
    'Canceled. Analyzed 9 of 40 listings: 3 to raise, 2 to lower, 4 to keep.',
  ],
  [
    'it was canceled at once',
    { kind: 'canceled' as const, done: 0, tally: none },
    'Canceled. Analyzed 0 of 12 listings.',
  ],
  [
    'it stopped',
    { kind: 'stopped' as const, done: 9, of: 40 },
    'Stopped. Analyzed 9 of 40 listings: 3 to raise, 2 to lower, 4 to keep.',
  ],
])('the report of an analysis counts what was analyzed if %s', (_, over, words) => {
  expect(analysisReport({ ...run, ...over })).toBe(words);
});
