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
  test('the checks run in the order of the protocol', async () => {
    const whole = writeModel(post, 25);
    let model = whole;
    for (const [worse, heard] of [
      [{ pictures: [{ id: 'x' }] }, 'Unknown picture'],
      [{ inventory: { ...record(whole.inventory), size_quantity_revision: -1 } }, 'Inventory has changed'],
      [{ original_price_amount: { val: 1 } }, 'Original price must not be lower than the price'],
      [{ price_amount: { val: 2 } }, 'Price must be at least $3'],
      [{ price_amount: { val: 2.5 } }, 'Whole dollar amount required'],
      [{ colors: [{}] }, 'Invalid color {}'],
      [{ title: '' }, null],
    ] as const) {
      model = { ...model, ...worse };
      expect(words(await jo.update(id, model))).toBe(heard);
    }
    const sizeless = { ...record(whole.inventory), size_quantities: [] };
    for (const missing of [{ catalog: {} }, { inventory: sizeless }, { price_amount: {} }, { cover_shot: {} }]) {
      const error = errorOf(await jo.update(id, { ...whole, ...missing }));
      expect(error).toMatchObject({ errorType: 'ValidationError', statusCode: 400, userMessage: null });
    }
    expect((await jo.post(id)).json.price).toBe(39);
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
});

describe('offers to likers', () => {
  const discount = { id: '5ff7647a5d29bbebfa25f9d2' };
  const offerOf = (val: unknown, more: Json = { seller_shipping_discount: discount }) => ({
    offer_amount: { val, currency_code: 'USD' },
    offer_api_version: 3,
    ...more,
  });

  test('exactly 10 % off is accepted, 5 % is not', async () => {
    await market.control('POST', `listings/${id}`, { price: 40, likes: 3 });
    expect(words(await jo.offer(id, offerOf(38)))).toBe('Offer must be at least 10% off');
    expect(words(await jo.offer(id, offerOf(37)))).toBe('Offer must be at least 10% off');
    const canadian = { ...offerOf(36), offer_amount: { val: 36, currency_code: 'CAD' } };
    expect(words(await jo.offer(id, canadian))).toBe('Wrong currency');
    expect(errorOf(await jo.offer(id, offerOf(36)))).toEqual({});
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
});
