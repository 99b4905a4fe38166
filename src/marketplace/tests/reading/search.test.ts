import { describe, expect, it } from 'vitest';
import { likersOf, play } from '../scripted-connection.fixture.ts';
import { fullPost, linkedSession, seller } from '../scripted-marketplace.fixture.ts';

const search = 'GET /vm-rest/posts';
const id = '68a0c1d2e3f405162738495a';
const listing = `GET /vm-rest/posts/${id}`;
const forSale = { json: fullPost() };
const likes = `GET /vm-rest/posts/${id}/likes`;
const posts = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `p${from + n}`,
    title: `Listing ${from + n}`,
    inventory: { status: 'available' },
  }));

describe('likes', () => {
  it('are read over all pages, each person once, with the moment and no names', async () => {
    const like = (n: number, at: string) => ({ user_id: `u${n}`, creator_username: 'someone', created_at: at });
    const pages = [
      {
        json: {
          data: [like(1, '2026-04-01T00:00:00Z'), like(2, '2026-04-03T00:00:00Z')],
          more: { next_max_id: 1777.25 },
        },
      },
      { json: { data: [like(2, '2026-04-03T00:00:00Z'), like(3, '2026-04-02T00:00:00Z')] } },
    ];
    const { account, server } = await play({ [listing]: forSale, [likes]: pages });
    expect(await likersOf(account, id)).toEqual({
      kind: 'ok',
      value: [1, 3, 2].map((day, n) => ({ id: `u${n + 1}`, likedAt: Date.UTC(2026, 3, day) })),
    });
    expect(server.asked.slice(1).map(({ query }) => [query.get('count'), query.get('max_id')])).toEqual([
      ['48', null],
      ['48', '1777.25'],
    ]);
  });
});

describe('search', () => {
  it('120 hits are three pages: without a cursor, then with each cursor untouched, and then the end', async () => {
    const pages = ['"ENC_QUJDRA-_=="', '1777338896.120', 'null'].map((cursor, page) => ({
      text: `{"data":${JSON.stringify(posts(page * 100, page < 2 ? 48 : 24))},"more":{"total":120,"next_max_id":${cursor}}}`,
    }));
    const { account, server } = await play({ [search]: pages }, { session: { cookies: [] } });
    const query = { words: "levi's 501", brand: "Levi's", status: 'sold' } as const;
    let hits = 0;
    for (let page: string | null | undefined; page !== null; ) {
      const result = await account.search({ ...query, page });
      if (result.kind !== 'ok') throw new Error(result.kind);
      hits += result.value.items.length;
      page = result.value.next;
    }
    expect(hits).toBe(120);
    const first = {
      filters: { department: 'All', inventory_status: ['sold_out'], brand: ["Levi's"] },
      query_and_facet_filters: { department: 'All' },
      query: "levi's 501",
      experience: 'all',
      sizeSystem: 'us',
      sort_by: 'just_in',
      count: 48,
    };
    const open = JSON.stringify(first).slice(0, -1);
    expect(server.asked.map((one) => one.query.get('request'))).toEqual([
      `${open}}`,
      `${open},"max_id":"ENC_QUJDRA-_=="}`,
      `${open},"max_id":1777338896.120}`,
    ]);
  });

  it('sends its count as a text if the switch says so', async () => {
    const { account, server } = await play(
      { [search]: { json: { data: [] } } },
      { switches: { searchCountAs: 'text' } },
    );
    await account.search({ words: 'x', status: 'sold' });
    expect(JSON.parse(server.asked[0]?.query.get('request') ?? '')).toMatchObject({ count: '48' });
  });

  it.each([
    ['a visitor is blocked', { cookies: [] }, 'blocked'],
    ['a seller is forbidden', linkedSession(), 'forbidden'],
  ])('403 means that %s, after one call', async (_case, session, kind) => {
    const { account, server } = await play({ [search]: { status: 403, json: {} } }, { session });
    expect(await account.search({ words: 'x', status: 'sold' })).toMatchObject({ kind });
    expect(server.asked).toHaveLength(1);
  });

  it('names the seller in the referer', async () => {
    const { account, server } = await play({ [search]: { json: { data: [] } } });
    await account.search({ words: 'x', status: 'available' });
    expect(server.asked[0]?.headers.referer).toBe(`${server.origin}/closet/${seller.handle}`);
    // A visitor has no closet. The sign-in page is the other one that the protocol names.
    const visitor = await play({ [search]: { json: { data: [] } } }, { session: { cookies: [] } });
    await visitor.account.search({ words: 'x', status: 'available' });
    expect(visitor.server.asked[0]?.headers.referer).toBe(`${visitor.server.origin}/login`);
  });
});
