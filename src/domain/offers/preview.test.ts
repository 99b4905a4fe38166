import { describe, expect, it } from 'vitest';
import { listingOf } from './offers.fixture.ts';
import { previewOffers, withinDay } from './preview.ts';
import { type OfferRule, ruleOfSettings } from './rules.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const dayMs = 86_400_000;
const rule = (change: Partial<OfferRule> = {}): OfferRule => ({
  ...ruleOfSettings(10),
  id: '7',
  shipping: 'none',
  ...change,
});
const profit = { kind: 'profit', minProfitCents: 0 } as const;
const had = (priceCents: number, likers: number) => ({ had: [{ priceCents, likers }], lastOfferAt: now - 8 * dayMs });

describe('the preview of an offer', () => {
  const sent = { priceCents: 3600, percent: 10, likers: 4, earningsCents: 2880, profitCents: 1230, blocked: null };
  it.each<[what: string, ask: Partial<OfferRule>, change: object, expected: object]>([
    ['says what it leaves', {}, {}, { ...sent, ruleId: '7', ruleIndex: 0 }],
    ['says about what its shipping costs', { shipping: 'free' }, {}, { earningsCents: 2231, shippingCents: 649 }],
    ['knows no profit without a cost', {}, { costCents: null }, { ...sent, profitCents: null }],
    ['knows no fees in another currency', {}, { currency: 'CAD' }, { ...sent, earningsCents: null, profitCents: null }],
    ['is for those who may get it', {}, had(3600, 3), { ...sent, likers: 1 }],
    ['is for all where the price has fallen', {}, had(4000, 4), sent],
    ['is deeper after others', { deeperBy: 5 }, { earlier: 2 }, { percent: 20, priceCents: 3200 }],
    ['is blocked without a rule', { match: { minPrice: 41 } }, {}, { ruleId: null, blocked: 'no_rule' }],
    ['is blocked if only the age is missing', { match: { minAgeDays: 1 } }, { listedAt: null }, { blocked: 'unknown' }],
    ['is blocked without a price', {}, { priceCents: null }, { priceCents: null, blocked: 'price_unknown' }],
    ['is blocked without likers', {}, { likes: 0 }, { priceCents: 3600, likers: 0, blocked: 'no_likers' }],
    ['is blocked for a cost', { floor: profit }, { costCents: null }, { blocked: 'cost_unknown' }],
    ['is blocked for fees', { floor: profit }, { currency: 'CAD' }, { blocked: 'fees_unknown' }],
    ['is blocked below the minimum', {}, { priceCents: 300 }, { blocked: 'below_minimum' }],
    ['is blocked below the floor price', {}, { floorCents: 3700 }, { blocked: 'below_floor' }],
    ['is blocked at a loss', { floor: profit }, { costCents: 2881 }, { profitCents: -1, blocked: 'below_profit' }],
    ['is blocked for days', {}, { lastOfferAt: now - 7 * dayMs + 1 }, { blocked: 'too_soon' }],
    ['is not blocked after them', {}, { lastOfferAt: now - 7 * dayMs }, sent],
    ['is blocked if nobody may get it', {}, had(3600, 4), { likers: 0, blocked: 'not_lower' }],
  ])('%s', (_, ask, change, expected) => {
    const [offer] = previewOffers([listingOf(now, change)], { rules: [rule(ask)], now });
    expect(offer).toMatchObject(expected);
  });

  it('goes by likes, and ends with the day', () => {
    const listings = [2, 9, 0, 5].map((likes, index) => listingOf(now, { id: String(index), likes }));
    const offers = withinDay(previewOffers(listings, { rules: [rule()], now }), 2);
    expect(offers.map(({ listingId, blocked }) => [listingId, blocked])).toEqual([
      ['1', null],
      ['3', null],
      ['0', 'day_full'],
      ['2', 'no_likers'],
    ]);
  });
});
