import { describe, expect, it } from 'vitest';
import type { ShippingDiscount } from '../ports/marketplace.ts';
import { matchFacts } from '../selling/match.ts';
import { chooseShipping, decideOffer, offerPrice, type Shipping, usualCostOf } from './offer.ts';
import { type OfferListing, previewOffers, withinDay } from './preview.ts';
import {
  depthOf,
  isNeverAsked,
  type OfferRule,
  ruleFinder,
  ruleOfSettings,
  ruleProblems,
  sensibleStart,
} from './rules.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const minuteMs = 60_000;
const dayMs = 86_400_000;

describe('an offer to likers', () => {
  const liker = (likedAt: number | null = now - 15 * minuteMs, lowestCents: number | null = null) => ({
    likedAt,
    lowestCents,
  });
  const [one, other] = [liker(), liker(now - dayMs)];
  const listing = { currency: 'USD', floorCents: null, costCents: null };
  const floored = (floorCents: number) => ({ listing: { ...listing, floorCents } });
  const profit = (costCents: number | null, shippingCents = 0) => ({
    floor: { kind: 'profit', minProfitCents: 0 } as const,
    listing: { ...listing, costCents },
    shippingCents,
  });
  const ready: Parameters<typeof decideOffer>[0] = {
    ...{ priceCents: 3500, percent: 20, floor: { kind: 'listing' }, listing },
    ...{ likers: [one, other], lastOfferAt: null, waitMinutes: 15, everyDays: 7, now },
  };
  const sent = { kind: 'send', priceCents: 2800 };
  const had = (cents: number) => liker(now - dayMs, cents);
  const no = (why: string) => ({ kind: 'none', why });
  const wait = (until: number) => ({ kind: 'wait', until });
  const send = (priceCents: number) => ({ kind: 'send', priceCents });
  it.each<[what: string, Partial<Parameters<typeof decideOffer>[0]>, expected: object]>([
    ['is sent 15 minutes after the newest like', {}, sent],
    ['waits for 15 minutes', { likers: [other, liker(now - 15 * minuteMs + 1)] }, wait(now + 1)],
    ['is sent if the marketplace gives no time of a like', { likers: [liker(null)] }, sent],
    ['is not made to nobody', { likers: [] }, no('no_likers')],
    ['waits for 7 days after the last', { lastOfferAt: now - 7 * dayMs + 5 }, wait(now + 5)],
    ['is sent again after 7 days', { lastOfferAt: now - 7 * dayMs }, sent],
    ['waits for both', { lastOfferAt: now - 6 * dayMs, likers: [liker(now)] }, wait(now + dayMs)],
    ['may be at the floor price', floored(2800), sent],
    ['is never below it', floored(2900), no('below_floor')],
    ['may leave exactly the least profit', profit(2240), sent],
    ['never leaves less', profit(2241), no('below_profit')],
    ['never leaves less after shipping', profit(2240, 150), no('below_profit')],
    ['waits for the cost that a profit needs', profit(null), no('cost_unknown')],
    [
      'waits as long as the rule says after a like',
      { waitMinutes: 60, likers: [liker(now - 60 * minuteMs + 1)] },
      wait(now + 1),
    ],
    ['waits for the rule’s days', { everyDays: 1, lastOfferAt: now - dayMs + 1 }, wait(now + 1)],
    ['is never below the least price', { priceCents: 300 }, no('below_minimum')],
    ['may be at the least price', { priceCents: 400 }, send(300)],
    ['is not sent if all had one less than 10 % higher', { likers: [had(3100), had(2800)] }, no('not_lower')],
    ['is not sent one dollar above 10 % off', { priceCents: 3100, percent: 10, likers: [had(2900)] }, no('not_lower')],
    ['may be exactly 10 % below the lowest', { priceCents: 3000, percent: 10, likers: [had(3000)] }, send(2700)],
    ['is sent if one of the likers may get it', { likers: [had(2900), liker(null)] }, sent],
  ])('%s', (_, given, expected) => {
    expect(decideOffer({ ...ready, ...given })).toMatchObject(expected);
  });

  it('is for those who may get it', () => {
    const likers = [had(2800), liker(null), had(4000)];
    expect(decideOffer({ ...ready, likers })).toEqual({ ...sent, to: likers.slice(1) });
  });

  it.each([
    [3500, 10, 3100],
    [3500, 50, 1700],
    [1000, 10, 900],
    [3300, 5, 2900],
  ])('of %d cents less %d percent is whole dollars: %d', (price, percent, expected) => {
    expect(offerPrice(price, percent)).toBe(expected);
  });

  it('is in whole dollars and at least 10 % off, at any price and setting', () => {
    for (let dollars = 3; dollars <= 500; dollars += 1)
      for (let percent = 10; percent <= 80; percent += 1) {
        const offer = offerPrice(dollars * 100, percent);
        if (offer % 100 !== 0 || offer > Math.floor(dollars * 0.9) * 100) expect.fail(`${offer} of ${dollars} dollars`);
      }
  });
});

const choice = (label: string, sellerCostCents: number | null): ShippingDiscount => ({
  id: label,
  label,
  sellerCostCents,
});
const none = choice('No Discount', 0);
const all = [none, choice('Free Shipping', 649), choice('$5.95 Shipping', 54), choice('$4.99 Shipping', 150)];

describe('a shipping discount', () => {
  it.each<[what: string, Shipping, ShippingDiscount[], string | null]>([
    ['that is cheapest costs the least', 'cheapest', all, '$5.95 Shipping'],
    ['that is cheapest may be free for the buyer', 'cheapest', [none, choice('Free', 649)], 'Free'],
    ['that is cheapest is none if there is no other', 'cheapest', [none], 'No Discount'],
    ['that is cheapest is none if no cost can be read', 'cheapest', [choice('Free', null), none], 'No Discount'],
    ['that is cheapest is one that is read', 'cheapest', [none, choice('$4.99', null), choice('Free', 649)], 'Free'],
    [
      'is cheapest as none, by its name',
      'cheapest',
      [choice('Free', null), choice('no discount', null)],
      'no discount',
    ],
    ['that is cheapest can’t be had where even none has no name', 'cheapest', [choice('Free', null)], null],
    ['can’t be chosen from nothing', 'cheapest', [], null],
    ['of none is none', 'none', all, 'No Discount'],
    ['of none can’t be had if it isn’t there', 'none', all.slice(1), null],
    ['is never free by a rule that lowers shipping', 'discounted', all, '$5.95 Shipping'],
    ['is not replaced by a free one', 'discounted', [none, choice('Free Shipping', 649)], null],
    ['is not replaced by none', 'discounted', [none], null],
    ['that is free is', 'free', all, 'Free Shipping'],
    ['that is free is not replaced', 'free', [none, choice('$4.99 Shipping', 150)], null],
    ['that is free needs a cost', 'free', [none, choice('Free Shipping', null)], null],
  ])('%s', (_, shipping, choices, expected) => {
    expect(chooseShipping(shipping, choices)?.id ?? null).toBe(expected);
  });

  it.each<[Shipping, number]>([
    ['none', 0],
    ['discounted', 150],
    ['cheapest', 150],
    ['free', 649],
  ])('that is %s usually costs the seller %d cents', (shipping, cents) => {
    expect(usualCostOf(shipping)).toBe(cents);
  });
});

/** $40, listed 100 days ago, liked by four, and bought for $16.50. */
const listingOf = (change: Partial<OfferListing> = {}): OfferListing => ({
  ...{ id: '1', title: 'Ribcage jeans', brand: 'Levi’s', department: 'Women', category: 'Jeans', subcategory: null },
  ...{ condition: null, shelf: null, currency: 'USD', priceCents: 4000, floorCents: null, costCents: 1650 },
  ...{ listedAt: now - 100 * dayMs, likes: 4, lastOfferAt: null, earlier: 0, had: [] },
  ...change,
});
const rule = (change: Partial<OfferRule> = {}): OfferRule => ({ ...ruleOfSettings(10), ...change });

describe('rules', () => {
  const levis = rule({ match: { brands: ['Levi’s'] } });
  const old = rule({ match: { minAgeDays: 60 } });
  const all = rule();
  const off = rule({ enabled: false });
  const none = { kind: 'none' };
  it.each<[string, OfferRule[], object, object]>([
    ['are read from the top', [levis, old, all], {}, { index: 0 }],
    ['go on to the next that matches', [old, all], { listedAt: now }, { index: 1 }],
    ['that are off are passed over', [off, levis, all], {}, { index: 1 }],
    ['decide nothing where none matches', [old], { listedAt: now }, none],
    ['decide nothing where all are off', [off], {}, none],
    ['decide nothing where there is none', [], {}, none],
    ['that need an age don’t match without one', [old, all], { listedAt: null }, { index: 1 }],
    ['say that only an age was missing', [old], { listedAt: null }, { kind: 'unknown' }],
  ])('%s', (_, rules, change, expected) => {
    expect(ruleFinder(rules)(matchFacts(listingOf(change), now))).toMatchObject(expected);
  });

  it.each([
    [all, 3, 10],
    [rule({ percent: 10, deeperBy: 5 }), 0, 10],
    [rule({ percent: 10, deeperBy: 5 }), 2, 20],
    [rule({ percent: 10, deeperBy: 20, mostPercent: 25 }), 2, 25],
    [rule({ percent: 70, deeperBy: 20 }), 9, 80],
  ])('%#: deepen the offer up to their most', (given, earlier, percent) => {
    expect(depthOf(given, earlier)).toBe(percent);
  });

  const profit = (minProfitCents: number) => ({ kind: 'profit', minProfitCents }) as const;
  it.each<[what: string, change: Partial<OfferRule>, path: string | undefined]>([
    ['has no problem', {}, undefined],
    ['may begin with its most', { percent: 30, mostPercent: 30 }, undefined],
    ['begins with more than its most', { percent: 30, mostPercent: 29 }, 'mostPercent'],
    ['is for listings that are too cheap for any offer', { match: { maxPrice: 3 } }, 'match.maxPrice'],
    ['is for listings that just aren’t', { match: { maxPrice: 4 } }, undefined],
    // $18 leaves $14.40.
    ['wants more than its listings leave', { match: { maxPrice: 20 }, floor: profit(1441) }, 'floor.minProfitCents'],
    ['wants what one of them may leave', { match: { maxPrice: 20 }, floor: profit(1440) }, undefined],
    ['wants more than any listing leaves', { floor: profit(3_600_001) }, 'floor.minProfitCents'],
  ])('that %s', (_, change, path) => {
    expect(ruleProblems(rule(change))[0]?.path.join('.')).toBe(path);
  });

  it('below one for all listings are never asked', () => {
    expect([levis, all, old].map((_, index) => isNeverAsked([levis, all, old], index))).toEqual([false, false, true]);
    expect(isNeverAsked([off, old], 1)).toBe(false);
  });

  it('to begin with take 10 %, 15 % after two weeks, and 20 % after two months, and leave no loss', () => {
    const percentAfter = (days: number) => {
      const decided = ruleFinder(sensibleStart)(matchFacts(listingOf({ listedAt: now - days * dayMs }), now));
      return decided.kind === 'rule' ? decided.rule.percent : null;
    };
    expect([0, 13, 14, 59, 60].map(percentAfter)).toEqual([10, 10, 15, 15, 20]);
    for (const { floor } of sensibleStart) expect(floor).toEqual(profit(0));
  });
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
    const [offer] = previewOffers([listingOf(change)], { rules: [rule({ id: '7', shipping: 'none', ...ask })], now });
    expect(offer).toMatchObject(expected);
  });

  it('goes by likes, and ends with the day', () => {
    const listings = [2, 9, 0, 5].map((likes, index) => listingOf({ id: String(index), likes }));
    const offers = withinDay(previewOffers(listings, { rules: [rule()], now }), 2);
    expect(offers.map(({ listingId, blocked }) => [listingId, blocked])).toEqual([
      ['1', null],
      ['3', null],
      ['0', 'day_full'],
      ['2', 'no_likers'],
    ]);
  });
});
