import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';
import { dyingWhen, expireLocks } from '../listings/prices/dying-process.ts';
import { openSeller, pricesJourney, type Seller, withTime } from '../listings/prices/prices-world.ts';
import { type Drops, openDrops, weekly } from './drops-world.ts';

let world: ClosetWorld;
let seller: Seller;
let drops: Drops;
const arrive = pricesJourney();
beforeEach(async () => {
  ({ world, seller } = await arrive());
  drops = await openDrops(world, seller);
  await seller.forgetWrites();
  await beginDay();
});

const dayMs = 86_400_000;
let firstDay: number;
/** So many days after the day on which the test began, which is at 6 AM in New York (5 AM in winter). */
const at = (utc: string, days = 0): string =>
  `${new Date(firstDay + days * dayMs).toISOString().slice(0, 10)}T${utc}:00.000Z`;
async function beginDay(): Promise<void> {
  firstDay = Math.ceil((world.clock.now() - 36_000_000) / dayMs) * dayMs;
  await world.clock.advanceTo(firstDay + 36_000_000);
}
const run = async (planId: string) => {
  const { batchId } = await drops.calls.run({ id: planId });
  await drops.settle();
  return seller.calls.priceBatch({ batchId });
};
const sent = async () => (await seller.writes()).length;

describe('plans', () => {
  it('keep what the seller saved, with ids, and what is left out is usual', async () => {
    const [one] = await drops.save(weekly);
    expect(one).toMatchObject({ ...weekly, match: {}, enabled: true, floor: { kind: 'listing' }, restDays: 7 });
    const saved = await drops.save(
      { ...weekly, name: 'New', dates: ['2099-12-02', '2099-12-01'], everyDays: undefined },
      one ?? {},
    );
    expect(saved.map(({ name, dates }) => [name, dates])).toEqual([
      ['New', ['2099-12-01', '2099-12-02']],
      ['Weekly', undefined],
    ]);
    expect(saved[1]?.id).toBe(one?.id);
    expect((await drops.calls.plans()).plans).toEqual(saved);
    await drops.save(saved[1] ?? {});
    expect((await drops.calls.plans()).plans).toEqual([saved[1]]);
  });

  it('are refused by the field at fault', async () => {
    const faults: [what: string, over: object, field: string][] = [
      ['too deep', { percent: 51 }, 'plans.0.percent'],
      ['the second date, as sent', { everyDays: undefined, dates: ['2099-01-01', '2020-01-01'] }, 'plans.0.dates.1'],
      ['a contradiction', { match: { minPrice: 50, maxPrice: 40 } }, 'plans.0.match.minPrice'],
      ['above every price', { floor: { kind: 'profit', minProfitCents: 2_900 } }, 'plans.0.floor.minProfitCents'],
    ];
    for (const [what, over, field] of faults) {
      const refused = await failureOf(drops.save({ ...weekly, ...over }));
      expect([what, refused.status, Object.keys(refused.fields ?? {})]).toEqual([what, 400, [field]]);
    }
    expect((await drops.calls.plans()).plans).toEqual([]);
  });
});

describe('a preview', () => {
  it('has old, lowest, and new price, and what is left after fees and cost, and sends nothing', async () => {
    await world.listings.change(seller.userId, seller.idOf(0), { costCents: 1_000 });
    await world.listings.change(seller.userId, seller.idOf(1), { floorPrice: 38 });
    await seller.set(2, { price: 35 });
    await world.listings.sync(seller.userId);
    await seller.set(2, { price: 40 });
    await world.listings.sync(seller.userId);
    const { drops: seen } = await drops.calls.preview({ body: { plan: { ...weekly, restDays: 0 } } });
    const of = (n: number) => seen.find(({ listingId }) => listingId === seller.idOf(n));
    expect(of(0)).toMatchObject({ price: 40, lowestPrice: 40, newPrice: 36, earningsCents: 2_880, profitCents: 1_880 });
    expect(of(1)).toMatchObject({ newPrice: null, earningsCents: null, blocked: 'below_floor' });
    expect(of(2)).toMatchObject({ price: 40, lowestPrice: 35, lowestKnown: true, newPrice: 31, profitCents: null });
    expect(await sent()).toBe(0);

    // Where only the present price is known, it says so.
    await world.database.query('update listings set lowest_price = null where user_id = $1', [seller.userId]);
    const { drops: again } = await drops.calls.preview({ body: { plan: { ...weekly, restDays: 0 } } });
    expect(again.map(({ lowestPrice, lowestKnown }) => [lowestPrice, lowestKnown])).toEqual(
      again.map(() => [40, false]),
    );
  });

  it('of a plan that is saved, and of none', async () => {
    const [plan] = await drops.save({ ...weekly, restDays: 0, mostADay: 3 });
    const { drops: seen } = await drops.calls.preview({ body: { planId: plan?.id ?? '' } });
    expect(seen.map(({ blocked }) => blocked)).toEqual([null, null, null, ...Array(5).fill('day_full')]);
    expect(await failureOf(drops.calls.preview({ body: { planId: '999999' } }))).toMatchObject({ status: 404 });
    expect(await failureOf(drops.calls.preview({ body: {} }))).toMatchObject({ status: 400 });
  });
});

describe('a run by hand', () => {
  it('drops the prices at the marketplace as one batch, which is undone as a whole', async () => {
    const [plan] = await drops.save({ ...weekly, restDays: 0, mostADay: 3 });
    const batch = await run(plan?.id ?? '');
    expect(batch).toMatchObject({ state: 'done', total: 3, failed: [] });
    expect(batch.updated.map(({ oldPrice, newPrice }) => [oldPrice, newPrice])).toEqual(Array(3).fill([40, 36]));
    const [changed] = batch.updated;
    const history = await seller.calls.priceHistory({ id: changed?.listingId ?? '' });
    expect(history[0]).toMatchObject({ source: 'drop', oldPrice: 40, newPrice: 36, batchId: batch.batchId });
    expect(await seller.logged('PRICE_DROPS')).toHaveLength(1);

    const undone = await withClock(seller.undo(batch.batchId));
    expect(undone.reverted).toHaveLength(3);
    expect(await drops.prices()).toEqual(Array(8).fill(40));
    // What was dropped today stays as it is for the rest of the day, and the room for today is used up.
    expect(await failureOf(drops.calls.run({ id: plan?.id ?? '' }))).toMatchObject({
      status: 409,
      code: 'nothing_to_drop',
    });
    expect((await drops.calls.calendar()).runs).toMatchObject([
      { batchId: batch.batchId, byHand: true, drops: 3, offCents: 1_200 },
    ]);
  });

  it('keeps to the rest days and to the number a day, and no other plan takes its listings on that day', async () => {
    const [two, all] = await drops.save(
      { ...weekly, mostADay: 2, restDays: 0 },
      { ...weekly, percent: 20, restDays: 0 },
    );
    await run(two?.id ?? '');
    await run(all?.id ?? '');
    const prices = await drops.prices();
    expect(prices.toSorted()).toEqual([32, 32, 32, 32, 32, 32, 36, 36]);
    const [resting] = await drops.save({ ...weekly, id: two?.id, restDays: 2 });
    const why = async () => {
      const { drops: seen } = await drops.calls.preview({ body: { planId: resting?.id ?? '' } });
      return [...new Set(seen.map(({ blocked }) => blocked))];
    };
    expect(await why()).toEqual(['dropped_today']);
    await world.clock.advance(dayMs);
    expect(await why()).toEqual(['resting']);
    await world.clock.advance(dayMs);
    expect(await why()).toEqual([null]);
  });

  it('leaves a price that was changed at the marketplace in the meantime, and one that is being changed', async () => {
    const [plan] = await drops.save({ ...weekly, restDays: 0, match: { maxPrice: 40 } });
    await seller.set(0, { price: 50 });
    const batch = await run(plan?.id ?? '');
    expect(batch.failed).toMatchObject([{ listingId: seller.idOf(0), error: 'price_changed' }]);
    expect(batch.updated).toHaveLength(7);
  });

  it('is refused during a hold, without a closet, and by a plan that is gone', async () => {
    const [plan] = await drops.save(weekly);
    const other = await openDrops(world, { ...seller, userId: await world.addUser() });
    const [theirs] = await other.save(weekly);
    expect(await failureOf(other.calls.run({ id: theirs?.id ?? '' }))).toMatchObject({ code: 'closet_not_connected' });
    expect(await failureOf(other.calls.run({ id: plan?.id ?? '' }))).toMatchObject({ status: 409 });
    expect(await failureOf(drops.calls.run({ id: '999999' }))).toMatchObject({ status: 404 });
    expect(await failureOf(drops.calls.run({ id: 'nonsense' }))).toMatchObject({ status: 404 });
  });
});

describe('a plan on its days', () => {
  it('spreads its drops over the day, tells of it once, and rests until the next day that it is due', async () => {
    const [plan] = await drops.save({ ...weekly, restDays: 0 });
    const before = await drops.calls.calendar();
    expect(before.days.flatMap(({ plans }) => plans.map((due) => due.drops))).toEqual([8, 8, 8, 8]);
    await drops.passTo(at('12:55'));
    expect(await sent()).toBe(0);
    await drops.passTo(at('13:10'));
    expect(await sent()).toBe(1);
    expect(drops.notices).toHaveLength(1);
    expect(await seller.logged('PRICE_DROPS')).toHaveLength(1);
    await drops.passTo(at('19:10'));
    expect(await sent()).toBe(5);
    await drops.passTo(at('02:00', 1));
    expect(await drops.prices()).toEqual(Array(8).fill(36));
    const { runs, days } = await drops.calls.calendar();
    expect(runs).toMatchObject([{ planId: plan?.id, byHand: false, drops: 8, offCents: 3_200 }]);
    expect(days.flatMap(({ plans }) => plans.map((due) => due.drops))).toEqual([0, 8, 8, 8]);
    await drops.passTo(at('12:00', 7));
    expect(await sent()).toBe(8);
    expect(drops.notices).toHaveLength(1);
    await drops.passTo(at('02:00', 8));
    expect(await drops.prices()).toEqual(Array(8).fill(32));
  });

  it('ends for the day when its run is undone, and for good when it is switched off', async () => {
    const [plan] = await drops.save({ ...weekly, restDays: 0 });
    await drops.passTo(at('17:00'));
    const made = await sent();
    const [begun] = (await drops.calls.calendar()).runs;
    await withClock(seller.undo(begun?.batchId ?? ''));
    await drops.passTo(at('02:00', 1));
    expect(await sent()).toBe(2 * made);
    expect(await drops.prices()).toEqual(Array(8).fill(40));
    await drops.save({ ...plan, enabled: false });
    await drops.passTo(at('02:00', 8));
    expect(await sent()).toBe(2 * made);
  });

  it('waits for a hold, gentle mode, and the closet’s session, and makes up what was missed on the same day only', async () => {
    await drops.save({ ...weekly, everyDays: 2, restDays: 0 });
    drops.state.hold = { until: null, reason: null };
    await drops.passTo(at('16:00'));
    drops.state.hold = null;
    drops.state.isGentle = true;
    await drops.passTo(at('18:00'));
    expect(await sent()).toBe(0);
    drops.state.isGentle = false;
    await drops.passTo(at('03:30', 1));
    expect(await sent()).toBe(8);
    // The next due day passes while the closet's session is over, and the day after it is none.
    const session = (state: string) =>
      world.database.query('update closets set state = $2 where user_id = $1', [seller.userId, state]);
    await session('connection_issue');
    await drops.passTo(at('12:00', 3));
    await session('ready');
    await drops.passTo(at('12:00', 4));
    expect(await sent()).toBe(8);
    await drops.passTo(at('03:00', 5));
    expect(await sent()).toBe(16);
  });

  it('gives each listing to the first plan in order, whichever begins earlier, and a run by hand counts', async () => {
    const [, light] = await drops.save(
      { ...weekly, percent: 20, at: '18:00', mostADay: 3, restDays: 0 },
      { ...weekly, restDays: 0 },
    );
    await drops.passTo(at('14:00'));
    await run(light?.id ?? '');
    await drops.passTo(at('03:00', 1));
    expect(await drops.prices()).toEqual(Array(8).fill(36));
    await drops.passTo(at('04:00', 8));
    expect((await drops.prices()).toSorted()).toEqual([28, 28, 28, 32, 32, 32, 32, 32]);
    expect(await drops.count()).toBe(16);
  });

  it('has one run a day, also if the seller moves to another time zone and the day begins again', async () => {
    await drops.move('Asia/Tokyo');
    await drops.save({ ...weekly, everyDays: 1, restDays: 0 });
    await drops.passTo(at('13:00', 1));
    expect(await drops.prices()).toEqual(Array(8).fill(36));
    await drops.move('America/Los_Angeles');
    await drops.passTo(at('06:00', 2));
    expect(await drops.prices()).toEqual(Array(8).fill(36));
    await drops.passTo(at('06:00', 3));
    expect(await drops.prices()).toEqual(Array(8).fill(32));
  });
});

it('a process that is killed at any step of a portion leaves nothing that drops twice or is lost', async () => {
  for (let step = 1, last = 2; step <= last; step += 1) {
    seller = await openSeller(world, 1);
    const killed = await openDrops(world, seller);
    await seller.forgetWrites();
    await beginDay();
    await killed.save({ ...weekly, restDays: 0, mostADay: 1 });
    await world.clock.advanceTo(Date.parse(at('14:30')));
    const process = dyingWhen(world.database, async (moment) => {
      last = Math.max(last, moment.step);
      return moment.step === step && moment.when === 'after';
    });
    await Promise.race([killed.makeDue(process.database), process.death]);
    await expireLocks(world, seller.userId);
    await killed.makeDue();
    await killed.settle();
    expect([step, await killed.count(), await sent()]).toEqual([step, 1, 1]);
  }
});

const withClock = <T>(work: Promise<T>) => withTime(world, work, 1_000);
