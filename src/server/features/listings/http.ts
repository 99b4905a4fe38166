// Answers the listings' rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Listings } from './listings.ts';
import type { FindPicture } from './pictures.ts';
import type { Prices } from './prices/prices.ts';

export function listingsHttp(given: {
  listings: Listings;
  prices: Prices;
  picture: FindPicture;
}): Handlers<typeof routes.listings, { id: string }> {
  const { listings, prices, picture } = given;
  return {
    list: ({ user }) => listings.list(user.id),
    change: ({ user, id, body }) => listings.change(user.id, id, body),
    changeMany: ({ user, body }) => listings.changeMany(user.id, body),
    picture: ({ user, id }) => picture(user.id, id),
    inventoryReport: ({ user, body }) => listings.applyReport(user.id, body),
    sync: ({ user }) => listings.sync(user.id),
    setPrice: ({ user, id, body }) => prices.setPrice(user.id, id, body),
    priceHistory: ({ user, id }) => prices.priceHistory(user.id, id),
    updatePrices: ({ user, body, idempotencyKey }) => prices.updatePrices(user.id, { ...body, key: idempotencyKey }),
    priceBatch: ({ user, batchId }) => prices.priceBatch(user.id, batchId),
    stopPrices: ({ user, batchId }) => prices.stopPrices(user.id, batchId),
    undoPrices: ({ user, batchId, body }) => prices.undoPrices(user.id, batchId, body),
  };
}
