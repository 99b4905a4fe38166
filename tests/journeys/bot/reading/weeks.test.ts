// Five weeks of a seller's life: lists, sells, and reprices on the phone, and never presses Sync.

import { afterAll, expect, it } from 'vitest';
import { shareDay } from '#domain/time.ts';
import { type BotWorld, openBotWorld, settings } from '../bot-world.ts';

const hour = 3_600_000;
const day = 24 * hour;
const weeks = 5;
/** The listings of the first day. From the second week on, a day's round reaches the limit. */
const first = 42;
const zone = 'America/New_York';
const dailyShareLimit = 50;

let world: BotWorld;
afterAll(() => world.close());

/** A listing as its seller and the marketplace know it. */
type Life = { price: number; listedAt: number; pricedAt: number; soldAt: number };

it('weeks of rounds share, offer, and price the closet of each day, though nobody presses Sync', async () => {
  // Between two shares there is no pause, so that a round takes no time of the moved clock.
  world = await openBotWorld({ meanPauseMs: 0 });
  await world.openWorker();
  // The clocks go back on November 1.
  await world.time.advance(Date.parse('2026-10-05T14:00:00Z') - world.clock.now());
  const days = weeks * 7;
  const { userId, account } = await world.addSeller(first + 3 * days);
  await world.database.query('update users set timezone = $2 where id = $1', [userId, zone]);
  const set = (id: string, change: object) => world.command('POST', `listings/${id}`, change);
  const all = (await world.listings.list(userId)).filter(({ isActive }) => isActive);
  const lives = new Map<string, Life>();
  const begin = (id: string, price: number | null, listedAt: number) =>
    lives.set(id, { price: price ?? 0, listedAt, pricedAt: listedAt, soldAt: Number.POSITIVE_INFINITY });
  for (const { poshmarkId, price } of all.slice(0, first)) begin(poshmarkId, price, world.clock.now());
  const toCome = all.slice(first);
  let offers = 0;
  for (const { poshmarkId } of toCome) await set(poshmarkId, { set: 'removed' });
  await world.database.query('delete from listings where user_id = $1', [userId]);
  await world.listings.sync(userId);

  const noon = { startTime: '12:00', endTime: '13:00', enabled: true, daysOfWeek: [3] as const };
  // In the night when the clocks change, this slot has an hour more or less.
  const night = { startTime: '01:30', endTime: '03:30', enabled: true, daysOfWeek: [0] as const };
  await world.bot.start(userId, {
    ...settings,
    shareFrequency: 1440,
    useScheduledSlots: true,
    scheduledSlots: [noon, night].map((slot) => ({ ...slot, daysOfWeek: [...slot.daysOfWeek] })),
    dailyShareLimit,
    resumeDaily: true,
    offerShippingDiscount: true,
  });

  type Entry = { op: string; at: string; case: string; listingId?: string };
  const shares: (Entry & { id: string; time: number })[] = [];
  let since = 1;
  for (let date = 0; date < days; date += 1) {
    const now = world.clock.now();
    const forSale = [...lives].filter(([, { soldAt }]) => soldAt > now);
    const some = (index: number) => forSale[(date * 7 + index * 5) % forSale.length];
    for (const { poshmarkId, price } of toCome.splice(0, 3)) {
      await set(poshmarkId, { set: 'available' });
      begin(poshmarkId, price, now);
    }
    for (const [id, life] of new Map([some(0), some(1)].filter((sold) => sold !== undefined))) {
      await set(id, { set: 'sold' });
      life.soldAt = now;
    }
    const [repriced, liked] = [some(2), some(3)];
    if (repriced !== undefined && repriced[1].soldAt > now) {
      repriced[1].price = Math.max(5, Math.round(repriced[1].price * (date % 2 === 0 ? 0.6 : 1.5)));
      repriced[1].pricedAt = now;
      await set(repriced[0], { price: repriced[1].price });
    }
    if (liked !== undefined) await set(liked[0], { likes: 3 + (date % 4) });

    await world.pass(day);
    const path = `journal?since=${since}&account=${encodeURIComponent(account)}&limit=20000`;
    const page = (await world.command('GET', path)) as { entries: Entry[]; next: number };
    since = page.next;
    for (const entry of page.entries)
      if (entry.op === 'share') shares.push({ ...entry, id: entry.listingId ?? '', time: Date.parse(entry.at) });

    // Prices have moved since the round. What was offered counts against the price of this moment.
    while (world.waiting.some(({ name }) => name === 'bot.offers')) await world.run('bot.offers');
    for (const { id, price } of await offersSince(userId, now + day)) {
      offers += 1;
      expect(price).toBeLessThanOrEqual((lives.get(id)?.price ?? 0) * 0.9);
    }
  }

  // Every listing was shared by the first round after it was listed, or, where that one reached the limit, by the next.
  const rounds = await roundsOf(userId);
  expect(rounds.length).toBeGreaterThan(weeks * 2 - 2);
  expect(rounds.some(({ state }) => state === 'stopped')).toBe(true);
  const sharesOf = Map.groupBy(shares, ({ id }) => id);
  for (const [id, { listedAt, soldAt }] of lives) {
    const [next, second] = rounds.filter(({ at }) => at >= listedAt && at < soldAt);
    const isIn = (round: Round | undefined) =>
      round !== undefined && (sharesOf.get(id) ?? []).some(({ time }) => time >= round.at && time <= round.endedAt);
    if (next !== undefined && !isIn(next)) {
      expect(next.state, id).toBe('stopped');
      if (second !== undefined) expect(isIn(second), id).toBe(true);
    }
    // The round that began before the sale is over by then, and no later one tries it.
    expect(
      (sharesOf.get(id) ?? []).filter(({ time }) => time >= soldAt),
      id,
    ).toEqual([]);
  }

  for (const [date, made] of Map.groupBy(shares, ({ time }) => shareDay(time, zone)))
    expect(made.length, date).toBeLessThanOrEqual(dailyShareLimit);
  expect(shares.filter((share) => share.case !== 'ok')).toEqual([]);
  expect(await booksOf(userId)).toEqual({ attempts: shares.length, counted: shares.length, ofListings: shares.length });
  expect(offers).toBeGreaterThan(10);
  // Sold, added, and repriced as the seller did it, in listings and history.
  const listed = new Map((await world.listings.list(userId)).map((listing) => [listing.poshmarkId, listing]));
  const lastRound = rounds.at(-1)?.at ?? 0;
  for (const [id, { price, soldAt, pricedAt }] of lives)
    if (pricedAt < lastRound)
      expect(listed.get(id), id).toMatchObject(
        soldAt < lastRound ? { availability: 'sold', isActive: false } : { isActive: true, price },
      );
});

type Round = { at: number; endedAt: number; state: string };

async function roundsOf(userId: string): Promise<Round[]> {
  const { rows } = await world.database.query<Round>(
    `select started_at as at, coalesce(ended_at, 'infinity') as "endedAt", state from rounds where user_id = $1 order by id`,
    [userId],
  );
  return rows;
}

async function offersSince(userId: string, at: number): Promise<{ id: string; price: number }[]> {
  const { rows } = await world.database.query<{ id: string; price: number }>(
    `select l.poshmark_id as id, o.price from offers o join listings l on l.user_id = o.user_id and l.id = o.listing_id
     where o.user_id = $1 and o.sent_at >= to_timestamp($2::float8 / 1000) and o.outcome = 'sent'`,
    [userId, at],
  );
  return rows;
}

/** The shares that each of Hangtag's books has. */
async function booksOf(userId: string) {
  const { rows } = await world.database.query<{ attempts: number; counted: number; ofListings: number }>(
    `select (select count(*)::int from share_attempts where user_id = $1 and outcome = 1) as attempts,
       (select sum(share_count)::int from daily_share_counts where user_id = $1) as counted,
       (select sum(share_count)::int from listing_shares where user_id = $1) as "ofListings"`,
    [userId],
  );
  return rows[0];
}
