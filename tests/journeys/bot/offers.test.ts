import { beforeAll, describe, expect, it } from 'vitest';
import { botJourney } from './bot-journey.ts';
import type { BotWorld } from './bot-world.ts';

const minute = 60_000;

let world: BotWorld;
const { arrive, start, closetOf } = botJourney();
beforeAll(async () => {
  world = await arrive();
});

describe('offers to likers', () => {
  const offering = { offerShippingDiscount: true };
  const likedSeller = async (listings = 2) => {
    const { userId, account } = await world.addSeller(listings);
    for (const id of await closetOf(userId)) await world.command('POST', `listings/${id}`, { likes: 4 });
    await world.listings.sync(userId);
    return { userId, account };
  };
  const runRound = async (userId: string) => {
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday > 0);
  };
  const runOffers = () => passWhile(world.run('bot.offers'));
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

  it('are sent once in 7 days, 15 minutes after the newest like, and logged with their cost', async () => {
    const { userId, account } = await likedSeller();
    await start(userId, { ...offering, shareFrequency: 60 });
    await runRound(userId);
    await runOffers();
    expect(await world.journalOf(account, 'offer')).toHaveLength(0);
    await world.pass(61 * minute);
    const pages = async () => (await world.journalOf(account, 'bootstrap')).length;
    const before = await pages();
    await runOffers();
    // One page with a new token for all offers of the run.
    expect((await pages()) - before).toBe(1);
    const entries = await world.entries(userId, 'OFFER_SENT');
    expect(entries).toHaveLength(2);
    expect(entries[0]?.details).toMatch(/^\$\d+ to 4 likers of .+, with .+ \(costs you \$\d+\.\d\d\)$/);
    await world.pass(61 * minute);
    await runOffers();
    expect(await world.journalOf(account, 'offer')).toHaveLength(2);
  });

  it('have no shipping discount if the marketplace’s choices cannot be read', async () => {
    const { userId, account } = await likedSeller();
    await world.fault('discounts', 'E13', { times: -1 });
    await start(userId, { ...offering, shareFrequency: 30 });
    await runRound(userId);
    await world.pass(31 * minute);
    await runOffers();
    expect(await world.journalOf(account, 'offer')).toHaveLength(2);
    const expectedDetails = expect.stringMatching(/^\$\d+ to 4 likers of .+, without a shipping discount$/);
    expect((await world.entries(userId, 'OFFER_SENT')).map(({ details }) => details)).toEqual([
      expectedDetails,
      expectedDetails,
    ]);
    const { rows } = await world.database.query(
      'select distinct discount_label as label, discount_cost_cents as cost from offers where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ label: null, cost: null }]);
  });

  it('are never sent below the floor price, and never if they are turned off', async () => {
    const { userId, account } = await likedSeller();
    for (const { id, price } of await world.listings.list(userId))
      if (price !== null) await world.listings.change(userId, id, { floorPrice: price });
    await start(userId, { ...offering, shareFrequency: 30 });
    await runRound(userId);
    await world.pass(31 * minute);
    await runOffers();
    expect(await world.journalOf(account, 'offer')).toHaveLength(0);
    world.waiting.splice(0);
    await world.bot.changeSettings(userId, { offerShippingDiscount: false });
    await world.pass(31 * minute);
    expect(world.waiting.filter(({ name }) => name === 'bot.offers')).toEqual([]);
  });

  it('keep to what changes while they are being made: a floor, a price, and a sale', async () => {
    const { userId, account } = await likedSeller(4);
    await start(userId, { ...offering, shareFrequency: 30 });
    await runRound(userId);
    await world.pass(31 * minute);
    const offers = () => world.journalOf(account, 'offer');
    const job = world.run('bot.offers');
    await expect.poll(async () => (await offers()).length).toBe(1);
    const [first] = await world.entries(userId, 'OFFER_SENT');
    const rest = (await world.listings.list(userId)).filter(({ id, isActive }) => isActive && id !== first?.listingId);
    const [floored, sold, cheaper] = rest;
    await world.listings.change(userId, floored?.id ?? '', { floorPrice: floored?.price ?? 0 });
    await world.listings.markSold(userId, sold?.id ?? '', world.clock.now());
    await world.database.query('update listings set price = 20 where id = $1', [cheaper?.id]);
    await passWhile(job);
    expect(await offers()).toHaveLength(2);
    const details = (await world.entries(userId, 'OFFER_SENT')).map(({ details }) => details);
    expect(details).toContainEqual(expect.stringMatching(/^\$18 to 4 likers of /));
  });

  it('are not sent after a stop, even if they were waiting for another call of the account', async () => {
    const { userId, account } = await likedSeller();
    await start(userId, { ...offering, shareFrequency: 30 });
    await runRound(userId);
    await world.pass(31 * minute);
    const { closet } = world;
    const stopsFirst: typeof closet.withAccount = async (id, work) => {
      await world.bot.stop(id);
      return closet.withAccount(id, work);
    };
    await passWhile(
      world.make(undefined, false, { closet: { ...closet, withAccount: stopsFirst } }).sendOffers(userId),
    );
    expect(await world.journalOf(account, 'offer')).toHaveLength(0);
  });
});
