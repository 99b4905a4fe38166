// A listing that may get an offer, for tests.

import type { Instant } from '../ports/clock.ts';
import type { OfferListing } from './preview.ts';

/** $40, listed 100 days ago, liked by four, and bought for $16.50. */
export const listingOf = (now: Instant, change: Partial<OfferListing> = {}): OfferListing => ({
  ...{ id: '1', title: 'Ribcage jeans', brand: 'Levi’s', department: 'Women', category: 'Jeans', subcategory: null },
  ...{ condition: null, shelf: null, currency: 'USD', priceCents: 4000, floorCents: null, costCents: 1650 },
  ...{ listedAt: now - 100 * 86_400_000, likes: 4, lastOfferAt: null, earlier: 0, had: [] },
  ...change,
});
