import { describe, expect, it } from 'vitest';
import { OfferRules } from '#contract/offers/offers.ts';
import { routes } from '#contract/routes.ts';
import { day, minute, offersJourney } from './offers-journey.ts';

const { world, readySeller, send, passWhile, change, offersOf, linesOf, pricesOf, listingOf } = offersJourney();

/** As they come over HTTP. */
const save = (userId: string, rules: object[], mostADay?: number) =>
  world.offers.changeRules(userId, OfferRules.parse({ rules, ...(mostADay && { mostADay }) }));
const preview = async (userId: string, ask?: object) =>
  (await world.offers.preview(userId, ask === undefined ? {} : routes.offers.preview.body.parse(ask))).offers;
/** A seller of listings at these prices. No round comes in between. */
const sellerOf = async (prices: number[], settings = {}) => {
  const seller = await readySeller(prices.length, { shareFrequency: 1440, ...settings });
  for (const [index, price] of prices.entries()) await change(seller.ids[index], { price });
  await world.listings.sync(seller.userId);
  const idOf = async (index: number) => (await listingOf(seller.userId, seller.ids[index]))?.id ?? '';
  return { ...seller, idOf };
};
const profit = (minProfitCents = 0) => ({ kind: 'profit', minProfitCents });
/** The price and the shipping choice of each offer that the marketplace took. */
const sentTo = async (account: string) =>
  (await offersOf(account)).filter((entry) => entry.case === 'ok').map(({ listingId }) => listingId);

describe('offers by rule', () => {
  it('are decided by the first rule that is on and matches the price of now, and others get none', async () => {
    const { userId, account, ids } = await sellerOf([100, 50, 20]);
    const rules = [
      { name: 'Off', enabled: false, percent: 70 },
      { name: 'Dear', match: { minPrice: 80 }, percent: 20, shipping: 'none' },
      { name: 'Middling', match: { minPrice: 40 }, percent: 10, shipping: 'free' },
    ];
    await save(userId, rules);
    expect(await preview(userId)).toMatchObject([{ blocked: null }, { blocked: null }, { blocked: 'no_rule' }]);
    // In the app, the second becomes dear, and nobody has read it since.
    await change(ids[1], { price: 90 });
    await send(userId);
    expect((await pricesOf(userId)).sort()).toEqual([72, 80]);
    expect(await sentTo(account)).toHaveLength(2);
    for (const line of await linesOf(userId))
      expect(line).toMatch(/, without a shipping discount, by the rule “Dear”$/);
  });

  it('have the shipping that their rule says, or don’t go out', async () => {
    const { userId, account } = await sellerOf([100, 50, 20], { offerPercent: 30 });
    const rules = [
      { match: { minPrice: 80 }, percent: 10, shipping: 'free' },
      { match: { minPrice: 40 }, percent: 10, shipping: 'discounted' },
      { percent: 10, shipping: 'none' },
    ];
    await save(userId, rules);
    await send(userId);
    const shippingOf = async () => (await linesOf(userId)).map((line) => line.split(', ').at(-1));
    expect(await shippingOf()).toEqual(
      expect.arrayContaining([
        'with Free Shipping (costs you $6.49)',
        'with $4.99 Shipping (costs you $1.50)',
        'without a shipping discount',
      ]),
    );
    await world.pass(8 * day);
    await save(userId, [{ percent: 30, shipping: 'free' }]);
    // Without choices, there is no free shipping.
    await world.fault('discounts', 'E13', { times: -1 });
    await send(userId);
    expect(await sentTo(account)).toHaveLength(3);
    // Without rules either, the cheapest discount is none.
    await save(userId, []);
    await send(userId);
    expect((await shippingOf()).slice(0, 3)).toEqual(Array(3).fill('without a shipping discount'));
  });

  it('never leave less than the profit of their floor, after fees, shipping, and cost', async () => {
    const { userId, account, idOf } = await sellerOf([40, 40, 40, 40]);
    const [exact, short, unknown, floored] = await Promise.all([0, 1, 2, 3].map(idOf));
    // $36 leaves $28.80, and $22.31 with free shipping.
    for (const [id = '', costCents] of [
      [exact, 2231],
      [short, 2232],
      [floored, 0],
    ] as const)
      await world.listings.change(userId, id, { costCents });
    await world.listings.change(userId, floored ?? '', { floorPrice: 37 });
    await save(userId, [{ percent: 10, shipping: 'free', floor: profit() }]);
    const offers = new Map((await preview(userId)).map((offer) => [offer.listingId, offer]));
    const left = { priceCents: 3600, earningsCents: 2231, shippingCents: 649 };
    expect(offers.get(exact ?? '')).toMatchObject({ ...left, profitCents: 0, blocked: null });
    expect(offers.get(short ?? '')).toMatchObject({ ...left, profitCents: -1, blocked: 'below_profit' });
    expect(offers.get(unknown ?? '')).toMatchObject({ ...left, profitCents: null, blocked: 'cost_unknown' });
    expect(offers.get(floored ?? '')).toMatchObject({ blocked: 'below_floor' });
    await send(userId);
    expect(await sentTo(account)).toHaveLength(1);
    const [entry] = await world.entries(userId, 'OFFER_SENT');
    expect(entry?.listingId).toBe(exact);
  });

  it('wait as long as their rule says after the newest like', async () => {
    const { userId, account, ids } = await sellerOf([40, 40]);
    await save(userId, [{ percent: 10, waitMinutes: 120 }]);
    await world.pass(60 * minute);
    await change(ids[0], { likes: 5 });
    await world.pass(61 * minute);
    await send(userId);
    expect(await sentTo(account)).toEqual([ids[1]]);
    await world.pass(60 * minute);
    await send(userId);
    expect(await sentTo(account)).toEqual([ids[1], ids[0]]);
  });

  it('are deeper each time, up to their most, as often as their rule says, by 10 % for each liker, and through a crash', async () => {
    const { userId, account } = await sellerOf([100]);
    const [rule] = (await save(userId, [{ percent: 10, everyDays: 2, deeperBy: 15, mostPercent: 45 }])).rules;
    await send(userId);
    await world.pass(day);
    expect(await preview(userId)).toMatchObject([
      { ruleId: rule?.id, percent: 25, priceCents: 7500, blocked: 'too_soon' },
    ]);
    await send(userId);
    expect(await pricesOf(userId)).toEqual([90]);
    await world.pass(day);
    await send(userId);
    // As a killed process leaves it: it may have been sent.
    await world.database.query(`update offers set outcome = 'sending' where user_id = $1 and price = 75`, [userId]);
    await world.pass(2 * day);
    await send(userId);
    expect(await pricesOf(userId)).toEqual([60, 75, 90]);
    await world.pass(2 * day);
    // $55 would be 45 % off, and is not 10 % below $60.
    expect(await preview(userId)).toMatchObject([{ percent: 45, priceCents: 5500, likers: 0, blocked: 'not_lower' }]);
    await send(userId);
    expect(await sentTo(account)).toHaveLength(3);
  });

  it('are as many in a day as the seller wants, by all rules together, and store nobody’s id or name', async () => {
    const { userId, account } = await sellerOf([90, 90, 40, 40]);
    const rules = [{ match: { minPrice: 80 }, percent: 10 }, { percent: 10 }];
    await save(userId, rules, 3);
    const blocked = (await preview(userId)).map((offer) => offer.blocked);
    expect(blocked.filter((why) => why === 'day_full')).toHaveLength(1);
    expect(await world.offers.count(userId, 10)).toEqual({ listings: 4, leftToday: 3, rules: 2 });
    const progress = async () => (await world.bot.status(userId)).offers;
    const sending = world.offers.send(userId);
    await expect.poll(progress).toMatchObject({ of: 3 });
    await passWhile(sending);
    expect(await progress()).toBeUndefined();
    expect(await sentTo(account)).toHaveLength(3);
    const { rows } = await world.database.query<{ likers: string[] }>(
      'select likers from offer_likers where user_id = $1',
      [userId],
    );
    expect(rows).toHaveLength(3);
    for (const { likers } of rows) for (const liker of likers) expect(liker).toMatch(/^[\w-]{43}$/);
    expect(await world.offers.count(userId, 10)).toEqual({ listings: 1, leftToday: 0, rules: 2 });
    await save(userId, rules, 2);
    expect(await world.offers.preview(userId)).toMatchObject({ leftToday: 0 });
    await world.pass(day);
    await send(userId);
    expect(await sentTo(account)).toHaveLength(4);
  });

  it('don’t go out in gentle mode, while offers are off, or without a rule that is on, and the preview says so', async () => {
    const { userId, account } = await sellerOf([40]);
    const wait = async () => (await world.offers.preview(userId)).wait;
    expect(await wait()).toBeNull();
    await save(userId, [{ percent: 10, enabled: false }]);
    await send(userId);
    const gentleUntil = world.clock.now() + day;
    await world.database.query(
      `update bots set backoff = backoff || jsonb_build_object('gentleUntil', $2::float8) where user_id = $1`,
      [userId, gentleUntil],
    );
    await save(userId, [{ percent: 10 }]);
    expect(await wait()).toBe('gentle');
    await send(userId);
    await world.database.query(`update bots set backoff = backoff - 'gentleUntil' where user_id = $1`, [userId]);
    await world.bot.changeSettings(userId, { offerShippingDiscount: false });
    expect(await wait()).toBe('turned_off');
    await send(userId);
    await world.bot.changeSettings(userId, { offerShippingDiscount: true });
    await world.bot.stop(userId);
    expect(await wait()).toBe('not_running');
    await send(userId);
    expect(await offersOf(account)).toEqual([]);
  });

  it('that aren’t saved are previewed without a trace, and those of another seller never show', async () => {
    const { userId } = await sellerOf([100]);
    const unsaved = await preview(userId, { rules: [{ percent: 40 }], mostADay: 1 });
    expect(unsaved).toMatchObject([{ ruleId: null, ruleIndex: 0, percent: 40, priceCents: 6000, likers: 4 }]);
    expect(await world.offers.rules(userId)).toEqual({ mostADay: 50, rules: [] });
    // Without rules, the percentage of the settings decides, with the cheapest shipping discount.
    expect(await preview(userId)).toMatchObject([{ ruleIndex: 0, percent: 10, priceCents: 9000, shippingCents: 150 }]);
    const other = await sellerOf([100]);
    await save(userId, [{ percent: 40 }]);
    expect(await world.offers.rules(other.userId)).toEqual({ mostADay: 50, rules: [] });
  });

  it('keep their ids as they are changed and moved, and a new one never gets an old id', async () => {
    const { userId } = await world.addSeller(1);
    const made = await save(userId, [
      { name: 'A', percent: 10 },
      { name: 'B', percent: 20 },
    ]);
    const [a, b] = made.rules;
    expect(a?.id).not.toBe(b?.id);
    const moved = await save(
      userId,
      [
        { ...b, percent: 30 },
        { ...a, enabled: false },
      ],
      7,
    );
    expect(moved).toMatchObject({
      mostADay: 7,
      rules: [
        { id: b?.id, percent: 30 },
        { id: a?.id, enabled: false },
      ],
    });
    expect(await world.offers.rules(userId)).toEqual(moved);
    await save(userId, []);
    const [again] = (await save(userId, [{ ...b }])).rules;
    expect([a?.id, b?.id]).not.toContain(again?.id);
  });
});

it('a rule is refused at its part, and so are more than 20 rules, none a day, and an id twice', () => {
  const faultOf = (rules: object[], more = {}) =>
    OfferRules.safeParse({ rules, ...more }).error?.issues.map(({ path }) => path.join('.')) ?? [];
  const rule = { percent: 10 };
  expect(faultOf(Array(20).fill(rule))).toEqual([]);
  expect(faultOf(Array(21).fill(rule))).toEqual(['rules']);
  expect(faultOf([], { mostADay: 0 })).toEqual(['mostADay']);
  expect(faultOf([1, 1].map((id) => ({ ...rule, id: String(id) })))).toEqual(['rules.1.id']);
  expect(faultOf([{ percent: 9 }])).toEqual(['rules.0.percent']);
  expect(faultOf([{ percent: 20, mostPercent: 15 }])).toEqual(['rules.0.mostPercent']);
  expect(faultOf([{ ...rule, match: { minPrice: 5, maxPrice: 4 } }])).toEqual(['rules.0.match.minPrice']);
  expect(faultOf([{ ...rule, waitMinutes: 14 }])).toEqual(['rules.0.waitMinutes']);
});
