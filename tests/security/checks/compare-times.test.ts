import { expect, it } from 'vitest';
import { seeded } from '#tests/chaos/seeded.ts';
import { compareTimes, comparisonText } from './compare-times.ts';

/** 500 times around 20 ms, some of them much longer, as on a busy machine. */
const times = (random: () => number, change: (ms: number) => number = (ms) => ms): number[] =>
  Array.from({ length: 500 }, () => change(20 + 4 * (random() + random() + random()) + (random() < 0.05 ? 200 : 0)));

it('finds no difference between times of one kind', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seeded(seed);
    expect(compareTimes(times(random), times(random)).isAlike).toBe(true);
  }
});

it.each<[string, (ms: number) => number]>([
  ['that are 6 % longer', (ms) => ms * 1.06],
  ['that are 1 ms longer, which is less than 5 %', (ms) => ms + 1],
])('tells apart times %s', (_, change) => {
  const random = seeded(7);
  expect(compareTimes(times(random), times(random, change)).isAlike).toBe(false);
});

it('says its figures', () => {
  expect(comparisonText(compareTimes([1, 2, 3], [2, 4, 4]))).toBe(
    '2.00 ms and 4.00 ms (medians, 100.0 % apart; the second one is slower 83.3 % of the time)',
  );
});
