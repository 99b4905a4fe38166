import { afterAll, describe, expect, test } from 'vitest';
import { errorOf, type Json, list, openMarket, record } from './caller.ts';

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
});
