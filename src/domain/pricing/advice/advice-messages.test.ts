import { describe, expect, it } from 'vitest';
import { abstained, listedFor, offered, unknown } from './advice.fixture.ts';
import { advise } from './advice.ts';
import { adviceMessages } from './advice-messages.ts';

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
