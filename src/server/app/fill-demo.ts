// Fills a new demo account with its listings, its sales, and two weeks of invented history, through the features that own the tables.

import { inventCost, inventHistory, inventSelling } from '#domain/demo/demo-history.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Account } from '../features/account/account.ts';
import type { Bot } from '../features/bot/bot.ts';
import { type DropsContext, recordDropHistory } from '../features/drops/drops.ts';
import type { Listings } from '../features/listings/listings.ts';
import type { Prices } from '../features/listings/prices/prices.ts';
import type { Offers } from '../features/offers/offers.ts';
import { recordCosts, type SaleReadings, type SalesContext } from '../features/sales/sales.ts';

type DemoParts = {
  database: Database;
  clock: Clock;
  account: Pick<Account, 'describe'>;
  listings: Pick<Listings, 'sync' | 'list' | 'activeInClosetOrder' | 'changeMany'>;
  sales: SalesContext;
  saleReadings: Pick<SaleReadings, 'sync'>;
  bot: Pick<Bot, 'recordHistory'>;
  prices: Pick<Prices, 'recordHistory'>;
  offers: Pick<Offers, 'recordHistory'>;
  drops: DropsContext;
  random: () => number;
  log: { warn(fields: object, message: string): void };
};

/** Throws if the listings can't be read: nobody should look at an empty demo. Without its history, it opens anyway. */
export async function fillDemo(parts: DemoParts, userId: string): Promise<void> {
  // A hold keeps bots from sharing. The visitor came to look, and reads on the dashboard that sharing is on hold.
  await parts.listings.sync(userId, { evenOnHold: true });
  // Offers are invented by what the listings have cost.
  for (const fill of [fillSales, inventFor])
    await fill(parts, userId).catch((error: unknown) =>
      parts.log.warn({ userId, error }, 'Demo history failed, opening without it'),
    );
}

/** Two years of sales as the practice closet shows them, and what most of them and of the listings for sale had cost. */
async function fillSales({ listings, sales, saleReadings, random }: DemoParts, userId: string): Promise<void> {
  const forSale = (await listings.list(userId)).filter(({ isActive }) => isActive);
  const costs = Map.groupBy(forSale, ({ price }) => inventCost((price ?? 0) * 100, random));
  for (const [costCents, priced] of costs)
    if (costCents !== null)
      await listings.changeMany(userId, { listingIds: priced.map(({ id }) => id).slice(0, 500), costCents });
  await saleReadings.sync(userId, { evenOnHold: true });
  await recordCosts(sales, userId, (price) => inventCost(price, random));
}

async function inventFor(
  { database, clock, account, listings, bot, prices, offers, drops, random }: DemoParts,
  userId: string,
): Promise<void> {
  const { timezone } = await account.describe(userId);
  const stored = new Map((await listings.list(userId)).map((listing) => [listing.id, listing]));
  const closet = await listings.activeInClosetOrder(userId);
  const inOrder = closet.toReversed().map(({ id, title }) => {
    const { price = null, costCents = null, likeCount = 0, listedAt = null } = stored.get(id) ?? {};
    return { id, title, price, costCents, likes: likeCount, listedAt: listedAt === null ? null : Date.parse(listedAt) };
  });
  const now = clock.now();
  const history = inventHistory({ listings: inOrder, timezone, now, random });
  const repriced = history.prices.changes.map(({ listingId }) => listingId);
  const selling = inventSelling({ listings: inOrder, timezone, now, repriced });
  await database.transaction(async (tx) => {
    await bot.recordHistory(tx, userId, { ...history, now });
    await prices.recordHistory(tx, userId, history.prices);
    await recordDropHistory(drops, tx, { userId, history: selling.drops });
    await offers.recordHistory(tx, userId, selling.offers);
  });
}
