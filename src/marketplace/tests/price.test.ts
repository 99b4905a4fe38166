import { describe, expect, it } from 'vitest';
import { play } from './scripted-connection.fixture.ts';
import { errorBody, fullPost, type Reply } from './scripted-marketplace.fixture.ts';

const id = '68a0c1d2e3f405162738495a';
const read = `GET /vm-rest/posts/${id}`;
const write = `POST /vm-rest/posts/${id}`;
const at = (dollars: number): Reply => ({
  json: fullPost({ price: dollars, price_amount: { val: `${dollars}.0`, currency_code: 'USD' } }),
});
const saved: Reply = { json: { trace_id: 't' } };
const refusal = (words: string): Reply => ({ json: errorBody('InvalidInputError', 400, words) });

describe('a price change', () => {
  it('sends the whole listing with one field changed, and verifies', async () => {
    const { account, server } = await play({ [read]: [at(39), at(25)], [write]: saved });
    expect(await account.setPrice(id, 2500)).toEqual({
      kind: 'ok',
      value: { oldPriceCents: 3900, newPriceCents: 2500 },
      traceId: 't',
    });
    expect(server.asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    const full = fullPost();
    expect(JSON.parse(server.writes()[0]?.body ?? '')).toEqual({
      post: {
        catalog: {
          department: '000e8975d97b4e80ef00a955',
          category: '00108975d97b4e80ef00a955',
          category_features: ['00608975d97b4e80ef00a955'],
        },
        colors: full.colors,
        inventory: {
          size_quantity_revision: 3,
          status: 'available',
          status_changed_at: '2025-08-16T10:37:22-07:00',
          size_quantities: [{ size_id: '28', quantity_available: 1, quantity_reserved: 0, quantity_sold: 0 }],
        },
        price_amount: { val: 25, currency_code: 'USD' },
        original_price_amount: { val: 98, currency_code: 'USD' },
        title: full.title,
        description: full.description,
        brand: full.brand,
        condition: full.condition,
        style_tags: [],
        videos: [],
        seller_private_info: { sku: 'A-17' },
        cover_shot: { id: '68a0c1d2e3f4051627384901' },
        pictures: [{ id: '68a0c1d2e3f4051627384902' }],
        seller_shipping_discount: { id: null },
      },
    });
  });

  it.each([
    ['keeps a discount', { seller_shipping_discount: { id: 'd1' } }, { seller_shipping_discount: { id: 'd1' } }],
    [
      'turns features into ids',
      { catalog: { category_features: [{ id: 'f1' }, 'f2'] } },
      { catalog: { category_features: ['f1', 'f2'] } },
    ],
    ['leaves out what was not read', { description: undefined }, { description: undefined }],
    [
      'leaves an unknown original price at nothing',
      { original_price_amount: undefined, original_price: undefined },
      { original_price_amount: { val: 0, currency_code: 'USD' } },
    ],
    [
      'rounds the original price',
      { original_price_amount: { val: '97.5', currency_code: 'CAD' } },
      { original_price_amount: { val: 98, currency_code: 'CAD' } },
    ],
    [
      'gives automatic offers back',
      { offer_auto_actions_v2_enabled: true, secret_extra: 1 },
      { offer_auto_actions_v2_enabled: true, secret_extra: undefined },
    ],
  ])('%s', async (_case, change, expected) => {
    const { account, server } = await play({ [read]: [{ json: fullPost(change) }, at(25)], [write]: saved });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'ok' });
    expect(JSON.parse(server.writes()[0]?.body ?? '').post).toEqual(
      expect.objectContaining(JSON.parse(JSON.stringify(expected))),
    );
    for (const [key, value] of Object.entries(expected)) {
      if (value === undefined) expect(JSON.parse(server.writes()[0]?.body ?? '').post).not.toHaveProperty(key);
    }
  });

  it('also raises the original price if the new price is above it', async () => {
    const { account, server } = await play({ [read]: [at(39), at(120)], [write]: saved });
    expect(await account.setPrice(id, 12_000)).toMatchObject({ kind: 'ok' });
    expect(JSON.parse(server.writes()[0]?.body ?? '').post.original_price_amount).toEqual({
      val: 120,
      currency_code: 'USD',
    });
  });

  it('sends only the amounts if the switch says so', async () => {
    const { account, server } = await play(
      { [read]: [at(39), at(25)], [write]: saved },
      { switches: { partialUpdateAllowed: true } },
    );
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'ok' });
    expect(Object.keys(JSON.parse(server.writes()[0]?.body ?? '').post)).toEqual([
      'price_amount',
      'original_price_amount',
    ]);
  });

  it.each([
    ['cents', 1999],
    ['below the least', 200],
    ['above the most', 5_000_100],
    ['no number', Number.NaN],
  ])('is refused before sending: %s', async (_case, cents) => {
    const { account, server } = await play({ [read]: at(39) });
    expect(await account.setPrice(id, cents)).toMatchObject({ kind: 'validation' });
    expect(server.asked).toHaveLength(0);
  });

  it('is refused with the marketplace’s own words', async () => {
    const words = 'Invalid color [{"name":"Blue"}]';
    const { account, server } = await play({ [read]: at(39), [write]: refusal(words) });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'validation', message: words });
    expect(server.writes()).toHaveLength(1);
  });

  it('is read again and tried once more if someone else changed the listing in between', async () => {
    const newer = { ...fullPost(), inventory: { status: 'available', size_quantity_revision: 4 } };
    const { account, server } = await play({
      [read]: [at(39), { json: newer }, at(25)],
      [write]: [refusal('Inventory has changed'), saved],
    });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'ok' });
    expect(server.writes().map(({ body }) => JSON.parse(body).post.inventory.size_quantity_revision)).toEqual([3, 4]);
    const twice = await play({ [read]: at(39), [write]: refusal('Inventory has changed') });
    expect(await twice.account.setPrice(id, 2500)).toMatchObject({ kind: 'validation' });
    expect(twice.server.writes()).toHaveLength(2);
  });

  it('that silently does nothing is reported after a second read 3 s later', async () => {
    const { account, server, clock } = await play({ [read]: at(39), [write]: saved });
    const started = clock.now();
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'write_not_applied' });
    expect(clock.now() - started).toBe(3000);
    expect(server.asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET']);
  });

  it.each<[string, Reply[], string]>([
    ['becomes visible late', [at(39), at(39), at(25)], 'ok'],
    ['can’t be read afterward', [at(39), { status: 503 }], 'uncertain'],
  ])('that %s', async (_case, reads, kind) => {
    const { account } = await play({ [read]: reads, [write]: saved });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind });
  });

  it.each([
    ['shows', [at(39), at(25)], 'ok'],
    ['does not show', [at(39), at(39)], 'uncertain'],
  ])('whose answer never came is checked by reading, and %s', async (_case, reads, kind) => {
    const { account, server } = await play({ [read]: reads, [write]: { raw: (response) => response.destroy() } });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind });
    expect(server.writes()).toHaveLength(1);
  });

  it('passes on the price it is about to overwrite, and leaves it if the caller says so', async () => {
    const { account, server } = await play({ [read]: [at(39), at(39), at(25)], [write]: saved });
    const calls: number[] = [];
    const asked =
      (isWanted: boolean) =>
      async ({ priceCents }: { priceCents: number }) => {
        calls.push(priceCents, server.writes().length);
        return isWanted;
      };
    expect(await account.setPrice(id, 2500, asked(false))).toEqual({
      kind: 'ok',
      value: { oldPriceCents: 3900, newPriceCents: 3900 },
    });
    expect(server.writes()).toHaveLength(0);
    expect(await account.setPrice(id, 2500, asked(true))).toMatchObject({ kind: 'ok', value: { newPriceCents: 2500 } });
    expect(calls).toEqual([3900, 0, 3900, 0]);
  });

  it('never writes what belongs to another listing', async () => {
    const other = fullPost({ id: '68a0c1d2e3f4051627384999', title: 'Another listing' });
    for (const json of [other, { data: other }]) {
      const { account, server } = await play({ [read]: { json }, [write]: saved });
      expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'protocol_changed' });
      expect(server.writes()).toEqual([]);
    }
  });

  it('to the same price writes nothing', async () => {
    const { account, server } = await play({ [read]: at(39) });
    expect(await account.setPrice(id, 3900)).toMatchObject({ kind: 'ok', value: { oldPriceCents: 3900 } });
    expect(server.writes()).toHaveLength(0);
  });

  it.each([
    ['sold', { json: fullPost({ inventory: { status: 'sold_out' } }) }, 'listing_not_available'],
    ['removed', { status: 404, json: errorBody('PostRemovedError', 404) }, 'listing_gone'],
    ['without a readable price', { json: fullPost({ price: undefined, price_amount: undefined }) }, 'protocol_changed'],
  ])('of a listing that is %s writes nothing', async (_case, reply, kind) => {
    const { account, server } = await play({ [read]: reply });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind });
    expect(server.writes()).toHaveLength(0);
  });

  it.each([
    ['still there', at(39), { kind: 'validation', message: 'The answer was “Page not found”.' }],
    ['gone', { status: 404, json: errorBody('NotFoundError', 404) }, { kind: 'listing_gone' }],
  ])('answered with a page that isn’t found reads the listing again: %s', async (_case, after, result) => {
    const missing = { status: 404, html: '<title>Page not found</title>' };
    const { account, server } = await play({ [read]: [at(39), after], [write]: missing });
    expect(await account.setPrice(id, 2500)).toMatchObject(result);
    expect(server.writes()).toHaveLength(1);
  });
});
