import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { SetupFacts, SetupStep } from '#domain/today/first-steps.ts';
import type { TodayKind } from '#domain/today/today.ts';
import { createDropsToday, type DropsContext } from '#server/features/drops/drops.ts';
import { savePlans } from '#server/features/drops/plans.ts';
import { readStandingAdvice } from '#server/features/pricing/advice/standing-advice.ts';
import type { PricingContext } from '#server/features/pricing/pricing.ts';
import { readGaps } from '#server/features/sales/sales.ts';
import { todayHttp } from '#server/features/today/http.ts';
import { createToday } from '#server/features/today/today.ts';
import { botJourney } from '../bot/bot-journey.ts';
import { failureOf, olive } from '../closet/closet-journey.ts';
import { addSales } from '../sales/stored-sales.ts';

const day = 86_400_000;
const { world, start, paused } = botJourney();
let http: ReturnType<typeof todayHttp>;
let userId: string;
let account: string;
let drops: DropsContext;
const setup: SetupFacts = { notifications: false, phone: true, backup: null };
const putOff: SetupStep[] = [];

beforeAll(() => {
  const { database, clock, closet, listings, bot, queue } = world;
  drops = { database, clock, queue } as Partial<DropsContext> as DropsContext;
  const pricing = { database, clock, closet } as Partial<PricingContext> as PricingContext;
  http = todayHttp(
    createToday({
      database,
      clock,
      status: bot.status,
      authStatus: closet.authStatus,
      standingAdvice: (seller) => readStandingAdvice(pricing, seller),
      offers: world.offers.ready,
      drops: createDropsToday(drops),
      quietListings: listings.quiet,
      salesGaps: (seller) => readGaps(database, seller),
      setup: async () => setup,
      onPutOff: async (_, step) => void putOff.push(step),
    }),
  );
});
beforeEach(async () => {
  ({ userId, account } = await world.addSeller(4));
});

const user = () => ({ id: userId });
const tasks = async () => routes.today.read.reply.parse(await http.read({ user: user() })).tasks;
const task = async (wanted: TodayKind) => (await tasks()).find(({ kind }) => kind === wanted);
const snooze = async (kind: string, days: number) =>
  routes.today.snooze.reply.parse(
    await http.snooze({ user: user(), kind, body: routes.today.snooze.body.parse({ days }) }),
  );
const active = async () => (await world.listings.list(userId)).filter(({ isActive }) => isActive);
const change = (poshmarkId: string | undefined, to: object) => world.command('POST', `listings/${poshmarkId}`, to);
const makeQuiet = () =>
  world.database.query(`update listings set quiet_since = $2::timestamptz where user_id = $1 and is_active`, [
    userId,
    new Date(world.clock.now() - 61 * day),
  ]);
const advise = async ({ id, price }: { id: string; price: number | null }, by: number) =>
  world.database.query(
    `insert into recommendations (user_id, listing_id, at, origin, direction, current_price, suggested_price, confidence, reasons, facts)
     values ($1, $2, $3, 'optimizer', $4, $5, $6, 0.8, '{}', '{"because": []}')`,
    [userId, id, new Date(world.clock.now()), by < 0 ? 'decrease' : 'increase', price, (price ?? 0) + by],
  );

describe('what to do today', () => {
  it('is to go on with the first steps, until each is done', async () => {
    expect(await task('checklist')).toMatchObject({ count: 3, listingIds: [] });
    await start(userId);
    expect(await task('checklist')).toMatchObject({ count: 2 });
    const [first] = await active();
    if (first === undefined) throw new Error('The closet is empty');
    await advise(first, 2);
    expect(await task('checklist')).toMatchObject({ count: 1 });
    await world.bot.changeSettings(userId, { offerShippingDiscount: true });
    expect(await task('checklist')).toBeUndefined();
  });

  it('names prices worth changing until they are changed, with what that is worth', async () => {
    const [one, two] = await active();
    if (one === undefined || two === undefined) throw new Error('The closet is empty');
    await advise(one, 4);
    await advise(two, -1);
    expect(await task('reprice')).toMatchObject({ count: 2, amountCents: 300 });
    expect((await task('reprice'))?.listingIds.sort()).toEqual([one.id, two.id].sort());
    await change(one.poshmarkId, { price: (one.price ?? 0) + 4 });
    await world.listings.sync(userId);
    expect(await task('reprice')).toMatchObject({ count: 1, amountCents: -100, listingIds: [two.id] });
  });

  it('says what offers would leave, which costs are missing, and which offers are held back', async () => {
    const [cheap, dear, held] = await active();
    for (const one of await active()) await change(one.poshmarkId, { price: 40, likes: 0 });
    for (const one of [cheap, dear, held]) await change(one?.poshmarkId, { likes: 3 });
    await world.listings.sync(userId);
    expect(await task('offers_ready')).toBeUndefined();
    const rule = { name: 'All', percent: 20, floor: { kind: 'listing' as const } };
    await world.offers.changeRules(userId, routes.offers.changeRules.body.parse({ rules: [rule] }));
    await world.listings.change(userId, cheap?.id ?? '', { costCents: 1000 });
    await world.listings.change(userId, held?.id ?? '', { floorPrice: 39 });
    // $32 less the fee of $6.40 and the cost of $10.
    expect(await task('offers_ready')).toMatchObject({ count: 2, amountCents: 1560 });
    expect((await task('offers_ready'))?.listingIds.sort()).toEqual([cheap?.id, dear?.id].sort());
    await world.listings.changeMany(userId, { listingIds: (await active()).map(({ id }) => id), floorPrice: 39 });
    expect(await task('offers_ready')).toMatchObject({ count: 3, amountCents: null });
  });

  it('names the price drops of the day, and by how much', async () => {
    for (const one of await active()) await change(one.poshmarkId, { price: 40 });
    await world.listings.sync(userId);
    await world.database.query('update listings set lowest_price = null where user_id = $1', [userId]);
    const { plans } = routes.drops.savePlans.body.parse({
      plans: [{ name: 'Daily', percent: 10, everyDays: 1, at: '23:00', mostADay: 2, restDays: 0 }],
    });
    await savePlans(drops, userId, plans);
    expect(await task('drops_due')).toMatchObject({ count: 2, amountCents: -800 });
  });

  it('names listings that nobody has liked for 60 days at one price, until something happens', async () => {
    await makeQuiet();
    const closet = await active();
    const asking = closet.reduce((sum, { price }) => sum + (price ?? 0), 0);
    expect(await task('stale')).toMatchObject({ count: closet.length, amountCents: asking * 100 });
    const [liked, repriced] = closet;
    await change(liked?.poshmarkId, { likes: (liked?.likeCount ?? 0) + 1 });
    await change(repriced?.poshmarkId, { price: (repriced?.price ?? 0) + 5 });
    await world.listings.sync(userId);
    const left = closet.slice(2).map(({ id }) => id);
    expect((await task('stale'))?.listingIds.sort()).toEqual(left.sort());
    // An unlike is no news.
    await change(closet[2]?.poshmarkId, { likes: 0 });
    await world.listings.sync(userId);
    expect((await task('stale'))?.count).toBe(left.length);
  });

  it('counts the time of a listing without likes from when it was listed, and of others from the first reading', async () => {
    for (const { quietSince, likeCount, listedAt, syncedAt } of await active())
      expect(quietSince).toBe(likeCount === 0 ? listedAt : syncedAt);
  });

  it('names sales without a cost, but none that was returned, and a report from 30 days on', async () => {
    await addSales(world.database, userId, [{ cost: null }, { cost: 500 }, { cost: null, state: 'returned' }]);
    expect(await task('cost_missing')).toMatchObject({ count: 1, amountCents: null });
    expect(await task('report_old')).toBeUndefined();
    const reported = (ago: number) =>
      world.database.query(`insert into sale_imports (user_id, at, file_name) values ($1, $2, 'a.csv')`, [
        userId,
        new Date(world.clock.now() - ago * day),
      ]);
    await reported(31);
    expect(await task('report_old')).toMatchObject({ count: 1 });
    await reported(29);
    expect(await task('report_old')).toBeUndefined();
  });

  it('is first of all what keeps the bot from going on, until it goes on', async () => {
    await makeQuiet();
    await world.command('POST', 'human-check', { account, on: true });
    await start(userId);
    await paused(userId);
    expect((await tasks())[0]).toMatchObject({ kind: 'needs_you', count: 1 });
    await world.bot.stop(userId);
    await failureOf(world.closet.linkWithPassword(userId, { ...olive, keepPassword: true }));
    expect((await tasks())[0]?.action.href).toContain('#marketplace');
  });
});

describe('a task that is put off', () => {
  it('is back after the seller’s midnight, or at once if that is taken back, and others come up', async () => {
    await makeQuiet();
    await addSales(world.database, userId, [{ cost: null }]);
    const kinds = async () => (await tasks()).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['stale', 'cost_missing', 'checklist']);
    expect((await snooze('stale', 1)).tasks.map(({ kind }) => kind)).toEqual(['cost_missing', 'checklist']);
    await http.wake({ user: user(), kind: 'stale' });
    expect(await kinds()).toContain('stale');
    await snooze('stale', 1);
    await snooze('cost_missing', 3);
    const midnight = Math.ceil(world.clock.now() / day) * day;
    await world.pass(midnight - world.clock.now() - 1000);
    expect(await kinds()).toEqual(['checklist']);
    await world.pass(1000);
    expect(await kinds()).toEqual(['stale', 'checklist']);
    await world.pass(2 * day);
    expect(await kinds()).toEqual(['stale', 'cost_missing', 'checklist']);
  });

  it('is one of the kinds, for 1 to 30 days, and of this seller only', async () => {
    for (const days of [0, 31, 1.5, 'two'])
      expect(routes.today.snooze.body.safeParse({ days }).success, String(days)).toBe(false);
    expect((await failureOf(snooze('dishes', 1))).code).toBe('not_found');
    await makeQuiet();
    const first = userId;
    ({ userId } = await world.addSeller(2));
    await snooze('stale', 30);
    userId = first;
    expect(await task('stale')).toBeDefined();
  });
});

describe('the setup of a new seller', () => {
  const open = async () => routes.today.read.reply.parse(await http.read({ user: user() })).setup;

  it('has the steps that concern the seller, and one that was put off never comes back by itself', async () => {
    expect(await open()).toEqual([
      { step: 'notifications', isDone: false },
      { step: 'phone', isDone: true },
    ]);
    const answer = await http.putOff({ user: user(), step: 'notifications' });
    expect(answer.setup).toEqual([{ step: 'phone', isDone: true }]);
    expect(putOff).toEqual(['notifications']);
    await world.pass(400 * day);
    expect(await open()).toEqual([{ step: 'phone', isDone: true }]);
    expect((await http.putBack({ user: user(), step: 'notifications' })).setup).toHaveLength(2);
    expect((await failureOf(http.putOff({ user: user(), step: 'dishes' }))).code).toBe('not_found');
  });
});
