import { describe, expect, it } from 'vitest';
import { discountsOf, offering, play } from './scripted-connection.fixture.ts';
import { errorBody, fullPost, type Reply, seller } from './scripted-marketplace.fixture.ts';

const id = '68a0c1d2e3f405162738495a';
const read = `GET /vm-rest/posts/${id}`;
const offers = `POST /vm-rest/posts/${id}/likes/users/offers`;
const discounts = `GET /vm-rest/users/${seller.userId}/seller_shipping_discounts/post`;
const at = (dollars: number): Reply => ({
  json: fullPost({ price_amount: { val: `${dollars}.0`, currency_code: 'USD' } }),
});
const saved: Reply = { json: { trace_id: 't' } };
const refusal = (words: string): Reply => ({ json: errorBody('InvalidInputError', 400, words) });

describe('an offer to likers', () => {
  it('is one call with whole dollars and the discount', async () => {
    const { account, server } = await play({ [read]: at(39), [offers]: saved });
    expect(await account.sendOffer(id, offering(3500, 'd2'))).toEqual({
      kind: 'ok',
      value: { priceCents: 3500, discountId: 'd2' },
      traceId: 't',
    });
    expect(JSON.parse(server.writes()[0]?.body ?? '')).toEqual({
      offer_amount: { val: 35, currency_code: 'USD' },
      seller_shipping_discount: { id: 'd2' },
      offer_api_version: 3,
    });
  });

  it.each([
    ['one dollar short of 10 % off', 3600],
    ['cents', 3333],
    ['below the least price', 200],
  ])('is refused before sending: %s', async (_case, priceCents) => {
    const { account, server } = await play({ [read]: at(39), [offers]: saved });
    expect(await account.sendOffer(id, offering(priceCents, 'd2'))).toMatchObject({ kind: 'validation' });
    expect(server.writes()).toHaveLength(0);
  });

  it('may be exactly 10 % lower', async () => {
    const { account } = await play({ [read]: at(70), [offers]: saved });
    expect(await account.sendOffer(id, offering(6300, 'd2'))).toMatchObject({ kind: 'ok' });
  });

  it.each([
    ['refused', refusal('An offer is already active'), 'validation'],
    ['cut', { raw: (response) => response.destroy() }, 'uncertain'],
    ['answered with nothing', { status: 200 }, 'uncertain'],
  ] satisfies [string, Reply, string][])('%s is reported and not repeated', async (_case, reply, kind) => {
    const { account, server } = await play({ [read]: at(39), [offers]: reply });
    expect(await account.sendOffer(id, offering(3300, 'd2'))).toMatchObject({ kind });
    expect(server.writes()).toHaveLength(1);
  });

  it('for a sold listing is not sent', async () => {
    const { account, server } = await play({ [read]: { json: fullPost({ inventory: { status: 'sold_out' } }) } });
    expect(await account.sendOffer(id, offering(3300, 'd'))).toMatchObject({
      kind: 'listing_not_available',
    });
    expect(server.writes()).toHaveLength(0);
  });
});

describe('the choices of shipping discounts', () => {
  it('are loaded, each with its id, label, and cost', async () => {
    const data = [
      { id: 'd0', title: 'No Discount', seller_cost_amount: { val: '0.0' } },
      { id: 'd2', label: '$4.99 Shipping', seller_cost_amount: { val: '1.5' } },
      { id: 'd3', message: 'Free Shipping' },
      { id: 'd4' },
      { id: null, title: 'No Discount' },
      null,
    ];
    const { account, server } = await play({ [read]: at(39), [discounts]: { json: { data } } });
    expect(await discountsOf(account, id, 3900)).toEqual({
      kind: 'ok',
      value: [
        { id: 'd0', label: 'No Discount', sellerCostCents: 0 },
        { id: 'd2', label: '$4.99 Shipping', sellerCostCents: 150 },
        { id: 'd3', label: 'Free Shipping', sellerCostCents: null },
      ],
    });
    expect([server.asked[1]?.query.get('price_amount'), server.asked[1]?.query.get('object_id')]).toEqual(['39', id]);
  });

  it.each([
    ['another shape', { json: { data: { choices: [] } } }],
    ['an empty list', { json: { data: [] } }],
    ['broken JSON', { text: '{"data":[' }],
  ])('are just one, no discount, if the answer is %s', async (_case, reply) => {
    const { account, server } = await play({ [discounts]: reply, [read]: at(39), [offers]: saved });
    expect(await discountsOf(account, id, 3900)).toMatchObject({
      kind: 'ok',
      value: [{ id: '', label: 'No discount', sellerCostCents: 0 }],
    });
    await account.sendOffer(id, offering(3300, ''));
    expect(JSON.parse(server.writes()[0]?.body ?? '').seller_shipping_discount).toEqual({ id: null });
  });

  it('are a failure if the marketplace refuses', async () => {
    const { account } = await play({ [read]: at(39), [discounts]: { status: 503 } });
    expect(await discountsOf(account, id, 3900)).toMatchObject({ kind: 'unavailable' });
  });
});
