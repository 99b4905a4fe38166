// What rules would send on a seller's listings, by what the database knows.

import { offerMemoryMs } from '#domain/offers/offer.ts';
import { previewOffers } from '#domain/offers/preview.ts';
import type { OfferRule } from '#domain/offers/rules.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { findListings, findLowestOffers } from './store.ts';

/**
 * Who has had which offer is read only for listings that would get one otherwise: for 5,000 listings with four offers to ten likers
 * each, reading all of it takes half a second.
 */
export async function previewListings(
  db: Queryable,
  userId: string,
  asked: { rules: readonly OfferRule[]; now: Instant },
): Promise<ReturnType<typeof previewOffers>> {
  const listings = await findListings(db, userId);
  const offers = previewOffers(listings, asked);
  const ready = new Set(offers.filter(({ blocked }) => blocked === null).map(({ listingId }) => listingId));
  const again = listings.filter(({ id, lastOfferAt }) => lastOfferAt !== null && ready.has(id));
  if (again.length === 0) return offers;
  const listingIds = again.map(({ id }) => id);
  const had = await findLowestOffers(db, { userId, listingIds, since: asked.now - offerMemoryMs });
  const withHad = previewOffers(
    again.map((listing) => ({ ...listing, had: had.get(listing.id) ?? [] })),
    asked,
  );
  const known = new Map(withHad.map((offer) => [offer.listingId, offer]));
  return offers.map((offer) => known.get(offer.listingId) ?? offer);
}
