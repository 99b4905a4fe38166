import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, errorOf, type Json, list, openMarket, record, writeModel } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());
let jo: Caller;
let id: string;
let post: Json;
beforeEach(async () => {
  await market.control('POST', 'reset', { seed: 7 });
  jo = await market.seller();
  const [first] = list((await jo.closet()).json.data);
  id = String(first?.id);
  await market.control('POST', `listings/${id}`, { price: 39 });
  post = (await jo.post(id)).json;
});

const words = (reply: Awaited<ReturnType<Caller['update']>>) => errorOf(reply).userMessage;

describe('changing a price', () => {
  test('a full write of 25 over 39 is accepted, can be read back, and changes nothing else', async () => {
    const reply = await jo.update(id, writeModel(post, 25));
    expect(reply.json).toEqual({ trace_id: expect.any(String) });
    const after = (await jo.post(id)).json;
    expect(record(after.price_amount).val).toBe('25.0');
    const moved = ['price', 'price_amount', 'inventory', 'updated_at'];
    for (const key of Object.keys(post))
      if (!moved.includes(key)) expect({ [key]: after[key] }).toEqual({ [key]: post[key] });
    expect(record(after.inventory).size_quantity_revision).toBe(
      Number(record(post.inventory).size_quantity_revision) + 1,
    );
  });

  test.each([19.99, '19.99', 'cheap', true])('%s is not a whole number of dollars', async (val) => {
    const reply = await jo.update(id, writeModel(post, val));
    expect(reply.status).toBe(200);
    expect(errorOf(reply)).toMatchObject({
      errorType: 'InvalidInputError',
      statusCode: 400,
      userMessage: 'Whole dollar amount required',
    });
    expect((await jo.post(id)).json.price).toBe(39);
  });

  test.each([25, '25', '25.0'])('%s is a whole number of dollars', async (val) => {
    expect(errorOf(await jo.update(id, writeModel(post, val)))).toEqual({});
  });

  test('colors without rgb and message_id change nothing', async () => {
    const reply = await jo.update(id, { ...writeModel(post, 25), colors: [{ name: 'Blue' }] });
    expect(words(reply)).toMatch(/^Invalid color /);
    expect((await jo.post(id)).json).toMatchObject({ price: 39, colors: post.colors });
  });

  test('a change in between raises the revision, and the write is accepted after another read', async () => {
    await market.fault({ case: 'stale' }, { op: 'update' });
    expect(words(await jo.update(id, writeModel(post, 25)))).toBe('Inventory has changed');
    const again = (await jo.post(id)).json;
    expect(errorOf(await jo.update(id, writeModel(again, 25)))).toEqual({});
    expect((await jo.post(id)).json.price).toBe(25);
  });

  test('the noop fault confirms and changes nothing', async () => {
    await market.fault({ case: 'noop' }, { op: 'update' });
    expect(errorOf(await jo.update(id, writeModel(post, 25)))).toEqual({});
    expect((await jo.post(id)).json.price).toBe(39);
    expect((await market.journal('update')).map((entry) => [entry.case, entry.applied])).toEqual([['noop', false]]);
  });

  test('of 20 writes the sold and the removed one are refused, 18 are applied', async () => {
    const twenty = list((await jo.closet()).json.data).slice(0, 20);
    const fulls = await Promise.all(twenty.map(async (item) => (await jo.post(String(item.id))).json));
    await market.control('POST', `listings/${twenty[6]?.id}`, { set: 'sold' });
    await market.control('POST', `listings/${twenty[11]?.id}`, { set: 'removed' });
    const outcomes: string[] = [];
    for (const full of fulls) {
      const reply = await jo.update(String(full.id), writeModel(full, 8));
      outcomes.push(String(errorOf(reply).errorType ?? 'ok'));
    }
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(18);
    expect([outcomes[6], outcomes[11]]).toEqual(['InvalidInputError', 'PostRemovedError']);
  });

  test.each<[string, (model: Json) => Json, string | null, string]>([
    ['an empty title', (model) => ({ ...model, title: '' }), null, 'ValidationError'],
    ['no catalog', (model) => ({ ...model, catalog: {} }), null, 'ValidationError'],
    [
      'no sizes',
      (model) => ({ ...model, inventory: { ...record(model.inventory), size_quantities: [] } }),
      null,
      'ValidationError',
    ],
    ['no price', (model) => ({ ...model, price_amount: {} }), null, 'ValidationError'],
    ['no cover', (model) => ({ ...model, cover_shot: {} }), null, 'ValidationError'],
    [
      'a price below the minimum',
      (model) => ({ ...model, price_amount: { val: 2 } }),
      'Price must be at least $3',
      'InvalidInputError',
    ],
    [
      'an original price below the price',
      (model) => ({ ...model, original_price_amount: { val: 24 } }),
      'Original price must not be lower than the price',
      'InvalidInputError',
    ],
    [
      'an old revision',
      (model) => ({ ...model, inventory: { ...record(model.inventory), size_quantity_revision: 0 } }),
      'Inventory has changed',
      'InvalidInputError',
    ],
    [
      "somebody else's picture",
      (model) => ({ ...model, pictures: [{ id: '68a0c1d2e3f405162738495a' }] }),
      'Unknown picture',
      'InvalidInputError',
    ],
  ])('%s is refused', async (_what, spoil, message, type) => {
    const reply = await jo.update(id, spoil(writeModel(post, 25)));
    expect(reply.status).toBe(200);
    expect(errorOf(reply)).toMatchObject({ errorType: type, statusCode: 400, userMessage: message });
    expect((await jo.post(id)).json.price).toBe(39);
  });

  test('the checks run in the order of the protocol', async () => {
    const worse: Json[] = [];
    let model: Json = { ...writeModel(post, 25), pictures: [{ id: 'x' }] };
    worse.push(model);
    model = { ...model, inventory: { ...record(model.inventory), size_quantity_revision: -1 } };
    worse.push(model);
    model = { ...model, original_price_amount: { val: 1 } };
    worse.push(model);
    model = { ...model, price_amount: { val: 2 } };
    worse.push(model);
    model = { ...model, price_amount: { val: 2.5 } };
    worse.push(model);
    model = { ...model, colors: [{}] };
    worse.push(model);
    model = { ...model, title: '' };
    worse.push(model);
    const heard: unknown[] = [];
    for (const sent of worse) heard.push(words(await jo.update(id, sent)));
    expect(heard).toEqual([
      'Unknown picture',
      'Inventory has changed',
      'Original price must not be lower than the price',
      'Price must be at least $3',
      'Whole dollar amount required',
      'Invalid color {}',
      null,
    ]);
    await market.control('POST', 'config', { currency: 'CAD' });
    expect(record((await jo.post(id)).json.price_amount).currency_code).toBe('CAD');
    expect(words(await jo.update(id, writeModel(post, 25)))).toBe('Wrong currency');
    await market.control('POST', 'config', { currency: 'USD' });
    for (const set of ['sold', 'reserved']) {
      await market.control('POST', `listings/${id}`, { set });
      expect(words(await jo.update(id, model))).toBe('This listing has sold');
      expect(words(await jo.offer(id, { offer_amount: { val: 3, currency_code: 'USD' } }))).toBe(
        'This listing is no longer available',
      );
    }
    const bea = await market.seller('big_bea', 'practice-4');
    expect(errorOf(await bea.update(id, model))).toMatchObject({ errorType: 'ForbiddenError', statusCode: 403 });
    await market.control('POST', `listings/${id}`, { set: 'removed' });
    expect((await bea.update(id, model)).status).toBe(404);
  });

  test('fields that a client leaves out are cleared', async () => {
    const { title, catalog, inventory, price_amount, cover_shot } = writeModel(post, 25);
    expect(errorOf(await jo.update(id, { title, catalog, inventory, price_amount, cover_shot }))).toEqual({});
    const after = (await jo.post(id)).json;
    expect(after).toMatchObject({ description: '', colors: [], pictures: [], original_price: 0 });
    expect(after).not.toHaveProperty('brand');
    expect(after).not.toHaveProperty('condition');
  });

  test('a write can take a listing off sale and put it back', async () => {
    const model = writeModel(post, 39);
    await jo.update(id, { ...model, inventory: { ...record(model.inventory), status: 'not_for_sale' } });
    const off = (await jo.post(id)).json;
    expect(record(off.inventory).status).toBe('not_for_sale');
    const back = writeModel(off, 39);
    await jo.update(id, { ...back, inventory: { ...record(back.inventory), status: 'available' } });
    expect(record((await jo.post(id)).json.inventory).status).toBe('available');
  });

  test('a body that is not JSON is a validation failure, and one over a megabyte is 413', async () => {
    expect(errorOf(await jo.call('POST', `/vm-rest/posts/${id}`, 'nonsense')).errorType).toBe('ValidationError');
    expect((await jo.call('POST', `/vm-rest/posts/${id}`, 'x'.repeat(1_200_000))).status).toBe(413);
  });
});

describe('offers to likers', () => {
  const discount = { id: '5ff7647a5d29bbebfa25f9d2' };
  const offerOf = (val: unknown, more: Json = { seller_shipping_discount: discount }) => ({
    offer_amount: { val, currency_code: 'USD' },
    offer_api_version: 3,
    ...more,
  });

  test('the choices of shipping discounts have ids, labels, and costs', async () => {
    const uid = record((await jo.self()).json.data).id;
    const reply = await jo.get(
      `/vm-rest/users/${uid}/seller_shipping_discounts/post?price_amount=35&object_id=${id}&pm_version=1`,
    );
    expect(list(reply.json.data).map((choice) => [choice.title, record(choice.seller_cost_amount).val])).toEqual([
      ['No Discount', '0.0'],
      ['$4.99 Shipping', '1.5'],
      ['Free Shipping', '6.49'],
    ]);
  });

  test('a fault makes the choices unreadable', async () => {
    await market.fault({ case: 'E13' }, { op: 'discounts' });
    const reply = await jo.get(`/vm-rest/users/self/seller_shipping_discounts/post?price_amount=35&object_id=${id}`);
    expect(() => JSON.parse(reply.text)).toThrow();
  });

  test('exactly 10 % off is accepted, 5 % is not', async () => {
    await market.control('POST', `listings/${id}`, { price: 40, likes: 3 });
    expect(words(await jo.offer(id, offerOf(38)))).toBe('Offer must be at least 10% off');
    expect(words(await jo.offer(id, offerOf(37)))).toBe('Offer must be at least 10% off');
    const canadian = { ...offerOf(36), offer_amount: { val: 36, currency_code: 'CAD' } };
    expect(words(await jo.offer(id, canadian))).toBe('Wrong currency');
    expect(errorOf(await jo.offer(id, offerOf(36)))).toEqual({});
  });

  test('only one offer in 24 hours', async () => {
    await market.control('POST', `listings/${id}`, { likes: 3 });
    await jo.offer(id, offerOf(30));
    expect(words(await jo.offer(id, offerOf(30)))).toBe('An offer is already active');
    await market.control('POST', 'clock', { advanceMs: 24 * 3_600_000 });
    expect(errorOf(await jo.offer(id, offerOf(27)))).toEqual({});
  });

  test('the next one has to be 10 % below the last that some liker got in 90 days', async () => {
    await market.control('POST', `listings/${id}`, { price: 60, likes: 3 });
    const nextDay = (days = 1) => market.control('POST', 'clock', { advanceMs: days * 24 * 3_600_000 });
    const lower = 'Offer must be lower than your last one';
    await jo.offer(id, offerOf(40));
    await nextDay();
    expect(words(await jo.offer(id, offerOf(37)))).toBe(lower);
    await market.control('POST', `listings/${id}`, { likes: 6 });
    expect(errorOf(await jo.offer(id, offerOf(50)))).toEqual({});
    await nextDay();
    expect(words(await jo.offer(id, offerOf(46)))).toBe(lower);
    expect(errorOf(await jo.offer(id, offerOf(45)))).toEqual({});
    await nextDay(90);
    expect(errorOf(await jo.offer(id, offerOf(54)))).toEqual({});
  });

  test('no likers, cents, unknown discounts, and other sellers’ listings are refused', async () => {
    await market.control('POST', `listings/${id}`, { likes: 0 });
    expect(words(await jo.offer(id, offerOf(30)))).toBe('No likers yet');
    await market.control('POST', `listings/${id}`, { likes: 2 });
    expect(words(await jo.offer(id, offerOf(30.5)))).toBe('Whole dollar amount required');
    expect(words(await jo.offer(id, offerOf(30, { seller_shipping_discount: { id: 'made-up' } })))).toBe(
      'Unknown shipping discount',
    );
    const bea = await market.seller('big_bea', 'practice-4');
    expect(errorOf(await bea.offer(id, offerOf(30))).errorType).toBe('ForbiddenError');
    expect(errorOf(await jo.offer(id, offerOf(30, {})))).toEqual({});
  });

  test('likers come newest first, page by page, as many as the count says', async () => {
    await market.control('POST', `listings/${id}`, { likes: 60 });
    const first = await jo.get(`/vm-rest/posts/${id}/likes?count=48&pm_version=1`);
    const cursor = record(first.json.more).next_max_id;
    const second = await jo.get(`/vm-rest/posts/${id}/likes?count=48&max_id=${cursor}&pm_version=1`);
    const all = [...list(first.json.data), ...list(second.json.data)];
    expect(all).toHaveLength(60);
    expect(new Set(all.map((like) => like.user_id)).size).toBe(60);
    expect(new Set(all.map((like) => like.creator_username)).size).toBe(60);
    expect(second.json.more).toEqual({});
    const times = all.map((like) => Date.parse(String(like.created_at)));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const health = (await market.control('GET', 'health')).json;
    expect(times[0]).toBe(Math.floor(Date.parse(String(health.now)) / 1000) * 1000);
  });
});
