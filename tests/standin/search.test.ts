import { afterAll, describe, expect, test } from 'vitest';
import { errorOf, ids, type Json, list, openMarket, record } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());

const ask = (query: string, filters: Json = {}, more: Json = {}): Json => ({
  filters: { department: 'All', inventory_status: ['sold_out'], ...filters },
  query_and_facet_filters: { department: 'All' },
  query,
  experience: 'all',
  sizeSystem: 'us',
  sort_by: 'just_in',
  count: 48,
  ...more,
});

describe('search', () => {
  test('120 sold "levi\'s 501" are three pages behind opaque cursors, then the end, newest sale first', async () => {
    const caller = market.visitor();
    const found: Json[] = [];
    const cursors: unknown[] = [];
    let cursor: Json = {};
    do {
      const { json } = await caller.search(ask("levi's 501", {}, cursor));
      found.push(...list(json.data));
      const more = record(json.more);
      expect(more.total).toBe(120);
      expect(more.is_next_max_id_present).toBe('next_max_id' in more);
      cursor = { max_id: more.next_max_id };
      cursors.push(more.next_max_id);
    } while (cursor.max_id !== undefined);
    expect(cursors).toEqual([expect.stringMatching(/^ENC_[\w-]+$/), expect.stringMatching(/^ENC_[\w-]+$/), undefined]);
    expect(found).toHaveLength(120);
    expect(new Set(ids(found)).size).toBe(120);
    const times = found.map((post) => Date.parse(String(record(post.inventory).status_changed_at)));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    for (const post of found) {
      expect(record(post.inventory).status).toBe('sold_out');
      expect(Number(record(post.price_amount).val)).toBeGreaterThan(0);
    }
  });

  test.each<[string, Json]>([
    ['a count as a text', { count: '48' }],
    ['no experience', { experience: undefined }],
    ['just_shared', { sort_by: 'just_shared' }],
    ['most_popular', { sort_by: 'most_popular' }],
    ['an order of closets', { sort_by: 'added_desc' }],
    ['the page numbers of earlier years', { max_id: '2' }],
    ['a cursor of somebody else', { max_id: 'ENC_abc' }],
  ])('the old way is refused: %s', async (_, change) => {
    const reply = await market.visitor().search(ask("levi's 501", {}, change));
    expect(reply.status).toBe(200);
    expect(errorOf(reply)).toMatchObject({ errorType: 'ValidationError', statusCode: 400 });
  });

  test.each(['best_match', 'relevance', undefined])('the order %s is known', async (order) => {
    expect(list((await market.visitor().search(ask('jeans', {}, { sort_by: order }))).json.data)).toHaveLength(48);
  });

  test.each([
    ['price_asc', 1],
    ['price_desc', -1],
  ])('%s sorts by price', async (order, sign) => {
    const { json } = await market.visitor().search(ask('jeans', {}, { sort_by: order }));
    const prices = list(json.data).map((post) => Number(post.price));
    expect(prices).toEqual(prices.toSorted((a, b) => sign * (a - b)));
  });

  test('every word must occur, and the brand filter is exact but ignores case', async () => {
    const caller = market.visitor();
    expect(list((await caller.search(ask("levi's zebra-striped umbrella"))).json.data)).toEqual([]);
    const { json } = await caller.search(ask('jeans', { brand: ["LEVI'S"] }));
    expect(list(json.data).length).toBeGreaterThan(10);
    expect(new Set(list(json.data).map((post) => post.brand))).toEqual(new Set(["Levi's"]));
  });

  test('a department narrows the search', async () => {
    const { json } = await market.visitor().search(ask('', { department: 'Men' }));
    expect(list(json.data).length).toBeGreaterThan(3);
    for (const post of list(json.data)) expect(record(record(post.catalog).department_obj).display).toBe('Men');
  });

  test('there are thousands of sold comparables, and at most 5,000 are listed', async () => {
    let cursor: unknown;
    let read = 0;
    do {
      const { json } = await market.visitor().search(ask('', {}, { count: 100, max_id: cursor }));
      read += list(json.data).length;
      cursor = record(json.more).next_max_id;
    } while (cursor !== undefined);
    expect(read).toBe(5000);
  });

  test('available listings come newest share first, and a found listing can be read', async () => {
    const caller = market.visitor();
    const jo = await market.seller();
    const [, , third] = list((await jo.closet()).json.data);
    await jo.share(String(third?.id));
    const { json } = await caller.search(ask('', { inventory_status: ['available'] }));
    expect(list(json.data)[0]?.id).toBe(third?.id);
    expect((await caller.post(String(list(json.data)[1]?.id))).status).toBe(200);
  });

  test('prices are like in a market: condition and brand change the median', async () => {
    const median = async (filters: Json, isWanted: (post: Json) => boolean) => {
      const { json } = await market.visitor().search(ask('', filters, { count: 100 }));
      const prices = list(json.data)
        .filter(isWanted)
        .map((post) => Number(post.price))
        .sort((a, b) => a - b);
      expect(prices.length).toBeGreaterThan(10);
      return prices[Math.floor(prices.length / 2)] ?? 0;
    };
    const jeans = { department: 'Women', brand: ["Levi's"] };
    expect(await median(jeans, ({ condition }) => condition === 'nwt')).toBeGreaterThan(
      await median(jeans, ({ condition }) => condition === 'ug'),
    );
    const isBag = ({ catalog }: Json) => record(record(catalog).category_obj).display === 'Bags';
    expect(await median({ brand: ['Coach'] }, isBag)).toBeGreaterThan(
      await median({ brand: ['Zara', 'Steve Madden', 'Dooney & Bourke'] }, isBag),
    );
  });

  test('the bot wall answers a bare 403 page', async () => {
    await market.fault({ case: 'wall' }, { op: 'search' });
    const reply = await market.visitor().search(ask('jeans'));
    expect(reply.status).toBe(403);
    expect(reply.headers.get('content-type')).toContain('text/html');
  });

  test('a practice seller created on demand is not in the search', async () => {
    const made = (await market.control('POST', 'accounts', { listings: 5, sold: 5 })).json;
    const { json } = await market.visitor().search(ask('', { inventory_status: ['available'] }, { count: 100 }));
    expect(list(json.data).map((post) => post.creator_username)).not.toContain(made.username);
  });
});
