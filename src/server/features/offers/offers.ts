// The face of the offers feature: sends offers to likers, and says which would go out.

import { fromDollars } from '#domain/money.ts';
import { mostOffersADay, offerSpacingMs, priceOffer } from '#domain/offers/offer.ts';
import { countOffers } from '../bot/bot.ts';
import type { OffersNeeds } from './needs/needs.ts';
import { makeOffers } from './sending/make-offers.ts';
import { findOfferCandidates } from './sending/store.ts';

export function createOffers(needs: OffersNeeds) {
  return {
    /** The job `bot.offers`. */
    send: (userId: string) => makeOffers(needs, userId),
    /** How many listings would get an offer of `percent` now, and how many offers today has left. */
    count: (userId: string, percent: number) => countReady(needs, userId, percent),
  };
}

export type Offers = ReturnType<typeof createOffers>;

/** By prices and likes as of the last reading. */
async function countReady(
  { database, clock, bot }: OffersNeeds,
  userId: string,
  percent: number,
): Promise<{ listings: number; leftToday: number }> {
  const offering = await bot.offering(userId);
  const counted = offering === null ? 0 : await countOffers(database, userId, offering.day);
  const listings = await findOfferCandidates(database, { userId, since: clock.now() - offerSpacingMs });
  const wouldGet = listings.filter(
    ({ price, floorPrice }) =>
      price !== null &&
      priceOffer({
        priceCents: fromDollars(price),
        floorCents: floorPrice === null ? null : fromDollars(floorPrice),
        percent,
      }).kind === 'send',
  );
  return { listings: wouldGet.length, leftToday: Math.max(0, mostOffersADay - counted) };
}
