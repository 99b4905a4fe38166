import { describe, expect, it } from 'vitest';
import { otherClosetPath } from '../../protocol/calls.ts';
import { play } from '../scripted-connection.fixture.ts';
import { errorBody, fullPost, seller, signedInPage, token } from '../scripted-marketplace.fixture.ts';

const closet = `GET /vm-rest/users/${seller.userId}/posts/filtered`;
const id = '68a0c1d2e3f405162738495a';
const post = `GET /vm-rest/posts/${id}`;
const posts = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `p${from + n}`,
    title: `Listing ${from + n}`,
    inventory: { status: 'available' },
  }));

describe('the closet', () => {
  it('is read page by page, each listing once, in its own order', async () => {
    const pages = [
      { json: { data: posts(1, 48), more: { next_max_id: 1777338896.5 } } },
      { json: { data: [...posts(48, 1), ...posts(49, 12)] } },
    ];
    const { account, server } = await play({ [closet]: pages });
    const result = await account.closet('available');
    expect(result.kind === 'ok' && result.value.map((listing) => listing.id)).toEqual(
      posts(1, 60).map((one) => one.id),
    );
    expect(server.asked).toHaveLength(2);
    const [first, second] = server.asked;
    expect(first?.query.get('summarize')).toBe('true');
    expect(first?.query.get('app_version')).toBe('2.55');
    expect(first?.query.get('pm_version')).toBe('2026.33.00');
    expect(first?.query.get('request')).toBe(
      '{"filters":{"department":"All","inventory_status":["available"]},"sort_by":"added_desc","experience":"all","count":48}',
    );
    expect(JSON.parse(second?.query.get('request') ?? '').max_id).toBe(1777338896.5);
  });

  it('can be read at the other path, which has no filters and its cursor in the query', async () => {
    const other = `GET /vm-rest/users/${seller.userId}/posts`;
    const sold = { id: 's1', title: 'Sold', inventory: { status: 'sold_out' } };
    const script = {
      [other]: [
        { text: `{"data":${JSON.stringify([...posts(1, 2), sold])},"more":{"next_max_id":1777338896.120}}` },
        { json: { data: posts(3, 1), more: { next_max_id: 'ENC_a+b=' } } },
        { json: { data: [], more: {} } },
      ],
    };
    const { account, server } = await play(script, { switches: { closetPath: otherClosetPath } });
    const result = await account.closet('available');
    expect(result.kind === 'ok' && result.value.map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
    expect(server.asked.map(({ query }) => query.toString())).toEqual([
      'app_version=2.55&nm=cl_all&summarize=true&pm_version=2026.33.00',
      'app_version=2.55&nm=cl_all&summarize=true&max_id=1777338896.120&pm_version=2026.33.00',
      'app_version=2.55&nm=cl_all&summarize=true&max_id=ENC_a%2Bb%3D&pm_version=2026.33.00',
    ]);
  });

  it.each([
    ['the cursor is missing', { more: {} }],
    ['the cursor is null', { more: { next_max_id: null } }],
    ['the cursor is empty', { more: { next_max_id: '' } }],
    ['more is null', { more: null }],
  ])('ends if %s', async (_case, more) => {
    const { account, server } = await play({ [closet]: { json: { data: posts(1, 48), ...more } } });
    expect(await account.closet('all')).toMatchObject({ kind: 'ok', value: { length: 48 } });
    expect(server.asked).toHaveLength(1);
  });

  it.each(['1777338896.120', '1.7773388961230e9', '17773388961234567890', '"abc\\"d"', '"ENC_a+b/c=="'])(
    'sends the cursor %s back with the same digits and type',
    async (given) => {
      const decoy = JSON.stringify({ id: 'p0', title: '"next_max_id": 1' });
      const first = { text: `{"data":[${decoy}],"more":{"next_max_id" : ${given} }}` };
      const { account, server } = await play({ [closet]: [first, { json: { data: [] } }] });
      expect(await account.closet('all')).toMatchObject({ kind: 'ok' });
      expect(server.asked[1]?.query.get('request')).toContain(`"count":48,"max_id":${given}}`);
    },
  );

  it('stops after 200 pages', async () => {
    let page = 0;
    const { account, server } = await play({
      [closet]: () => {
        page += 1;
        return { json: { data: posts(page, 1), more: { next_max_id: page } } };
      },
    });
    expect(await account.closet('all')).toMatchObject({ kind: 'protocol_changed' });
    expect(server.asked).toHaveLength(200);
    const stuck = await play({ [closet]: { json: { data: posts(1, 2), more: { next_max_id: 7.5 } } } });
    expect(await stuck.account.closet('all')).toMatchObject({ kind: 'protocol_changed' });
    expect(stuck.server.asked).toHaveLength(2);
  });

  it('may be empty without an error, and fails as a whole if one page fails', async () => {
    const { account } = await play({ [closet]: { json: { data: [] } } });
    expect(await account.closet('all')).toEqual({ kind: 'ok', value: [] });
    const broken = await play({
      [closet]: [{ json: { data: posts(1, 48), more: { next_max_id: 5 } } }, { status: 503 }],
    });
    expect(await broken.account.closet('all')).toMatchObject({ kind: 'unavailable' });
  });

  it.each([{}, { data: [{ title: 'no id' }] }])('rejects a closet in the shape %j', async (json) => {
    const { account } = await play({ [closet]: { json } });
    expect(await account.closet('all')).toMatchObject({ kind: 'protocol_changed' });
  });

  it('asks who is signed in if that is not known yet', async () => {
    const session = { cookies: [{ name: 'jwt', value: 'jwt-canary-0123456789' }] };
    const { account, server } = await play(
      { 'GET /create-listing': signedInPage(token), [closet]: { json: { data: [] } } },
      { session },
    );
    expect(await account.closet('sold')).toMatchObject({ kind: 'ok' });
    expect(JSON.parse(server.asked[1]?.query.get('request') ?? '').filters.inventory_status).toEqual(['sold_out']);
  });
});

describe('one listing', () => {
  const expected = {
    id,
    title: "Levi's 501 high rise jeans",
    brand: "Levi's",
    brandId: 'br_levis',
    sizeLabel: '28',
    priceCents: 3900,
    originalPriceCents: 9800,
    currency: 'USD',
    availability: 'available',
    condition: 'uln',
    department: 'Women',
    category: 'Jeans',
    subcategory: 'Straight Leg',
    categoryIds: ['00108975d97b4e80ef00a955', '00608975d97b4e80ef00a955'],
    colors: ['Blue'],
    coverUrl: 'https://pictures.example/m_1.jpg',
    pictureUrls: ['https://pictures.example/m_1.jpg', 'https://pictures.example/m_2.jpg'],
    likeCount: 12,
    shareCount: 340,
    commentCount: 1,
    createdAt: Date.parse('2025-08-16T17:40:02Z'),
    updatedAt: Date.parse('2026-04-28T01:14:56.120Z') - 7 * 3_600_000,
    availabilityChangedAt: Date.parse('2025-08-16T17:37:22Z'),
  };

  it('reads the same bare and wrapped', async () => {
    const { account, server } = await play({
      [post]: [{ json: fullPost() }, { json: { data: fullPost(), meta: {}, trace_id: 't' } }],
    });
    const bare = await account.listing(id);
    const wrapped = await account.listing(id);
    const url = `${server.origin}/listing/Levi-s-501-high-rise-jeans-${id}`;
    expect(bare).toEqual({ kind: 'ok', value: { ...expected, url } });
    expect(wrapped).toEqual({ ...bare, traceId: 't' });
  });

  it.each([
    ['a number', { price_amount: { val: 39 } }, 3900],
    ['cents', { price_amount: { val: '19.99' } }, 1999],
    ['no amount', { price_amount: undefined }, 3900],
    ['an amount that does not read', { price_amount: { val: 'n/a' } }, 3900],
    ['an empty amount', { price_amount: { val: '' } }, 3900],
    ['nonsense', { price_amount: { val: 'x' }, price: 'x' }, null],
  ])('reads a price from %s', async (_case, change, priceCents) => {
    const { account } = await play({ [post]: { json: fullPost(change) } });
    expect(await account.listing(id)).toMatchObject({ kind: 'ok', value: { priceCents } });
  });

  it.each([
    [{ price_amount: { val: '120.0', currency_code: 'CAD' } }, 'CAD'],
    [{ price_amount: { val: 120, currency_code: 'cad' } }, 'CAD'],
    [{ price_amount: undefined, original_price_amount: { val: 150, currency_code: 'CAD' } }, 'CAD'],
    [{ price_amount: { val: 120, currency_code: 'C$' } }, 'XXX'],
    [{ price_amount: { val: 120 }, original_price_amount: undefined }, 'USD'],
  ])('reads the currency from %j', async (change, currency) => {
    const { account } = await play({ [post]: { json: fullPost(change) } });
    expect(await account.listing(id)).toMatchObject({ kind: 'ok', value: { currency } });
  });

  it.each([
    [{ inventory: { status: 'sold_out' } }, 'sold'],
    [{ inventory: { status: 'not_for_sale' } }, 'not_for_sale'],
    [{ inventory: { status: 'reserved' } }, 'reserved'],
    [{ inventory: undefined }, 'unavailable'],
    [{ status: 'draft' }, 'unavailable'],
    [{ status: undefined }, 'available'],
  ])('reads from %j that it is %s', async (change, availability) => {
    const { account } = await play({ [post]: { json: fullPost(change) } });
    expect(await account.listing(id)).toMatchObject({ kind: 'ok', value: { availability } });
  });

  it('is not read from the answer for another one', async () => {
    const other = fullPost({ id: '68a0c1d2e3f4051627384999' });
    for (const json of [other, { data: other }, { data: [], id: 7 }]) {
      const { account } = await play({ [`GET /vm-rest/posts/${id}`]: { json } });
      expect(await account.listing(id)).toMatchObject({ kind: 'protocol_changed' });
    }
    const { account } = await play({ [`GET /vm-rest/posts/${id}`]: { json: fullPost({ data: other }) } });
    expect(await account.listing(id)).toMatchObject({ kind: 'ok', value: { id } });
  });

  it('treats odd fields as missing, and never accepts a script as a picture', async () => {
    const odd = {
      title: 7,
      brand: null,
      colors: ['x', { name: 'Red' }, null],
      catalog: 'none',
      like_count: 'many',
      condition: 'not_nwt',
      pictures: {},
      cover_shot: { url: 'javascript:alert(1)' },
    };
    const { account } = await play({ [post]: { json: fullPost(odd) } });
    expect(await account.listing(id)).toMatchObject({
      kind: 'ok',
      value: { title: '', brand: "Levi's", condition: 'other', likeCount: 99, pictureUrls: [] },
    });
  });

  it.each([
    ['a removed one', { json: fullPost({ status: 'removed' }) }, 'listing_gone'],
    ['one that never was', { status: 404, json: errorBody('NotFoundError', 404) }, 'listing_gone'],
    ['an unknown route', { status: 404, json: { error: { error_type: 'InternalError' } } }, 'protocol_changed'],
    ['something without an id', { json: { data: {} } }, 'protocol_changed'],
  ])('reports %s', async (_case, reply, kind) => {
    const { account } = await play({ [post]: reply });
    expect(await account.listing(id)).toMatchObject({ kind });
  });
});
