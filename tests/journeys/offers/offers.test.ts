import { describe, expect, it } from 'vitest';
import { day, minute, offersJourney } from './offers-journey.ts';

const { world, start, likedSeller, readySeller, runRound, runOffers, passWhile, send, ...marketplace } =
  offersJourney();
const { change, offersOf, linesOf, pricesOf, listingOf } = marketplace;

describe('offers to likers', () => {
  it('are sent once in 7 days, 15 minutes after the newest like, and logged with their cost', async () => {
    const { userId, account } = await likedSeller();
    await start(userId, { shareFrequency: 60 });
    await runRound(userId);
    await runOffers();
    expect(await offersOf(account)).toHaveLength(0);
    await world.pass(61 * minute);
    const pages = async () => (await world.journalOf(account, 'bootstrap')).length;
    const before = await pages();
    await runOffers();
    // One page with a new token for all offers of the run.
    expect((await pages()) - before).toBe(1);
    const lines = await linesOf(userId);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\$\d+ to 4 likers of .+, with .+ \(costs you \$\d+\.\d\d\)$/);
    await world.pass(61 * minute);
    await runOffers();
    expect(await offersOf(account)).toHaveLength(2);
  });

  it('go out in the currency of the price, and not before the seller has seen which one that is', async () => {
    const { userId, account, ids } = await readySeller(1);
    await change(ids[0], { price: 40 });
    await world.listings.sync(userId);
    await world.command('POST', 'config', { currency: 'CAD' });
    try {
      await runOffers();
      expect(await offersOf(account)).toEqual([]);
      expect(await listingOf(userId, ids[0])).toMatchObject({ price: 40, currency: 'CAD' });
      await world.pass(31 * minute);
      await runOffers();
      expect(await offersOf(account)).toMatchObject([{ case: 'ok' }]);
      expect(await linesOf(userId)).toEqual([
        expect.stringMatching(/^CA\$36 to 4 likers of .+ \(costs you CA\$\d+\.\d\d\)$/),
      ]);
    } finally {
      await world.command('POST', 'config', { currency: 'USD' });
    }
  });

  it('follow a price that was raised or cut in the app, and it becomes ours', async () => {
    const { userId, account, ids } = await likedSeller(2);
    const [raised, cut] = ids;
    await change(raised, { price: 40 });
    await change(cut, { price: 80 });
    await world.listings.sync(userId);
    await start(userId);
    await runRound(userId);
    await world.pass(31 * minute);
    await change(raised, { price: 80 });
    await change(cut, { price: 40 });
    await runOffers();
    expect(await offersOf(account)).toMatchObject([{ case: 'ok' }, { case: 'ok' }]);
    expect((await pricesOf(userId)).toSorted((one, other) => one - other)).toEqual([36, 72]);
    expect([await listingOf(userId, raised), await listingOf(userId, cut)]).toMatchObject([
      { price: 80 },
      { price: 40 },
    ]);
    const { rows } = await world.database.query(
      `select old_price, new_price, source from price_changes where user_id = $1 order by id desc limit 2`,
      [userId],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { old_price: 40, new_price: 80, source: 'marketplace' },
        { old_price: 80, new_price: 40, source: 'marketplace' },
      ]),
    );
  });

  it('are asked for by no round while they are turned off', async () => {
    const { userId } = await readySeller();
    world.waiting.splice(0);
    await world.bot.changeSettings(userId, { offerShippingDiscount: false });
    await world.pass(31 * minute);
    expect(world.waiting.filter(({ name }) => name === 'bot.offers')).toEqual([]);
  });

  it('keep to what changes while they are being made: a floor, a price, sales here and there, a buyer, and a removal', async () => {
    const { userId, account } = await readySeller(7);
    const job = world.run('bot.offers');
    // Its entry comes a moment after the marketplace has it.
    await expect.poll(async () => (await world.entries(userId, 'OFFER_SENT')).length).toBe(1);
    const [first] = await world.entries(userId, 'OFFER_SENT');
    const rest = (await world.listings.list(userId)).filter(({ id, isActive }) => isActive && id !== first?.listingId);
    const [floored, sold, cheaper, soldThere, removed, reserved] = rest;
    await world.listings.change(userId, floored?.id ?? '', { floorPrice: floored?.price ?? 0 });
    await world.listings.markUnavailable({ userId, id: sold?.id ?? '', availability: 'sold', now: world.clock.now() });
    await change(cheaper?.poshmarkId, { price: 20 });
    await change(soldThere?.poshmarkId, { set: 'sold' });
    await change(removed?.poshmarkId, { set: 'removed' });
    await change(reserved?.poshmarkId, { set: 'reserved' });
    await passWhile(job);
    expect(await offersOf(account)).toHaveLength(2);
    expect(await pricesOf(userId)).toContain(18);
    expect((await listingOf(userId, soldThere?.poshmarkId))?.availability).toBe('sold');
    expect((await listingOf(userId, removed?.poshmarkId))?.availability).toBe('removed');
    expect((await listingOf(userId, reserved?.poshmarkId))?.availability).toBe('reserved');
  });

  it('are repeated only where a liker may get it: one who is new, or at 10 % below the lowest in 90 days', async () => {
    const { userId, account, ids } = await readySeller(2, { offerPercent: 20 });
    const [same = '', liked = ''] = ids;
    for (const id of ids) await change(id, { price: 50 });
    await runOffers();
    expect(await pricesOf(userId)).toEqual([40, 40]);
    await world.bot.changeSettings(userId, { shareFrequency: 1440 });
    await world.pass(7 * day + 16 * minute);
    world.waiting.splice(0);
    // Nobody may get $40 again, so the marketplace isn't even asked.
    await send(userId);
    expect(await offersOf(account)).toHaveLength(2);
    // A fifth liker may.
    await change(liked, { likes: 5 });
    await world.listings.sync(userId);
    await world.pass(16 * minute);
    await send(userId);
    expect((await linesOf(userId))[0]).toMatch(/^\$40 to 1 liker of /);
    // And everyone, where the price has fallen.
    await change(same, { price: 45 });
    await send(userId);
    expect((await linesOf(userId))[0]).toMatch(/^\$36 to 4 likers of /);
    expect(await offersOf(account)).toMatchObject([{ case: 'ok' }, { case: 'ok' }, { case: 'ok' }, { case: 'ok' }]);
    // As if that was 90 days ago, for both.
    await world.bot.stop(userId);
    await world.pass(91 * day);
    await start(userId, { offerPercent: 20, shareFrequency: 1440 });
    await runRound(userId);
    await send(userId);
    expect(await offersOf(account)).toHaveLength(6);
  });

  it('that are refused don’t count, and one whose outcome a crash hid does', async () => {
    const { userId, account, ids } = await readySeller(2, { shareFrequency: 1440 });
    for (const id of ids) await change(id, { price: 50 });
    await world.fault('offer', 'E1');
    await send(userId);
    const outcomes = async () => (await offersOf(account)).map((entry) => entry.case);
    expect(await outcomes()).toEqual(['E1', 'ok']);
    expect(await world.offers.count(userId, 10)).toEqual({ listings: 1, leftToday: 49, rules: 0 });
    // As a killed process leaves it.
    await world.database.query(`update offers set outcome = 'sending' where user_id = $1 and outcome = 'sent'`, [
      userId,
    ]);
    expect(await world.offers.count(userId, 10)).toEqual({ listings: 1, leftToday: 49, rules: 0 });
    await world.pass(8 * day);
    await send(userId);
    // Those who may have got one get no second one at that price. The others get theirs.
    expect(await outcomes()).toEqual(['E1', 'ok', 'ok']);
  });

  it('are not sent after a stop, even if they were waiting for another call of the account', async () => {
    const { userId, account } = await readySeller();
    const { money } = world;
    const stopsFirst: typeof money.write = async (id, write) => {
      await world.bot.stop(id);
      return money.write(id, write);
    };
    await passWhile(world.makeOffers({ money: { write: stopsFirst } }).send(userId));
    expect(await offersOf(account)).toHaveLength(0);
  });
});
