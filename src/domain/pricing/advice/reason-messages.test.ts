import { describe, expect, it } from 'vitest';
import { abstained, listedFor, offered, unknown } from './advice.fixture.ts';
import { advise } from './advice.ts';
import { adviceMessages, reasonMessage } from './reason-messages.ts';

it.each([
  ['high', 10, 10, 0, 'More likes for its age than all 10 of your similar listings.'],
  ['low', 9, 0, 9, 'Fewer likes for its age than all 9 of your similar listings.'],
  ['low', 12, 1, 11, 'Fewer likes for its age than 11 of your 12 similar listings.'],
] as const)('demand that is %s among %i listings says how many, or all', (level, peers, fewer, more, words) => {
  expect(reasonMessage({ kind: 'demand', level, percentile: fewer / peers, peers, fewer, more })).toBe(words);
});

it.each([
  [null, /^Similar items are listed for about \$25 and sell for about \$20\. You’re asking \$30, more than most/],
  [0, /^No comps are the same brand and type, so these prices are estimated from other brands and types\. Similar/],
  [1, /^Only 1 comp is the same brand and type, so these prices are also estimated from other brands and types\. Sim/],
  [2, /^Only 2 comps are the same brand and type, so these prices are also estimated from other/],
])('usual prices say that %s comps have the brand and the type, and what they come from', (fewOfBrand, words) => {
  const usual = { ask: 2500, sale: 2000, seen: 'both', fewOfBrand } as const;
  expect(reasonMessage({ kind: 'position', band: 'above', asking: 3000, usual })).toMatch(words);
});

it.each([
  [1670, 3620, '$16 to $37'],
  [1600, 3700, '$16 to $37'],
  [158, 1283, '$3 to $13'],
])('a range of %i to %i cents that is too wide for advice is the one that the screen shows', (low, high, words) => {
  const said = reasonMessage({ kind: 'wide_range', low, high, fewOfBrand: null });
  expect(said).toContain(`for anywhere from ${words}.`);
});

it('prices that rest on the retail price of the item say so', () => {
  const usual = { ask: 18_000, sale: 13_100, seen: 'both', fewOfBrand: null, retail: 24_800 } as const;
  expect(reasonMessage({ kind: 'position', band: 'inside', asking: 17_000, usual })).toMatch(
    /^Similar items with a retail price of \$248 are listed for about \$180 and sell for about \$131\./,
  );
});

it('prices of thousands of dollars have the separators that they have on screen', () => {
  const usual = { ask: 1_250_000, sale: 1_000_000, seen: 'both', fewOfBrand: null } as const;
  expect(reasonMessage({ kind: 'position', band: 'above', asking: 1_500_000, usual })).toBe(
    'Similar items are listed for about $12,500 and sell for about $10,000. You’re asking $15,000, more than most sellers ask.',
  );
});

it.each([
  [0, 'Listed less than a day ago'],
  [0.96, 'Listed less than a day ago'],
  [1.4, 'Listed for 1 day'],
  [13.6, 'Listed for 13 days'],
  [13.999, 'Listed for 13 days'],
])('a listing of %f days is not said to be older than it is', (days, words) => {
  expect(reasonMessage({ kind: 'listed', days })).toBe(`${words}.`);
  expect(reasonMessage({ kind: 'too_new', days, until: 45 })).toBe(
    `${words}, with more likes than usual. Give it until day 45 before you lower it.`,
  );
});

it.each([
  [0, 'less than a day ago'],
  [1, '1 day ago'],
  [6, '6 days ago'],
])('a price change %i days ago says nothing of a calendar, which depends on the time zone', (daysAgo, words) => {
  expect(reasonMessage({ kind: 'rests', step: { way: 'down', daysAgo } })).toBe(
    `The price went down ${words}. Give buyers a week, then look again.`,
  );
});

describe('a price in another currency', () => {
  it.each([5, 120])('of %d keeps, with the reason alone and nothing about fees', (amount) => {
    const nothing = { ...abstained, reason: 'other_currency' } as const;
    const advice = advise({ listing: offered(amount), value: { sale: nothing, ask: nothing }, demand: unknown });
    expect(advice).toMatchObject({ direction: 'maintain', isAdvised: false, confidence: 0, earnings: null });
    expect(adviceMessages(advice)).toEqual([
      'This price isn’t in US dollars, but all of Hangtag’s comps and fees are. So Hangtag gives no advice on it.',
    ]);
  });
});

describe('a price of a few dollars', () => {
  it.each([
    [
      5,
      'At $5, shipping ($6.49) and the fee ($2.95) come to more than the item, and you’d receive $2.05, and only $1.05 at $4. Buyers pay for shipping once when they bundle.',
    ],
    [
      8,
      'At $6, shipping ($6.49) and the fee ($2.95) come to more than the item, and you’d receive $3.05, and only $2.05 at $5. Buyers pay for shipping once when they bundle.',
    ],
  ])('says once what is left of it ($%d)', (dollars, sentence) => {
    const advice = advise({ listing: offered(dollars), value: listedFor(3.4), demand: unknown });
    expect(adviceMessages(advice).filter((text) => text.includes('you’d receive'))).toEqual([sentence]);
    expect(adviceMessages(advice)).toHaveLength(advice.reasons.length);
  });
});
