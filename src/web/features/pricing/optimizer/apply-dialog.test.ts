import { describe, expect, it } from 'vitest';
import type { Optimization } from '#contract/pricing/advice.ts';
import { isWorthShowing } from '#domain/pricing/advice/shown-prices.ts';
import { orderAdvice } from './advice-table.tsx';
import { summarize } from './apply-dialog.tsx';

const change = (currentPrice: number, suggestedPrice: number) => ({ currentPrice, suggestedPrice });

describe('the summary before prices are applied', () => {
  it('counts raised and lowered prices, finds the largest change, and sums up the differences', () => {
    expect(summarize([change(50, 55), change(100, 60), change(20, 22)])).toEqual({
      up: 2,
      down: 1,
      largest: -40,
      difference: -33,
      large: [],
    });
  });

  it('asks a second time about changes of more than 60 % up or down, and about each one from $0', () => {
    const [just, down, up, free] = [change(100, 40), change(100, 39), change(10, 17), change(0, 10)];
    expect(summarize([just, down, up, free]).large).toEqual([down, up, free]);
  });

  it('of no changes is all zeros', () => {
    expect(summarize([])).toEqual({ up: 0, down: 0, largest: 0, difference: 0, large: [] });
  });
});

const advice = (title: string, over: Partial<Optimization>): Optimization => ({
  listingId: title,
  title,
  imageUrl: null,
  likes: 4,
  category: 'decrease',
  engagement: 'unknown',
  confidence: 0.5,
  currency: 'USD',
  decidedBy: 'chance',
  currentPrice: 20,
  suggestedPrice: 18,
  percentChange: -10,
  priceDifference: -2,
  reasoning: [],
  priceInterval: null,
  earnings: { before: 16, after: 14.4 },
  costCents: null,
  profitCents: null,
  ...over,
});

describe('the order of the advice', () => {
  const items = [
    advice('blazer', { confidence: 0.4, currentPrice: 74, priceDifference: 8 }),
    advice('Anorak', { confidence: 0.9, currentPrice: 20, priceDifference: -2 }),
    advice('coat', { confidence: 0.4, currentPrice: 68, priceDifference: 16 }),
  ];
  const titles = (by: Parameters<typeof orderAdvice>[1]['by'], isDescending: boolean) =>
    orderAdvice(items, { by, isDescending }).map(({ title }) => title);

  it('stays as given until a column is chosen', () => {
    expect(titles('advice', true)).toEqual(['blazer', 'Anorak', 'coat']);
  });
  it('ignores capitals in texts', () => {
    expect(titles('title', false)).toEqual(['Anorak', 'blazer', 'coat']);
  });
  it('sorts numbers both ways and keeps the given order among equals', () => {
    expect(titles('difference', true)).toEqual(['coat', 'blazer', 'Anorak']);
    expect(titles('confidence', true)).toEqual(['Anorak', 'blazer', 'coat']);
    expect(titles('now', false)).toEqual(['Anorak', 'coat', 'blazer']);
  });
  it('leaves out differences of up to half a dollar', () => {
    const shown = [0.5, -0.5, 0.51, -1, 0].map((priceDifference) => isWorthShowing(advice('x', { priceDifference })));
    expect(shown).toEqual([false, false, true, true, false]);
  });
});
