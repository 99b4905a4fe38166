import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { inDollars } from '#domain/money.ts';
import { analyzeListing, optimizePrices } from '#server/features/pricing/advice/give-advice.ts';
import { readEarlierAdvice, readStandingAdvice } from '#server/features/pricing/advice/standing-advice.ts';
import { appraiseItem } from '#server/features/pricing/analyze-photo.ts';
import { importSales } from '#server/features/sales/import-sales.ts';
import { failureOf } from '../closet/closet-journey.ts';
import { pricingJourney } from './pricing-journey.ts';

const journey = pricingJourney();
const { study, state, optimize, analyze } = journey;
const reply = routes.pricing;
const noLongerForSale = ({ world, userId }: typeof journey, id: string, availability: 'sold' | 'removed') =>
  world.listings.markUnavailable({ userId, id, availability, now: world.clock.now() });
const active = async () => (await journey.world.listings.list(journey.userId)).filter(({ isActive }) => isActive);
const setListing = async (id: string, change: Record<string, unknown>) => {
  const sets = Object.keys(change).map((column, at) => `${column} = $${at + 2}`);
  await journey.world.database.query(`update listings set ${sets.join(', ')} where id = $1`, [
    id,
    ...Object.values(change),
  ]);
};

// The closet's prices say what the seller hopes for, and not what an item is worth. Nobody has searched here before,
// and the practice marketplace makes its index for the first search, which takes long on a busy machine.
it('an estimate stays the same if any half of the closet’s asks is doubled, without and with search results', async () => {
  const ids = (await active()).map(({ id }) => id);
  const estimates = async () => {
    const found: unknown[] = [];
    for (const id of ids.filter((_id, at) => at % 16 === 0)) {
      const { estimate, priceInterval } = await analyze(id);
      found.push([id, estimate, priceInterval]);
    }
    return found;
  };
  const multiply = (half: string[], factor: number) =>
    journey.world.database.query(
      `update listings set price = (price * $2::numeric)::int, synced_at = synced_at + interval '1 ms' where id = any($1)`,
      [half, factor],
    );
  for (const prepare of [async () => {}, study]) {
    await prepare();
    const before = await estimates();
    for (const half of [ids.slice(0, ids.length / 2), ids.filter((_id, at) => at % 2 === 0)]) {
      await multiply(half, 2);
      expect(await estimates()).toEqual(before);
      await multiply(half, 0.5);
    }
  }
}, 120_000);

const standing = async (of = journey.pricing, seller = journey.userId) =>
  reply.standingAdvice.reply.parse(await readStandingAdvice(of, seller));

describe('a closet in Canadian dollars', () => {
  it('gets no advice, with the reason, and none of its prices is compared with others', async () => {
    await study();
    const [listing] = await active();
    const id = listing?.id ?? '';
    const before = await analyze(id);
    expect(before).toMatchObject({ currency: 'USD', isAdvised: true });
    await optimize({ strategy: 'underperforming', limit: 20 });
    const inDollars = await state();
    const jeans = { title: 'Levi’s jeans', brand: "Levi's", category: 'Jeans' };
    expect((await appraiseItem(journey.pricing, journey.userId, jeans, 6)).value.kind).toBe('estimate');

    await journey.world.command('POST', 'config', { currency: 'CAD' });
    try {
      await journey.world.listings.sync(journey.userId);
    } finally {
      await journey.world.command('POST', 'config', { currency: 'USD' });
    }
    const why =
      'This price isn’t in US dollars, but all of Hangtag’s comps and fees are. So Hangtag gives no advice on it.';
    expect(await analyze(id)).toMatchObject({
      currency: 'CAD',
      suggestedPrice: listing?.price,
      currentPrice: listing?.price,
      priceAdjustment: { direction: 'maintain', percentage: 0 },
      isAdvised: false,
      confidence: 0,
      priceInterval: null,
      estimate: null,
      usualAsk: null,
      earnings: null,
      comparableItems: [],
      recommendations: [why],
    });
    const { optimizations } = await optimize({ strategy: 'underperforming', limit: 20 });
    for (const row of optimizations)
      expect(row).toMatchObject({ category: 'maintain', currency: 'CAD', earnings: null, reasoning: [why] });
    expect((await standing()).optimizations).toEqual([]);
    expect((await appraiseItem(journey.pricing, journey.userId, jeans, 6)).value).toMatchObject({
      kind: 'abstained',
      reason: 'other_currency',
    });
    // The twelve sales of the closet no longer count.
    expect((await state()).sold).toBeLessThanOrEqual(inDollars.sold - 12);
  });
});

describe('the optimizer', () => {
  it('repeats its advice while it applies, without comparing anything', async () => {
    expect(await standing()).toMatchObject({ optimizedCount: 0, optimizations: [], comparedAt: null });
    await study();
    const given = await optimize({ strategy: 'underperforming', limit: 20 });
    const { optimizedCount, summary, optimizations } = given;
    expect(optimizedCount).toBe(20);
    const { increaseRecommendations, decreaseRecommendations, maintainRecommendations } = summary;
    expect(increaseRecommendations + decreaseRecommendations + maintainRecommendations).toBe(20);
    expect(decreaseRecommendations).toBeGreaterThan(0);
    const sure = optimizations.reduce((sum, { confidence }) => sum + confidence, 0) / optimizations.length;
    expect(summary.averageConfidence).toBe(Math.round(100 * sure));
    for (const row of optimizations) {
      // A price that a rule kept has the confidence of that rule, and never that of the change which it held back.
      if (row.decidedBy === 'rule') expect([row.category, row.confidence >= 0.4]).toEqual(['maintain', true]);
      if (row.decidedBy === 'nothing') expect([row.category, row.confidence]).toEqual(['maintain', 0]);
      expect(row.reasoning.length).toBeGreaterThan(0);
      expect(row.priceDifference).toBe(row.suggestedPrice - row.currentPrice);
      expect(Number.isInteger(row.suggestedPrice)).toBe(true);
      expect(Math.sign(row.priceDifference)).toBe({ increase: 1, decrease: -1, maintain: 0 }[row.category]);
      expect(row.suggestedPrice).toBeGreaterThanOrEqual(row.currentPrice * 0.75 - 1);
      if (row.priceInterval) expect(row.priceInterval.low).toBeLessThanOrEqual(row.priceInterval.high);
    }

    const byId = (rows: readonly { listingId: string }[]) =>
      [...rows].sort((one, other) => Number(one.listingId) - Number(other.listingId));
    // The same rows as the optimizer's own answer, from an engine that answers nothing.
    const standingAdvice = await standing(journey.searching);
    expect(byId(standingAdvice.optimizations)).toEqual(
      byId(given.optimizations.map((row) => ({ ...row, confidence: expect.closeTo(row.confidence, 5) }))),
    );
    expect(standingAdvice).toMatchObject({ optimizedCount: 20, summary: given.summary });
    const [largest] = standingAdvice.optimizations;
    expect(Math.abs(largest?.priceDifference ?? 0)).toBe(
      Math.max(...given.optimizations.map(({ priceDifference }) => Math.abs(priceDifference))),
    );

    const worth = given.optimizations.filter(({ category }) => category === 'decrease');
    const [changed, sold, floored] = worth;
    await setListing(changed?.listingId ?? '', { price: (changed?.currentPrice ?? 0) + 1 });
    await setListing(sold?.listingId ?? '', { is_active: false, availability: 'sold' });
    await setListing(floored?.listingId ?? '', { floor_price: floored?.currentPrice });
    const left = (await standing()).optimizations.map(({ listingId }) => listingId);
    expect(left).toHaveLength(17);
    for (const gone of [changed, sold, floored]) expect(left).not.toContain(gone?.listingId);
    await setListing(changed?.listingId ?? '', { price: changed?.currentPrice });
    expect((await standing()).optimizedCount).toBe(18);

    const stranger = await journey.world.addUser();
    expect(await standing(journey.pricing, stranger)).toMatchObject({ optimizedCount: 0, comparedAt: null });
    // Moving the clock would make every later test search again.
    await journey.world.database.query(`update recommendations set at = at - interval '7 days' where user_id = $1`, [
      journey.userId,
    ]);
    expect(await standing()).toMatchObject({ optimizedCount: 0, optimizations: [] });
    expect((await standing()).comparedAt).not.toBeNull();
  });

  it('says the age and the floor of now in advice that it repeats, and repeats none that they contradict', async () => {
    const standingOf = async (id: string) => (await standing()).optimizations.find(({ listingId }) => listingId === id);
    const ageAll = (days: number) =>
      journey.world.database.query(
        `update listings set listed_at = listed_at - $2::int * interval '1 day' where user_id = $1`,
        [journey.userId, days],
      );
    await study();
    const given = await optimize({ strategy: 'underperforming', limit: 20 });
    const listed = /^Listed for (\d+) days\.$/;
    const daysOf = (reasoning: readonly string[] = []) =>
      reasoning.flatMap((sentence) => listed.exec(sentence)?.[1] ?? []).map(Number)[0];
    const lowered = given.optimizations.filter(
      ({ category, reasoning }) => category === 'decrease' && daysOf(reasoning) !== undefined,
    );
    expect(lowered.length).toBeGreaterThan(1);

    // The same as five days later.
    await ageAll(5);
    for (const { listingId, reasoning } of lowered)
      expect(daysOf((await standingOf(listingId))?.reasoning)).toBe((daysOf(reasoning) ?? 0) + 5);
    for (const { reasoning } of (await standing()).optimizations)
      for (const sentence of reasoning) {
        const [, days, until] = /^Listed for (\d+) days?\. Give buyers (\d+) days/.exec(sentence) ?? [];
        if (days !== undefined) expect(Number(days)).toBeLessThan(Number(until));
      }

    const one = lowered[0];
    const id = one?.listingId ?? '';
    const floor = (one?.suggestedPrice ?? 0) + 1;
    await setListing(id, { floor_price: floor });
    const floored = (await optimize({ strategy: 'underperforming', limit: 20 })).optimizations;
    expect(floored.find(({ listingId }) => listingId === id)?.suggestedPrice).toBeGreaterThanOrEqual(floor);
    const sentence = `Your floor price is $${floor}.`;
    expect((await standingOf(id))?.reasoning).toContain(sentence);
    await setListing(id, { floor_price: floor - 1 });
    expect(await standingOf(id)).toBeUndefined();
    // The seller asks again on the same day, and the price stays or goes down as before.
    await optimize({ strategy: 'underperforming', limit: 20 });
    expect((await standingOf(id))?.reasoning).not.toContain(sentence);
    expect(await standingOf(id)).toBeDefined();

    // What it said last counts, also where only the reasons are new: the same advice from before the listing date was known.
    const otherId = lowered[1]?.listingId ?? '';
    const said = (await standingOf(otherId))?.reasoning;
    await journey.world.database.query(
      `update recommendations set facts = jsonb_set(facts, '{because}', '[{"kind": "age_unknown"}]') where listing_id = $1`,
      [otherId],
    );
    expect(await standingOf(otherId)).toBeUndefined();
    await optimize({ strategy: 'underperforming', limit: 20 });
    expect((await standingOf(otherId))?.reasoning).toEqual(said);
    expect(said?.length).toBeGreaterThan(0);
  });

  it('repeats 100 that still apply, however many larger ones are outdated', async () => {
    const { database, clock } = journey.world;
    const now = new Date(clock.now());
    await database.query(
      `insert into listings (user_id, poshmark_id, market_user_id, title, price, url, synced_at, listed_at)
       select user_id, 'copy-' || n, market_user_id, 'Linen shirt ' || n, 40, url, synced_at, $2::timestamptz - interval '90 days'
       from (select * from listings where user_id = $1 limit 1) one cross join generate_series(1, 240) n`,
      [journey.userId, now],
    );
    // Advice on 120 of them says that their dates are unknown, which is no longer so.
    await database.query(
      `insert into recommendations (user_id, listing_id, at, origin, direction, current_price, suggested_price, confidence, reasons,
         facts)
       select user_id, id, $2, 'optimizer', 'decrease', price, price - case when n <= 120 then 8 else 4 end, 0.6, '{}',
         jsonb_build_object('floorPrice', null, 'because', case when n <= 120 then '[{"kind": "age_unknown"}]'::jsonb
           else '[{"kind": "listed", "days": 20}]'::jsonb end)
       from (select l.*, row_number() over (order by id) as n from listings l
             where user_id = $1 and poshmark_id like 'copy-%') numbered`,
      [journey.userId, now],
    );
    const { optimizedCount, optimizations } = await standing();
    expect(optimizedCount).toBe(100);
    expect(optimizations.map(({ priceDifference }) => priceDifference)).toEqual(Array(100).fill(-4));
  });
});

describe('a market analysis', () => {
  it('is based on comparables with state, source, and age, and explains its price in dollars', async () => {
    await study();
    const [listing] = await active();
    const analysis = await analyze(listing?.id ?? '');
    expect(analysis.basis).toBe('comparables');
    expect(analysis.comparableItems).toHaveLength(6);
    for (const { source, isOwn, state, description, seenAt } of analysis.comparableItems) {
      expect(isOwn).toBe(source === 'closet');
      expect(['closet', 'market']).toContain(source);
      expect(description).toContain(state === 'sold' ? 'sold for $' : 'asked $');
      expect(seenAt).not.toBeNull();
    }
    const parts = analysis.explanation.reduce((sum, { dollars }) => sum + dollars, 0);
    expect(Math.abs((analysis.typicalPrice ?? 0) + parts - (analysis.estimate ?? 0))).toBeLessThan(2);

    // Without a sale it says so.
    const { database } = journey.world;
    await database.query(`delete from listings where user_id = $1 and availability = 'sold'`, [journey.userId]);
    const searchedAgain = () =>
      database.query(`update market_searches set searched_at = searched_at + interval '1 ms'`);
    const { rows: sold } = await database.query<{ id: string }>(
      `update market_comparables set state = 'ask' where state = 'sold' returning poshmark_id as id`,
    );
    await searchedAgain();
    const branded = (await active()).find(({ brand }) => brand !== null);
    const { evidence, recommendations } = await analyze(branded?.id ?? '');
    expect(evidence.sold).toBe(0);
    expect(evidence.comparables).toBeGreaterThan(100);
    expect(recommendations.join(' ')).toMatch(/All comps are asking prices/);
    // Later tests find the market as it was, and need not search again.
    await database.query(`update market_comparables set state = 'sold' where poshmark_id = any($1)`, [
      sold.map(({ id }) => id),
    ]);
    await searchedAgain();

    // It abstains if neither brand nor kind is known, keeps the price, and says why.
    const [unknown] = await active();
    const facts = { brand: null, category: null, subcategory: null, title: 'Qwxyz', condition: null };
    await setListing(unknown?.id ?? '', facts);
    expect(await analyze(unknown?.id ?? '')).toMatchObject({
      priceAdjustment: { direction: 'maintain', percentage: 0 },
      isAdvised: false,
      suggestedPrice: unknown?.price,
      confidence: 0,
      priceInterval: null,
      estimate: null,
      marketInsights: { demandLevel: 'medium', isDemandKnown: false },
      recommendations: ['The brand and item type aren’t known. Add them to the title.'],
    });
  });

  it('is computed once for many questions about a listing, at the same time and one after another', async () => {
    const { world, userId } = journey;
    const [listing] = await active();
    const id = listing?.id ?? '';
    let computed = 0;
    let isBroken = true;
    const own = journey.pricingOf(world, (engine) => ({
      ...engine,
      ask: (source, question, about) => {
        computed += 1;
        return isBroken ? Promise.reject(new Error('The engine broke')) : engine.ask(source, question, about);
      },
    }));
    await expect(analyzeListing(own, userId, id)).rejects.toThrow('The engine broke');
    // A computation that failed is not what later questions get.
    isBroken = false;
    computed = 0;
    const [first, ...others] = await Promise.all(Array.from({ length: 60 }, () => analyzeListing(own, userId, id)));
    for (let n = 0; n < 5; n++) others.push(await analyzeListing(own, userId, id));
    expect(computed).toBe(1);
    for (const other of others) expect(other).toEqual(first);
    expect(world.waiting.filter(({ name }) => name === 'pricing.study')).toHaveLength(1);
    await setListing(id, { price: (listing?.price ?? 0) + 1 });
    await Promise.all(Array.from({ length: 5 }, () => analyzeListing(own, userId, id)));
    expect(computed).toBe(2);
  });

  it('that could not be stored is given to nobody, neither to callers at the same time nor later', async () => {
    const { database } = journey.world;
    const [listing] = await active();
    const id = listing?.id ?? '';
    const stored = async () => (await readEarlierAdvice(journey.pricing, journey.userId, id)).length;
    await database.query(
      `create function refuse_advice() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`,
    );
    await database.query(
      'create trigger refuse_advice before insert on recommendations execute function refuse_advice()',
    );
    try {
      const asked = await Promise.allSettled([analyze(id), analyze(id), analyze(id)]);
      expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      await expect(analyze(id)).rejects.toThrow('no room');
    } finally {
      await database.query('drop function refuse_advice cascade');
    }
    expect(await stored()).toBe(0);
    await analyze(id);
    expect(await stored()).toBe(1);
  });

  it('works only for the seller’s own listings that are for sale', async () => {
    const [listing] = await active();
    const id = listing?.id ?? '';
    const stranger = await journey.world.addUser();
    expect(await failureOf(analyzeListing(journey.pricing, stranger, id))).toMatchObject({ code: 'not_found' });
    expect(await failureOf(readEarlierAdvice(journey.pricing, stranger, id))).toMatchObject({ code: 'not_found' });
    expect(await failureOf(analyzeListing(journey.pricing, journey.userId, 'x'))).toMatchObject({ code: 'not_found' });
    await noLongerForSale(journey, id, 'sold');
    expect(await failureOf(analyzeListing(journey.pricing, journey.userId, id))).toMatchObject({
      code: 'listing_not_for_sale',
    });
    const optimizing = (seller: string) =>
      failureOf(optimizePrices(journey.pricing, seller, { strategy: 'random', limit: 5 }));
    expect(await optimizing(stranger)).toMatchObject({ code: 'closet_not_connected' });
    await journey.world.database.query('update listings set is_active = false where user_id = $1', [journey.userId]);
    expect(await optimizing(journey.userId)).toMatchObject({ code: 'no_listings' });
  });
});

describe('earlier advice', () => {
  const record = async (id: string) =>
    reply.recommendations.reply.parse(await readEarlierAdvice(journey.pricing, journey.userId, id));

  it('is stored once a day with its interval, and compared with what happened', async () => {
    await study();
    const { optimizations } = await optimize({ strategy: 'underperforming', limit: 20 });
    await optimize({ strategy: 'underperforming', limit: 20 });
    const lowered = optimizations.filter(({ category }) => category === 'decrease');
    const [lower] = lowered;
    const id = lower?.listingId ?? '';
    expect((await analyze(id)).suggestedPrice).toBe(lower?.suggestedPrice);
    expect(await record(id)).toMatchObject([
      { from: 'optimizer', direction: 'decrease', suggestedPrice: lower?.suggestedPrice, outcome: { state: 'open' } },
    ]);
    await journey.world.clock.advance(86_400_000 + 1);
    await journey.world.prices.setPrice(journey.userId, id, { price: lower?.suggestedPrice ?? 0 });
    expect(await record(id)).toMatchObject([{ outcome: { state: 'applied', price: lower?.suggestedPrice } }]);
    // Advice that was given on two days is applied once.
    const twice = lowered[1]?.listingId ?? '';
    const { suggestedPrice } = await analyze(twice);
    expect(suggestedPrice).toBe(lowered[1]?.suggestedPrice);
    await journey.world.clock.advance(60_000);
    await journey.world.prices.setPrice(journey.userId, twice, { price: suggestedPrice });
    expect((await record(twice)).map(({ outcome }) => outcome.state)).toEqual(['applied', 'changed']);
    await journey.world.clock.advance(86_400_000);
    await noLongerForSale(journey, id, 'sold');
    const [recorded] = await record(id);
    expect(recorded?.outcome).toMatchObject({ state: 'sold', price: lower?.suggestedPrice });
    expect(typeof recorded?.outcome.withinInterval).toBe('boolean');
    expect((await state()).record).toMatchObject({ advised: 20, sold: 1 });
  });

  it('of a sold listing is compared with what the buyer paid, as far as that is known', async () => {
    await study();
    const { optimizations } = await optimize({ strategy: 'underperforming', limit: 20 });
    const [one, other] = optimizations.filter(({ priceInterval }) => priceInterval !== null);
    await journey.world.clock.advance(86_400_000);
    for (const { listingId } of [one, other].flatMap((row) => row ?? []))
      await noLongerForSale(journey, listingId, 'sold');
    const { low = 0, high = 0 } = one?.priceInterval ?? {};
    await setListing(one?.listingId ?? '', { price: high + 50, title: 'Oakhand chore coat, one of a kind' });
    await setListing(other?.listingId ?? '', { price: null });
    const outcome = async (id = '') => (await record(id))[0]?.outcome;
    expect(await outcome(one?.listingId)).toMatchObject({ state: 'sold', price: high + 50, withinInterval: false });
    expect((await state()).record).toMatchObject({ sold: 1, withinInterval: 0 });

    // The seller had accepted an offer.
    const cells = { title: 'Oakhand chore coat, one of a kind', price: `$${low + 0.5}` };
    await importSales({ ...journey.world, onChanged: async () => {} }, journey.userId, {
      fileName: 'sales.csv',
      rows: [{ row: 2, cells }],
    });
    expect(await outcome(one?.listingId)).toMatchObject({ state: 'sold', price: low + 0.5, withinInterval: true });
    expect(await outcome(other?.listingId)).toMatchObject({ state: 'sold', price: null, withinInterval: null });
    expect((await state()).record).toMatchObject({ sold: 1, withinInterval: 1 });

    // A price other than the advised one, and a listing that is gone. The optimizer left both out.
    const advised = new Set(optimizations.map(({ listingId }) => listingId));
    const [changed, gone] = (await active()).filter((listing) => !advised.has(listing.id));
    await analyze(changed?.id ?? '');
    await analyze(gone?.id ?? '');
    await journey.world.clock.advance(1_000);
    await journey.world.prices.setPrice(journey.userId, changed?.id ?? '', { price: (changed?.price ?? 0) + 1 });
    await noLongerForSale(journey, gone?.id ?? '', 'removed');
    expect(await record(changed?.id ?? '')).toMatchObject([{ from: 'analysis', outcome: { state: 'changed' } }]);
    expect(await record(gone?.id ?? '')).toMatchObject([{ outcome: { state: 'gone', withinInterval: null } }]);
  });
});

it('after a price cut no second one is advised for a week, unless the price was raised again', async () => {
  await study();
  const { optimizations } = await optimize({ strategy: 'underperforming', limit: 20 });
  const dear = optimizations.find(({ category }) => category === 'decrease');
  const id = dear?.listingId ?? '';
  const high = (dear?.currentPrice ?? 0) * 4;
  const setPrice = (price: number) =>
    journey.world.prices.setPrice(journey.userId, id, { price, confirmLargeChanges: true });
  await setPrice(high);
  const { priceAdjustment, suggestedPrice } = await analyze(id);
  expect(priceAdjustment.direction).toBe('decrease');
  await setPrice(suggestedPrice);
  const rests = await analyze(id);
  expect(rests.priceAdjustment.direction).toBe('maintain');
  expect(rests.recommendations[0]).toBe(
    'The price went down less than a day ago. Give buyers a week, then look again.',
  );
  await setPrice(high);
  expect((await analyze(id)).priceAdjustment.direction).toBe('decrease');
  // It is on record as the newest, although the same advice was given earlier that day.
  const [newest] = reply.recommendations.reply.parse(await readEarlierAdvice(journey.pricing, journey.userId, id));
  expect(newest).toMatchObject({ direction: 'decrease', currentPrice: high });
});

describe('what a listing cost', () => {
  it('comes with its advice: the profit at the suggested price, and a warning below cost', async () => {
    await study();
    await optimize({ strategy: 'underperforming', limit: 20 });
    const { optimizations } = await standing();
    const [first] = optimizations;
    const id = first?.listingId ?? '';
    expect(first).toMatchObject({ costCents: null, profitCents: null });
    const left = Math.round((first?.earnings?.after ?? 0) * 100);

    /** The profits of this listing on all screens, and the reasons beside each. */
    const told = async (costCents: number | null) => {
      await journey.world.listings.change(journey.userId, id, { costCents });
      const again = await standing();
      const optimized = await optimize({ strategy: 'underperforming', limit: 20 });
      const ofThis = [...again.optimizations, ...optimized.optimizations].filter(({ listingId }) => listingId === id);
      const analyzed = await analyze(id);
      return {
        profits: [...ofThis, analyzed].map((one) => [one.costCents, one.profitCents]),
        reasons: [...ofThis.map(({ reasoning }) => reasoning), analyzed.recommendations],
      };
    };
    const { profits, reasons } = await told(null);
    expect(profits).toEqual(Array(3).fill([null, null]));
    expect(await told(left)).toEqual({ profits: Array(3).fill([left, 0]), reasons });
    const high = left + 12_345;
    const loss = await told(high);
    expect(loss.profits).toEqual(Array(3).fill([high, -12_345]));
    for (const [at, said] of loss.reasons.entries()) {
      const added = said.filter((reason) => !reasons[at]?.includes(reason));
      expect(added).toEqual([expect.stringContaining(inDollars(high))]);
    }
  });
});
