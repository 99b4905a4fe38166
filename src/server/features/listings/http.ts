import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Listings } from './listings.ts';

/** Answers the listings' rows of the route table. */
export function listingsHttp({ listings }: { listings: Listings }): Handlers<typeof routes.listings, { id: string }> {
  return {
    list: ({ user }) => listings.list(user.id),
    change: ({ user, id, body }) => listings.changeFloorPrice(user.id, id, body.floorPrice),
    sync: ({ user }) => listings.sync(user.id),
    setPrice: notYet,
    priceHistory: notYet,
    updatePrices: notYet,
    priceBatch: notYet,
    undoPrices: notYet,
  };
}

const notYet = async (): Promise<never> => {
  throw new Error('not yet');
};
