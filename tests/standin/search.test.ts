import { afterAll, describe, expect, test } from 'vitest';
import { errorOf, type Json, openMarket } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());

const asked: Json = {
  filters: { department: 'All', inventory_status: ['sold_out'] },
  query_and_facet_filters: { department: 'All' },
  query: "levi's 501",
  ...{ experience: 'all', sizeSystem: 'us', sort_by: 'just_in', count: 48 },
};

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
    const reply = await market.visitor().search({ ...asked, ...change });
    expect(reply.status).toBe(200);
    expect(errorOf(reply)).toMatchObject({ errorType: 'ValidationError', statusCode: 400 });
  });
});
