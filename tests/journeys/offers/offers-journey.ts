// What journeys of offers share: sellers whose listings are liked, and a clock that runs while offers are made.

import { botJourney } from '../bot/bot-journey.ts';

export const minute = 60_000;
export const day = 86_400_000;

export function offersJourney() {
  const { world, start, closetOf } = botJourney();
  const change = (marketId: string | undefined, to: object) => world.command('POST', `listings/${marketId}`, to);
  const runRound = async (userId: string) => {
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday > 0);
  };
  /** Each of the listings has four likers. */
  const likedSeller = async (listings = 2) => {
    const { userId, account } = await world.addSeller(listings);
    const ids = await closetOf(userId);
    for (const id of ids) await change(id, { likes: 4 });
    await world.listings.sync(userId);
    return { userId, account, ids };
  };
  const passWhile = async (job: Promise<unknown>) => {
    let isDone = false;
    void job
      .finally(() => {
        isDone = true;
      })
      .catch(() => {});
    while (!isDone) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await world.pass(500);
    }
    await job;
  };
  const linesOf = async (userId: string) =>
    (await world.entries(userId, 'OFFER_SENT')).map(({ details }) => details ?? '');

  return {
    world,
    start: (userId: string, settings = {}) =>
      start(userId, { offerShippingDiscount: true, shareFrequency: 30, ...settings }),
    likedSeller,
    runRound,
    /** A seller whose offers wait to be sent. */
    async readySeller(listings = 2, settings = {}) {
      const seller = await likedSeller(listings);
      await start(seller.userId, { offerShippingDiscount: true, shareFrequency: 30, ...settings });
      await runRound(seller.userId);
      await world.pass(31 * minute);
      return seller;
    },
    passWhile,
    /** The job that a round has queued. */
    runOffers: () => passWhile(world.run('bot.offers')),
    send: (userId: string) => passWhile(world.offers.send(userId)),
    change,
    offersOf: (account: string) => world.journalOf(account, 'offer'),
    /** Of the activity log, the newest first. */
    linesOf,
    pricesOf: async (userId: string) => (await linesOf(userId)).map((line) => Number(/^\$(\d+)/.exec(line)?.[1])),
    listingOf: async (userId: string, marketId: string | undefined) =>
      (await world.listings.list(userId)).find(({ poshmarkId }) => poshmarkId === marketId),
  };
}
