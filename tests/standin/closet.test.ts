import { afterAll, describe, expect, test } from 'vitest';
import { errorOf, ids, type Json, list, openMarket, record } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());

describe('paging through a closet', () => {
  test('a closet of 60 comes in two pages of distinct listings, newest share first, the second without a cursor', async () => {
    const jo = await market.seller();
    const first = await jo.closet();
    const cursor = record(first.json.more).next_max_id;
    const second = await jo.closet('available', { max_id: cursor });
    const all = [...list(first.json.data), ...list(second.json.data)];
    expect(list(first.json.data)).toHaveLength(48);
    expect(list(second.json.data)).toHaveLength(12);
    expect(new Set(ids(all)).size).toBe(60);
    expect(second.json.more).toEqual({});
    const times = all.map((post) => Date.parse(String(post.updated_at)));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('a closet with exactly 48 is one page', async () => {
    const { json } = await market.control('POST', 'accounts', { listings: 48, sold: 0 });
    const reply = await market.visitor().closet('available', {}, String(json.username));
    expect(list(reply.json.data)).toHaveLength(48);
    expect(reply.json.more).toEqual({});
  });

  test('the cursor is a JSON number of seconds with three decimals', async () => {
    const { text } = await market.visitor().closet();
    expect(text).toMatch(/"more":\{"next_max_id":\d{10}\.\d{3}\}/);
  });

  test('a cursor sent as text is accepted, and one that is not a number is refused', async () => {
    const caller = market.visitor();
    const { json } = await caller.closet();
    const cursor = String(record(json.more).next_max_id);
    expect(list((await caller.closet('available', { max_id: cursor })).json.data)).toHaveLength(12);
    expect(errorOf(await caller.closet('available', { max_id: 'soon' })).errorType).toBe('InvalidInputError');
  });

  test('a fault repeats the first page and its cursor forever', async () => {
    await market.fault({ case: 'same-cursor', times: -1 }, { op: 'closet' });
    const caller = market.visitor();
    const first = await caller.closet();
    const second = await caller.closet('available', { max_id: record(first.json.more).next_max_id });
    expect(second.json.more).toEqual(first.json.more);
    await market.control('DELETE', 'faults');
  });

  test('a fault empties the closet for one read', async () => {
    await market.fault({ case: 'empty' }, { op: 'closet' });
    const caller = market.visitor();
    expect((await caller.closet()).json.data).toEqual([]);
    expect(list((await caller.closet()).json.data)).toHaveLength(48);
  });

  test.each([
    ['available', 60],
    ['sold_out', 200],
    ['not_for_sale', 0],
    ['all', 260],
  ])('the filter %s returns %i listings', async (filter, count) => {
    const pages = await market.visitor().wholeCloset(filter);
    expect(pages.flat()).toHaveLength(count);
    expect(new Set(ids(pages.flat())).size).toBe(count);
  });

  test('1,200 listings come in 25 pages', async () => {
    const pages = await market.visitor().wholeCloset('available', 'big_bea');
    expect(pages).toHaveLength(25);
    expect(new Set(ids(pages.flat())).size).toBe(1200);
  });

  test.each([
    [0, 1],
    [7, 7],
    [500, 100],
    ['many', 48],
  ])('count %s returns %i listings', async (count, given) => {
    const reply = await market.visitor().closet('available', { count }, 'big_bea');
    expect(list(reply.json.data)).toHaveLength(given);
  });

  test('the other path has the same listings and cursors, in its query and without filters', async () => {
    const caller = market.visitor();
    const path = '/vm-rest/users/thrifty_jo/posts?app_version=2.55&nm=cl_all&summarize=true&max_id=';
    const pages: Json[][] = [];
    let cursor = '';
    do {
      const { json, text } = await caller.get(`${path}${cursor}&pm_version=vue3.2026.36.00`);
      pages.push(list(json.data));
      cursor = /"next_max_id":(\d+\.\d{3})/.exec(text)?.[1] ?? '';
    } while (cursor !== '');
    expect(pages).toEqual(await caller.wholeCloset('all'));
  });

  test('a closet is found by user id and by name in any case; an unknown one is 404', async () => {
    const jo = await market.seller();
    const uid = String(record((await jo.self()).json.data).id);
    expect(list((await jo.closet('available', {}, uid)).json.data)).toHaveLength(48);
    expect(list((await jo.closet('available', {}, 'Thrifty_Jo')).json.data)).toHaveLength(48);
    const unknown = await jo.closet('available', {}, 'nobody');
    expect(unknown.status).toBe(404);
    expect(errorOf(unknown).errorType).toBe('UserNotFoundError');
  });
});

describe('one listing', () => {
  test('the same post is bare without app_version and wrapped with it', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    const bare = await jo.post(String(first?.id));
    const wrapped = await jo.get(`/vm-rest/posts/${first?.id}?app_version=2.55&pm_version=2026.33.00`);
    expect(bare.json.id).toBe(first?.id);
    expect(wrapped.json.data).toEqual(bare.json);
    expect(wrapped.json).toHaveProperty('trace_id');
  });

  test('money is text with one decimal, or a number if the setting says so', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    const asText = record((await jo.post(String(first?.id))).json.price_amount).val;
    await market.control('POST', 'config', { moneyAs: 'number' });
    const asNumber = record((await jo.post(String(first?.id))).json.price_amount).val;
    await market.control('POST', 'config', { moneyAs: 'string' });
    expect(asText).toMatch(/^\d+\.\d$/);
    expect(asNumber).toBe(Number(asText));
    expect(first?.price).toBe(asNumber);
  });

  test('a fault removes price_amount and keeps the plain price', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    await market.fault({ case: 'no-amount' }, { op: 'post' });
    const { json } = await jo.post(String(first?.id));
    expect(json).not.toHaveProperty('price_amount');
    expect(Number.isInteger(json.price)).toBe(true);
  });

  test('a full post has every field of the protocol, and only its seller gets the private ones', async () => {
    const jo = await market.seller();
    const [first] = list((await jo.closet()).json.data);
    const { json } = await jo.post(String(first?.id));
    for (const key of [
      'creator_id',
      'creator_username',
      'title',
      'description',
      'brand',
      'price',
      'original_price',
      'size',
      'condition',
      'colors',
      'catalog',
      'inventory',
      'cover_shot',
      'pictures',
      'videos',
      'style_tags',
      'seller_private_info',
      'seller_shipping_discount',
      'aggregates',
      'status',
      'created_at',
      'first_published_at',
      'updated_at',
      'status_changed_at',
    ]) {
      expect(json).toHaveProperty(key);
    }
    expect(record(json.inventory)).toMatchObject({ status: 'available', multi_item: false, nfs_reason: null });
    expect(String(json.created_at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-08:00$/);
    expect(Number.parseInt(String(json.id).slice(0, 8), 16) * 1000).toBe(Date.parse(String(json.created_at)));
    const stranger = await market.visitor().post(String(first?.id));
    expect(stranger.json).not.toHaveProperty('seller_private_info');
  });

  test('E10: removed and never listed are both 404, with different error names', async () => {
    const jo = await market.seller('big_bea', 'practice-4');
    const [first] = list((await jo.closet('available', {}, 'big_bea')).json.data);
    await market.control('POST', `listings/${first?.id}`, { set: 'removed' });
    const removed = await jo.post(String(first?.id));
    const never = await jo.post('68a0c1d2e3f405162738495a');
    expect([removed.status, errorOf(removed).errorType]).toEqual([404, 'PostRemovedError']);
    expect([never.status, errorOf(never).errorType]).toEqual([404, 'NotFoundError']);
    expect(ids((await jo.wholeCloset('all', 'big_bea')).flat())).not.toContain(first?.id);
  });
});

describe('sharing', () => {
  const sellerOfTen = async () => {
    const { json } = await market.control('POST', 'accounts', { listings: 10, sold: 2 });
    const seller = await market.seller(String(json.username), String(json.password));
    const order = async () => ids(list((await seller.closet('available', {}, String(json.username))).json.data));
    return { seller, order, username: String(json.username) };
  };

  test('sharing ten from last to first keeps the order, even within one millisecond', async () => {
    const { seller, order } = await sellerOfTen();
    const before = await order();
    for (const id of before.toReversed())
      expect((await seller.share(id)).json).toEqual({ trace_id: expect.any(String) });
    expect(await order()).toEqual(before);
  });

  test('one share moves a listing to the top and adds one to its count', async () => {
    const { seller, order } = await sellerOfTen();
    const last = (await order()).at(-1) ?? '';
    const before = Number((await seller.post(last)).json.share_count);
    await seller.share(last);
    expect((await order())[0]).toBe(last);
    expect((await seller.post(last)).json.share_count).toBe(before + 1);
  });

  test.each(['sold', 'not_for_sale', 'reserved'])(
    'a %s listing is refused as no longer available and not counted',
    async (set) => {
      const { seller, order } = await sellerOfTen();
      const [id = ''] = await order();
      const before = Number((await seller.post(id)).json.share_count);
      await market.control('POST', `listings/${id}`, { set });
      const reply = await seller.share(id);
      expect(reply.status).toBe(200);
      expect(errorOf(reply)).toMatchObject({
        errorType: 'InvalidInputError',
        statusCode: 400,
        userMessage: 'This listing is no longer available',
      });
      expect((await seller.post(id)).json.share_count).toBe(before);
    },
  );

  test('a removed listing is gone', async () => {
    const { seller, order } = await sellerOfTen();
    const [id = ''] = await order();
    await market.control('POST', `listings/${id}`, { set: 'removed' });
    const reply = await seller.share(id);
    expect([reply.status, errorOf(reply).errorType]).toEqual([404, 'PostRemovedError']);
  });

  test("somebody else's listing can be shared, too", async () => {
    const { seller } = await sellerOfTen();
    const [first] = list((await seller.closet('available', {}, 'thrifty_jo')).json.data);
    expect((await seller.share(String(first?.id))).status).toBe(200);
  });

  test('a share needs a session', async () => {
    const reply = await market.visitor().share('68a0c1d2e3f405162738495a');
    expect(reply.status).toBe(401);
  });
});
