import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallTime } from '#domain/time.ts';
import { botJourney } from '../bot-journey.ts';
import { type BotWorld, openBotWorld, settings } from '../bot-world.ts';

const minute = 60_000;

const { world, start, closetOf, untilMorning } = botJourney();

const set = (listing: string, change: object) => world.command('POST', `listings/${listing}`, change);
const sharedBy = async (account: string, from = 0) =>
  (await world.journalOf(account)).slice(from).map(({ listingId }) => listingId ?? '');
/** A seller whose closet has listings that are not published yet. */
async function withUnpublished(listings: number, unpublished: number) {
  const seller = await world.addSeller(listings);
  const hidden = (await closetOf(seller.userId)).slice(0, unpublished);
  for (const id of hidden) await set(id, { set: 'removed' });
  await world.database.query('delete from listings where user_id = $1', [seller.userId]);
  await world.listings.sync(seller.userId);
  return { ...seller, hidden, publish: (id: string) => set(id, { set: 'available' }) };
}

describe('the closet is read before a round', () => {
  it('that is an hour after the last reading, and the round shares what is for sale by then', async () => {
    const { userId, account, hidden, publish } = await withUnpublished(8, 2);
    await start(userId, { shareFrequency: 90 });
    await world.roundOver(userId, 6);
    const [fresh = '', later = ''] = hidden;
    const [sold = '', removed = '', repriced = '', ...rest] = await closetOf(userId);
    await publish(fresh);
    await publish(later);
    await set(sold, { set: 'sold' });
    await set(removed, { set: 'removed' });
    await set(repriced, { price: 77 });
    await world.pass(85 * minute);
    const status = await world.roundOver(userId, 12);
    const second = await sharedBy(account, 6);
    expect(second.toSorted()).toEqual([fresh, later, repriced, ...rest].toSorted());
    expect(status.shareStatus).toMatchObject({ completedShares: 6, totalListings: 6, refused: 0 });
    expect(status.roundListings).toBe(6);
    expect((await world.entries(userId, 'SYNC'))[0]?.details).toBe(
      '2 new listings found, 2 changed, 1 sold, 1 removed',
    );
    const price = (await world.listings.list(userId)).find(({ poshmarkId }) => poshmarkId === repriced)?.price;
    expect(price).toBe(77);
    const { rows } = await world.database.query(`select new_price, source from price_changes where user_id = $1`, [
      userId,
    ]);
    expect(rows).toEqual([{ new_price: 77, source: 'marketplace' }]);
    expect((await world.closet.summary(userId))?.lastSyncedAt).toBeGreaterThan(world.clock.now() - 10 * minute);
    expect(await world.listings.sync(userId)).toMatchObject({ total: 10 });
  });

  it('and after a start, however new the last reading is', async () => {
    const { userId, account, hidden, publish } = await withUnpublished(5, 1);
    await world.pass(1_000);
    await publish(hidden[0] ?? '');
    await start(userId);
    await world.roundOver(userId, 5);
    expect(await sharedBy(account)).toContain(hidden[0]);
    expect((await world.entries(userId, 'SYNC'))[0]?.details).toBe('1 new listing found');
    expect(await world.listings.sync(userId)).toMatchObject({ added: 1, message: 'Synced 8 listings: 1 new.' });
  });

  it('every time, if its greatest age is 0, and writes and says nothing where nothing has changed', async () => {
    await world.closeWorkers();
    await world.openWorker(world.make({ closetMaxAgeMs: 0 }));
    const { userId, account } = await world.addSeller(4);
    await world.pass(1_000);
    await start(userId, { shareFrequency: 30 });
    const rows = async () =>
      (await world.database.query('select xmin::text, id from listings where user_id = $1 order by id', [userId])).rows;
    const before = await rows();
    await world.pass(95 * minute);
    expect((await world.journalOf(account, 'closet')).length).toBe(1 + 4);
    expect(await world.entries(userId, 'SYNC')).toHaveLength(1);
    expect(await rows()).toEqual(before);
    await world.changeWorker();
  });

  it('but new listings in the middle of a round wait for the next one', async () => {
    const { userId, account, hidden, publish } = await withUnpublished(7, 1);
    await start(userId, { shareFrequency: 60 });
    await world.sharesMade(userId, 3);
    await publish(hidden[0] ?? '');
    expect(await world.listings.sync(userId)).toMatchObject({ added: 1 });
    const status = await world.roundOver(userId, 6);
    expect(status.shareStatus).toMatchObject({ completedShares: 6, totalListings: 6 });
    expect(await sharedBy(account)).not.toContain(hidden[0]);
    await world.pass(60 * minute);
    await world.roundOver(userId, 13);
    expect(await sharedBy(account)).toContain(hidden[0]);
  });

  it('and a reserved listing is skipped until it is for sale again', async () => {
    const { userId, account } = await world.addSeller(5);
    const [reserved = ''] = await closetOf(userId);
    await start(userId, { shareFrequency: 90 });
    await world.sharesMade(userId, 1);
    await set(reserved, { set: 'reserved' });
    await world.roundOver(userId, 4);
    const stateOf = async () =>
      (await world.listings.list(userId)).find(({ poshmarkId }) => poshmarkId === reserved)?.availability;
    expect(await stateOf()).toBe('reserved');
    expect(await world.listings.counts(userId)).toEqual({ active: 4, sold: 3 });
    await world.pass(90 * minute);
    await world.roundOver(userId, 8);
    expect((await world.bot.status(userId)).shareStatus).toMatchObject({ totalListings: 4, refused: 0 });
    await set(reserved, { set: 'available' });
    await world.pass(90 * minute);
    await world.roundOver(userId, 13);
    expect(await stateOf()).toBe('available');
    expect((await sharedBy(account)).slice(-5)).toContain(reserved);
  });
});

describe('a closet that can’t be read', () => {
  it('is shared as it is known, says so once, and is tried again before the next round', async () => {
    await untilMorning();
    const { userId, account } = await world.addSeller(4);
    await start(userId, { shareFrequency: 70 });
    await world.roundOver(userId, 4);
    await world.fault('closet', 'E11', { times: -1 });
    await world.pass(3 * 70 * minute);
    await world.roundOver(userId, 16);
    expect(await sharedBy(account)).toHaveLength(16);
    const told = (await world.entries(userId, 'SYNC')).map(({ details }) => details);
    expect(told.filter((details) => details?.startsWith('Hangtag couldn’t read your closet'))).toHaveLength(1);
    await world.command('DELETE', 'faults');
    const [sold = ''] = await closetOf(userId);
    await set(sold, { set: 'sold' });
    await world.pass(70 * minute);
    await world.roundOver(userId, 19);
    expect((await world.entries(userId, 'SYNC'))[0]?.details).toBe('1 changed, 1 sold');
    expect((await world.bot.status(userId)).shareStatus).toMatchObject({ totalListings: 3 });
  });

  it('because most of it is missing keeps its listings, and a second reading decides', async () => {
    const { userId } = await world.addSeller(6);
    await start(userId, { shareFrequency: 70 });
    await world.roundOver(userId, 6);
    for (const id of (await closetOf(userId)).slice(0, 5)) await set(id, { set: 'removed' });
    await world.pass(66 * minute);
    expect(await world.listings.counts(userId)).toMatchObject({ active: 6 });
    await world.pass(5 * minute);
    expect((await world.entries(userId, 'SYNC'))[0]?.details).toMatch(/^Your closet showed only 4 listings, and 5/);
    await world.run('listings.look-again');
    expect(await world.listings.counts(userId)).toMatchObject({ active: 1 });
  });

  it.each([
    ['of a human check', 'E6', 'human_check'],
    ['of a suspended account', 'E15', 'account_blocked'],
    ['the session is over and no password is stored', null, 'session_expired'],
  ])('because %s pauses the bot', async (_, kind, reason) => {
    const { userId, account, password } = await world.addSeller(4);
    await world.closet.linkWithPassword(userId, { username: account, password, keepPassword: false });
    await start(userId, { shareFrequency: 70 });
    await world.roundOver(userId, 4);
    if (kind === null) await world.command('POST', 'sessions/expire', { account });
    else await world.fault('closet', kind, { times: -1 });
    await world.pass(71 * minute);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'paused', pauseReason: reason, totalShares: 4 });
  });
});

describe('a reading that takes a while', () => {
  let slow: BotWorld;
  beforeAll(async () => {
    slow = await openBotWorld({ spacingMs: 500 });
  });
  afterAll(() => slow.close());
  /** A large closet that its seller has synced, and a bot that has just been started. */
  async function starting(change = {}, listings = 480) {
    const worker = await slow.openWorker();
    const seller = await slow.addSeller(listings);
    await slow.pass(1_000);
    const before = (await slow.journalOf(seller.account, 'closet')).length;
    await slow.bot.start(seller.userId, { ...settings, ...change });
    return { ...seller, worker, pages: async () => (await slow.journalOf(seller.account, 'closet')).slice(before) };
  }

  it('reads 1,200 listings at two pages a second, and shows how far it is', async () => {
    const { userId, pages, worker } = await starting({}, 1_200);
    await slow.pass(5_100);
    expect(await slow.bot.status(userId)).toMatchObject({ state: 'waiting', reading: { seen: 384, total: 1_203 } });
    expect((await pages()).length).toBe(11);
    const status = await slow.passUntil(userId, ({ state }) => state === 'sharing');
    expect(status.reading).toBeUndefined();
    const times = (await pages()).map(({ at }) => Date.parse(at));
    expect(times).toHaveLength(26);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(500);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(12_500);
    await slow.bot.stop(userId);
    await slow.closeWorker(worker);
  });

  it('ends with a stop, a start reads again, and so does another worker if its own one ends', async () => {
    const { userId, pages, worker, account } = await starting();
    await slow.pass(3_000);
    await slow.bot.stop(userId);
    expect(await slow.bot.status(userId)).toMatchObject({ state: 'stopped', nextShareTime: null });
    await slow.pass(30_000);
    expect((await pages()).length).toBeLessThan(9);
    expect(await slow.entries(userId, 'ROUND_STARTED')).toHaveLength(0);
    await slow.bot.start(userId, settings);
    await slow.pass(3_000);
    await slow.closeWorker(worker);
    expect(await slow.bot.status(userId)).toMatchObject({ state: 'waiting' });
    const other = await slow.openWorker();
    await slow.sharesMade(userId, 2);
    expect(await slow.entries(userId, 'ROUND_STARTED')).toHaveLength(1);
    expect(await slow.journalOf(account)).toHaveLength(2);
    await slow.bot.stop(userId);
    await slow.closeWorker(other);
  });

  it('starts no round if its time slot has closed meanwhile', async () => {
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
    const closes = (Math.floor(slow.clock.now() / minute) + 2) * minute;
    // The bot is started a second later, and the closet takes five.
    await slow.pass(closes - 3_000 - slow.clock.now());
    const slot = { startTime: clock(closes - 40 * minute), endTime: clock(closes), enabled: true };
    const { userId, worker, pages } = await starting({
      useScheduledSlots: true,
      scheduledSlots: [{ ...slot, daysOfWeek: [0, 1, 2, 3, 4, 5, 6] }],
    });
    await slow.pass(2 * minute);
    expect((await pages()).length).toBeGreaterThan(0);
    expect(await slow.entries(userId, 'ROUND_STARTED')).toHaveLength(0);
    expect(await slow.bot.status(userId)).toMatchObject({ state: 'waiting' });
    await slow.bot.stop(userId);
    await slow.closeWorker(worker);
  });
});

it('the closet of a stopped bot is read once a day, at a minute of its seller’s night, while the session stands', async () => {
  const zone = 'America/New_York';
  // By this night, the closets were read more than 20 hours ago.
  await untilMorning();
  // Closets of guests aren't read, and neither are those of the sellers above.
  await world.database.query(`update users set guest_until = now() + interval '1 day'`);
  const asleep = await world.addSeller(4);
  const [running, over, guest] = [await world.addSeller(4), await world.addSeller(4), await world.addSeller(4)];
  await world.database.query('update users set timezone = $1', [zone]);
  await start(running.userId, { shareFrequency: 1440 });
  await world.sharesMade(running.userId, 4);
  await world.database.query(`update closets set state = 'connection_issue' where user_id = $1`, [over.userId]);
  await world.database.query(`update users set guest_until = now() + interval '1 day' where id = $1`, [guest.userId]);
  const read: { userId: string; at: number }[] = [];
  for (let minutes = 0; minutes < 48 * 60; minutes += 5) {
    await world.bot.planNightlyReadings();
    for (const job of world.waiting.filter(({ name }) => name === 'listings.read')) {
      read.push({ userId: (job.payload as { userId: string }).userId, at: world.clock.now() + (job.delayMs ?? 0) });
      await world.run('listings.read');
    }
    await world.time.advance(5 * minute);
  }
  expect(new Set(read.map(({ userId }) => userId))).toEqual(new Set([asleep.userId]));
  expect(read).toHaveLength(2);
  for (const { at } of read) expect([1, 2, 3, 4]).toContain(wallTime(at, zone).hour);
  expect(new Set(read.map(({ at }) => wallTime(at, zone).minute)).size).toBeGreaterThan(1);
  expect((await world.closet.summary(asleep.userId))?.lastSyncedAt).toBeGreaterThan(
    world.clock.now() - 24 * 60 * minute,
  );
  expect(await world.entries(asleep.userId, 'SYNC')).toHaveLength(1);

  // A session that is over at night is left to the seller’s next call, which signs in.
  await world.command('POST', 'sessions/expire', { account: asleep.account });
  const signIns = await world.count('login');
  while (!world.waiting.some(({ name }) => name === 'listings.read')) {
    await world.time.advance(5 * minute);
    await world.bot.planNightlyReadings();
  }
  await world.run('listings.read');
  expect(await world.count('login')).toBe(signIns);
  expect(await world.closet.authStatus(asleep.userId)).toMatchObject({ state: 'ready' });
});
