import { describe, expect, it } from 'vitest';
import { closetFacts } from './closet-stats.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const listing = (change: Partial<Parameters<typeof closetFacts>[0][number]> = {}) => ({
  isActive: true,
  availability: 'available' as const,
  price: 20,
  currency: 'USD',
  likeCount: 0,
  shareCount: 0,
  skipSharing: false,
  listedAt: daysAgo(1),
  lastShared: null,
  ...change,
});

describe('the summary of a closet', () => {
  it('is all zeros for an empty closet', () => {
    expect(closetFacts([], now)).toMatchObject({ active: 0, sold: 0, prices: [], unknownAge: 0, mostLikes: 0 });
  });

  it('counts sold listings and those neither sold nor for sale separately', () => {
    const facts = closetFacts(
      [
        listing(),
        listing({ isActive: false, availability: 'sold' }),
        listing({ isActive: false, availability: 'not_for_sale' }),
        listing({ isActive: false, availability: 'removed' }),
      ],
      now,
    );
    expect(facts).toMatchObject({ active: 1, sold: 1, other: 2 });
  });

  it('counts likes and prices of listings for sale, and every share', () => {
    const facts = closetFacts(
      [
        listing({ price: 10, likeCount: 3, shareCount: 2, lastShared: daysAgo(0) }),
        listing({ price: 31, likeCount: 5 }),
        listing({ price: null }),
        listing({ isActive: false, availability: 'sold', price: 900, likeCount: 40, shareCount: 7 }),
      ],
      now,
    );
    expect(facts).toMatchObject({
      likes: 8,
      mostLikes: 5,
      shares: 9,
      neverShared: 2,
      prices: [{ currency: 'USD', low: 10, median: 21, high: 31, total: 41 }],
    });
  });

  it('never adds up prices of two currencies', () => {
    const facts = closetFacts(
      [listing({ price: 10 }), listing({ price: 120, currency: 'CAD' }), listing({ price: 80, currency: 'CAD' })],
      now,
    );
    expect(facts.prices).toEqual([
      { currency: 'CAD', low: 80, median: 100, high: 120, total: 200 },
      { currency: 'USD', low: 10, median: 10, high: 10, total: 10 },
    ]);
  });

  it('counts the active listings that rounds skip', () => {
    const facts = closetFacts(
      [
        listing(),
        listing({ skipSharing: true }),
        listing({ isActive: false, availability: 'sold', skipSharing: true }),
      ],
      now,
    );
    expect(facts).toMatchObject({ active: 2, skipped: 1 });
  });

  it.each([
    [29.9, 'month'],
    [30, 'quarter'],
    [90, 'half'],
    [180, 'longer'],
    [2000, 'longer'],
  ])('puts a listing of %d days into the band %s', (days, band) => {
    const { ages } = closetFacts([listing({ listedAt: daysAgo(days) })], now);
    expect(ages.filter(({ count }) => count > 0)).toEqual([{ band, count: 1 }]);
  });

  it('counts the unknown ages', () => {
    expect(closetFacts([listing({ listedAt: null }), listing()], now).unknownAge).toBe(1);
  });
});
