import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { PricingEngine } from '#domain/ports/pricing/engine.ts';
import { syntheticMarket } from '#domain/pricing/synthetic-market.fixture.ts';
import { openPricingEngine } from '#server/adapters/pricing-engine/engine.ts';
import { readBacktest } from '#server/features/pricing/backtest.ts';
import type { PricingContext } from '#server/features/pricing/pricing.ts';
import { silentLog } from '#tests/database.ts';
import { type ClosetWorld, openClosetWorld } from '../closet/closet-world.ts';
import { pricingOfOwnSales } from '../pricing/pricing-journey.ts';
import { addSales, type TestSale } from './stored-sales.ts';

let world: ClosetWorld;
let pricing: PricingContext;
let userId: string;
let asked: string[] = [];
const engine = openPricingEngine({ log: silentLog });

beforeAll(async () => {
  world = await openClosetWorld();
  const ask: PricingEngine['ask'] = (source, question, about) => {
    asked.push(question);
    return engine.ask(source, question, about);
  };
  pricing = pricingOfOwnSales(world, { ...engine, ask });
});
afterAll(async () => {
  await engine.close();
  await world.close();
});
beforeEach(async () => {
  userId = await world.addUser();
  asked = [];
});

const sold = (count: number): TestSale[] =>
  syntheticMarket({ rows: count, seed: 6, soldShare: 1 }).map(({ title, brand, category, price }, at) => ({
    ...{ title: `${title} of ${at}`, brand: brand ?? null, category: category ?? null, price },
    soldOn: `2025-${String(1 + (at % 12)).padStart(2, '0')}-15`,
  }));
const add = (...sales: TestSale[]) => addSales(world.database, userId, sales);
const read = async () => routes.pricing.backtest.reply.parse(await readBacktest(pricing, userId));

it('judges each of the seller’s sales by a fit that has not seen it, and names the worst misses', async () => {
  await add(...sold(120), { title: 'Mirella Jeans of gold', brand: 'Mirella', category: 'Jeans', price: 900_000 });
  await add({ ...sold(1)[0], state: 'returned' }, { ...sold(1)[0], channel: 'Market' });
  const { worst, byPriceRange, ...backtest } = await read();
  expect(backtest).toMatchObject({ sales: 121, judged: 121, coverage: 0.8, reason: null });
  expect(backtest.inRange).toBeGreaterThan(80);
  expect(backtest.inRange).toBeLessThan(115);
  expect(byPriceRange.reduce((sum, range) => sum + range.judged, 0)).toBe(121);
  expect(byPriceRange.reduce((sum, range) => sum + range.inRange, 0)).toBe(backtest.inRange);
  expect(worst).toHaveLength(10);
  expect(worst[0]).toMatchObject({ title: 'Mirella Jeans of gold', soldForCents: 900_000 });
  // Had the fit seen its price, the estimate of the only such item would be near it.
  expect(worst[0]?.highCents).toBeLessThan(90_000);
});

it('is computed once until the sales change, even for two callers at once', async () => {
  await add(...sold(40));
  const [one, other] = await Promise.all([read(), read()]);
  expect(other).toEqual(one);
  expect(await read()).toEqual(one);
  expect(asked).toEqual(Array(5).fill('judge'));
  await world.database.query(
    `insert into sale_versions (user_id, version) values ($1, '7') on conflict (user_id) do update set version = excluded.version`,
    [userId],
  );
  await add({ ...sold(41)[40] });
  expect(await read()).toMatchObject({ sales: 41, judged: 41 });
});

it('judges the 400 newest sales, and learns from all of them', async () => {
  await add(...sold(450).map((sale, at) => ({ ...sale, soldOn: at < 50 ? '2020-01-01' : '2025-01-01' })));
  expect(await read()).toMatchObject({ sales: 450, judged: 400 });
}, 60_000);

it.each([0, 1, 19])('judges nothing with %i sales, and says why', async (count) => {
  await add(...sold(count));
  const backtest = await read();
  expect(backtest).toMatchObject({
    sales: count,
    judged: 0,
    inRange: 0,
    medianErrorPercent: null,
    bias: null,
    worst: [],
  });
  expect(backtest.reason).toMatch(/20/);
  expect(asked).toEqual([]);
});
