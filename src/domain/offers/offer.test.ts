import { describe, expect, it } from 'vitest';
import { decideOffer, offerPrice } from './offer.ts';

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
  const table: { what: string; given: Partial<Parameters<typeof decideOffer>[0]>; expected: object }[] = [
    { what: 'is sent 15 minutes after the newest like', given: {}, expected: sent },
    {
      what: 'waits for those 15 minutes',
      given: { likers: [other, liker(now - 15 * minuteMs + 1)] },
      expected: { kind: 'wait', until: now + 1 },
    },
    { what: 'is sent if the marketplace gives no time of a like', given: { likers: [liker(null)] }, expected: sent },
    { what: 'is not made to nobody', given: { likers: [] }, expected: { kind: 'none', why: 'no_likers' } },
    {
      what: 'waits for 7 days after the last',
      given: { lastOfferAt: now - 7 * dayMs + 5 },
      expected: { kind: 'wait', until: now + 5 },
    },
    { what: 'is sent again after 7 days', given: { lastOfferAt: now - 7 * dayMs }, expected: sent },
    {
      what: 'waits for the later of both',
      given: { lastOfferAt: now - 6 * dayMs, likers: [liker(now)] },
      expected: { kind: 'wait', until: now + dayMs },
    },
    { what: 'may be at the floor price', given: floored(2800), expected: sent },
    { what: 'is never below it', given: floored(2900), expected: { kind: 'none', why: 'below_floor' } },
    { what: 'may leave exactly the least profit', given: profit(2240), expected: sent },
    { what: 'never leaves less', given: profit(2241), expected: { kind: 'none', why: 'below_profit' } },
    {
      what: 'never leaves less after shipping',
      given: profit(2240, 150),
      expected: { kind: 'none', why: 'below_profit' },
    },
    {
      what: 'waits for the cost that a profit needs',
      given: profit(null),
      expected: { kind: 'none', why: 'cost_unknown' },
    },
    {
      what: 'waits as long as the rule says after a like',
      given: { waitMinutes: 60, likers: [liker(now - 60 * minuteMs + 1)] },
      expected: { kind: 'wait', until: now + 1 },
    },
    {
      what: 'waits as long as the rule says after the last',
      given: { everyDays: 1, lastOfferAt: now - dayMs + 1 },
      expected: { kind: 'wait', until: now + 1 },
    },
    {
      what: 'is never below the least price',
      given: { priceCents: 300 },
      expected: { kind: 'none', why: 'below_minimum' },
    },
    { what: 'may be at the least price', given: { priceCents: 400 }, expected: { kind: 'send', priceCents: 300 } },
    {
      what: 'is not sent if everyone has had one that is less than 10 % higher',
      given: { likers: [had(3100), had(2800)] },
      expected: { kind: 'none', why: 'not_lower' },
    },
    {
      what: 'is not sent a dollar above 10 % below the lowest',
      given: { priceCents: 3100, percent: 10, likers: [had(2900)] },
      expected: { kind: 'none', why: 'not_lower' },
    },
    {
      what: 'may be exactly 10 % below the lowest',
      given: { priceCents: 3000, percent: 10, likers: [had(3000)] },
      expected: { kind: 'send', priceCents: 2700 },
    },
    { what: 'is sent if one of the likers may get it', given: { likers: [had(2900), liker(null)] }, expected: sent },
  ];
  it.each(table)('$what', ({ given, expected }) => {
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
