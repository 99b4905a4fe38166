import { describe, expect, it } from 'vitest';
import { play } from '../scripted-connection.fixture.ts';
import { linkedSession } from '../scripted-marketplace.fixture.ts';

const uid = linkedSession().userId ?? '';
const address = `GET /vm-rest/users/${uid}/orders/sales`;
const order = {
  id: '6a0100000000000000000001',
  state: 'delivered',
  display_status: 'Order Complete',
  title: 'Levi’s 501 high rise jeans',
  is_bundle: false,
  bundle_size: 1,
  total_price_amount: { val: '39.0', currency_code: 'USD' },
  seller_earning_amount: { val: '31.2', currency_code: 'USD' },
  inventory_booked_at: '2026-04-20T11:02:00-07:00',
  picture_url: 'https://pictures.example/1.jpg',
  size_obj: { display: '28' },
  buyer: { id: '66c200000000000000000009', username: 'planted_buyer', full_name: 'Planted Buyer' },
  shipping_address: { name: 'Planted Buyer', street: '1 Planted Street', city: 'Plantedville', zip: '90210' },
};
const page = (rows: unknown[], next?: unknown) => ({
  json: { data: { sales_summary: rows }, more: next === undefined ? {} : { next_max_id: next }, trace_id: 't' },
});
const id = (number: number) => `6a01${String(number).padStart(20, '0')}`;

describe('sales', () => {
  it('are read page by page, with the amounts in cents, and without the buyer and the address', async () => {
    const second = { id: id(2), total_price_amount: { val: 5 }, inventory_booked_at: '2026-04-02T08:00:00Z' };
    const { account, server } = await play({ [address]: [page([order], 1777338896.12), page([second, order])] });
    const read = await account.sales();
    expect(read).toMatchObject({
      kind: 'ok',
      value: {
        unreadable: [],
        sales: [
          {
            id: order.id,
            state: 'complete',
            title: 'Levi’s 501 high rise jeans',
            isBundle: false,
            bundleSize: 1,
            totalPriceCents: 3900,
            earningsCents: 3120,
            bookedAt: Date.parse('2026-04-20T18:02:00Z'),
            size: '28',
            pictureUrl: 'https://pictures.example/1.jpg',
          },
          { id: id(2), state: 'unknown', totalPriceCents: 500, earningsCents: null, size: null, pictureUrl: null },
        ],
      },
    });
    expect(JSON.stringify(read)).not.toMatch(/planted|90210|66c2/i);
    expect(server.asked.map(({ query }) => query.get('request'))).toEqual([
      '{"filters":{},"count":48}',
      '{"filters":{},"count":48,"max_id":1777338896.12}',
    ]);
    expect(server.asked[0]?.query.has('pm_version')).toBe(true);
  });

  it.each([
    [{ state: 'delivered', display_status: 'Delivered' }, 'delivered'],
    [{ state: 'cancelled', display_status: 'Order Complete' }, 'cancelled'],
    [{ state: 'frozen' }, 'frozen'],
    [{ state: undefined, display_status: 'On Hold' }, 'On Hold'],
  ])('with %j are %s', async (words, state) => {
    const { account } = await play({ [address]: page([{ ...order, ...words }]) });
    expect(await account.sales()).toMatchObject({ value: { sales: [{ state }] } });
  });

  it.each([
    ['39.00', 3900],
    ['0.29', 29],
    ['1.15', 115],
    [31.2, 3120],
    ['1234567', 123456700],
    [0, 0],
    ['-2.95', -295],
  ])('of %s dollars are %i cents', async (val, cents) => {
    const row = { ...order, seller_earning_amount: { val, currency_code: 'USD' } };
    const { account } = await play({ [address]: page([row]) });
    expect(await account.sales()).toMatchObject({ value: { sales: [{ earningsCents: cents }] } });
  });

  it.each<[string, object, RegExp]>([
    ['another currency', { total_price_amount: { val: '39.0', currency_code: 'CAD' } }, /US dollars/],
    ['no price', { total_price_amount: undefined }, /no price/],
    ['a price below zero', { total_price_amount: { val: '-39.0' } }, /no price/],
    ['a price with a fraction of a cent', { total_price_amount: { val: '1.005' } }, /no price/],
    ['earnings in words', { seller_earning_amount: { val: 'a lot' } }, /earnings/],
    ['no date', { inventory_booked_at: 'someday' }, /no date/],
  ])('with %s is refused by itself, and the others are read', async (_, change, why) => {
    const { account } = await play({
      [address]: page([
        { ...order, ...change },
        { ...order, id: id(3) },
      ]),
    });
    expect(await account.sales()).toMatchObject({
      value: { sales: [{ id: id(3) }], unreadable: [{ id: order.id, why: expect.stringMatching(why) }] },
    });
  });

  it('without an id are counted as unreadable, each', async () => {
    const { account } = await play({ [address]: page([{ ...order, id: undefined }, 'odd', order]) });
    expect(await account.sales()).toMatchObject({
      value: { sales: [{ id: order.id }], unreadable: [{ id: null }, { id: null }] },
    });
  });

  it('are read down to the first page from before a moment', async () => {
    const old = { ...order, id: id(2), inventory_booked_at: '2026-01-02T08:00:00Z' };
    const { account, server } = await play({ [address]: [page([order], 'a'), page([old], 'b'), page([], 'c')] });
    const seen: number[] = [];
    const read = await account.sales({
      since: Date.parse('2026-02-01T00:00:00Z'),
      beforeNext: async (count) => {
        seen.push(count);
      },
    });
    expect(read).toMatchObject({ kind: 'ok', value: { sales: [{ id: order.id }, { id: id(2) }] } });
    expect(server.asked).toHaveLength(2);
    expect(seen).toEqual([1]);
  });

  it.each<[string, object, string]>([
    ['no list', { json: { data: {} } }, 'protocol_changed'],
    ['a human check', { json: { error: { errorType: 'SuspectedBotErrorV2', statusCode: 403 } } }, 'human_check'],
  ])('end with %s like every other call', async (_, reply, kind) => {
    const { account } = await play({ [address]: reply });
    expect(await account.sales()).toMatchObject({ kind });
  });

  it('are read at another path if a switch says so', async () => {
    const { account } = await play(
      { 'GET /vm-rest/sellers/orders': page([order]) },
      {
        switches: { salesPath: '/vm-rest/sellers/orders' },
      },
    );
    expect(await account.sales()).toMatchObject({ kind: 'ok', value: { sales: [{ id: order.id }] } });
  });
});
