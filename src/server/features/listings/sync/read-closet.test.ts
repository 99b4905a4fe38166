import { describe, expect, it } from 'vitest';
import type { MarketListing } from '#domain/ports/marketplace.ts';
import { isTooMuchMissing, seenListing } from './read-closet.ts';
import type { KnownListing } from './store.ts';

const known = (available: number, sold: number): Pick<KnownListing, 'availability'>[] => [
  ...Array.from({ length: available }, () => ({ availability: 'available' as const })),
  ...Array.from({ length: sold }, () => ({ availability: 'sold' as const })),
];

describe('too much is missing', () => {
  it.each([
    ['nothing of nothing', known(0, 0), known(0, 0), false],
    ['one of sixty', known(60, 20), known(1, 0), false],
    ['half of what is for sale', known(60, 0), known(30, 0), false],
    ['more than half of what is for sale', known(60, 0), known(31, 0), true],
    ['more than half of what is for sale, though most was sold', known(60, 200), known(31, 0), true],
    ['more than half of everything, though all for sale is there', known(10, 60), known(0, 40), true],
    ['all', known(3, 0), known(3, 0), true],
  ])('if %s is missing', (_, all, missing, expected) => {
    expect(isTooMuchMissing(all, missing)).toBe(expected);
  });
});

const listing: MarketListing = {
  id: '68a0c1d2e3f405162738495a',
  title: 'Jeans',
  priceCents: 3900,
  originalPriceCents: 9800,
  currency: 'USD',
  availability: 'available',
  categoryIds: [],
  colors: ['Blue'],
  pictureUrls: [],
  likeCount: 12,
  shareCount: 340,
  commentCount: 1,
  url: 'https://example.org/listing/1',
};
const seen = (change: Partial<MarketListing>) => seenListing({ ...listing, ...change }, { position: 4, now: 1000 });

describe('the marketplace’s fields', () => {
  it.each<[string, Partial<MarketListing>, object]>([
    ['keeps whole dollars', {}, { price: 39, original_price: 98, closet_position: 4, sold_at: null }],
    ['keeps the currency', { currency: 'CAD' }, { price: 39, currency: 'CAD' }],
    ['keeps an unreadable price as none', { priceCents: null }, { price: null }],
    ['takes 0 for "no original price"', { originalPriceCents: 0 }, { original_price: null }],
    ['takes "unavailable" for not for sale', { availability: 'unavailable' }, { availability: 'not_for_sale' }],
    ['keeps a reserved listing reserved', { availability: 'reserved' }, { availability: 'reserved', sold_at: null }],
    ['dates a sale by its change', { availability: 'sold', availabilityChangedAt: 7 }, { sold_at: 7 }],
    [
      'dates a sale by now if its date is in the future',
      { availability: 'sold', availabilityChangedAt: 9e12 },
      { sold_at: 1000 },
    ],
    ['dates a sale by now if it has no date', { availability: 'sold' }, { sold_at: 1000 }],
    ['cuts counts that fit nowhere', { likeCount: -3, shareCount: 1e15 }, { like_count: 0, market_share_count: 2e9 }],
    ['cuts prices that fit nowhere', { priceCents: 1e15 }, { price: null }],
  ])('%s', (_, change, expected) => {
    expect(seen(change)).toMatchObject(expected);
  });
});
