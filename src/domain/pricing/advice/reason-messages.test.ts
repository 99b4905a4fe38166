import { expect, it } from 'vitest';
import { abstained, listedFor, offered, unknown } from './advice.fixture.ts';
import { advise } from './advice.ts';
import { adviceMessages, reasonMessage } from './reason-messages.ts';

it.each([
  [1670, 3620, '$16 to $37'],
  [1600, 3700, '$16 to $37'],
  [158, 1283, '$3 to $13'],
])('a range of %i to %i cents that is too wide for advice is the one that the screen shows', (low, high, range) => {
  expect(reasonMessage({ kind: 'wide_range', low, high, fewOfBrand: null })).toContain(range);
});

it.each([
  [0.96, 'less than a day'],
  [1.4, '1 day'],
  [13.999, '13 days'],
])('a listing of %f days is not said to be older than it is', (days, age) => {
  expect(reasonMessage({ kind: 'listed', days })).toContain(age);
  expect(reasonMessage({ kind: 'too_new', days, until: 45 })).toContain(age);
});

it.each([5, 120])('a price of %d in another currency keeps, with the reason alone and nothing about fees', (amount) => {
  const nothing = { ...abstained, reason: 'other_currency' } as const;
  const advice = advise({ listing: offered(amount), value: { sale: nothing, ask: nothing }, demand: unknown });
  expect(advice).toMatchObject({ direction: 'maintain', isAdvised: false, confidence: 0, earnings: null });
  expect(adviceMessages(advice, null)).toHaveLength(1);
});

it.each([
  [5, '$2.05'],
  [8, '$3.05'],
])('a price of a few dollars ($%d) says once what is left of it', (dollars, left) => {
  const advice = advise({ listing: offered(dollars), value: listedFor(3.4), demand: unknown });
  expect(adviceMessages(advice, null).filter((text) => text.includes(left))).toHaveLength(1);
  expect(adviceMessages(advice, null)).toHaveLength(advice.reasons.length);
});
