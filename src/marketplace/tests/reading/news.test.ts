import { describe, expect, it } from 'vitest';
import { play } from '../scripted-connection.fixture.ts';
import { errorBody, fullPost, linkedSession } from '../scripted-marketplace.fixture.ts';

const uid = linkedSession().userId ?? '';
const address = `GET /vm-rest/users/${uid}/newsfeed/share`;
const listing = '68a0c1d2e3f405162738495a';
const mia = { id: '66c2000000000000000000aa', username: 'mia_1', display_handle: 'mia' };
const item = (id: string, change: object = {}) => ({
  id,
  message: 'mia shared your listing and lives at 1 Planted Street',
  created_at: '2026-04-27T09:12:00-07:00',
  target: { data: { post_id: listing } },
  actor: { data: [{ ...mia, full_name: 'Planted Mia', email: 'planted@example.org' }] },
  ...change,
});
const group = (...items: unknown[]) => ({ content: { data: items.map((one) => ({ news_item: one })) } });
const page = (groups: unknown[], next?: unknown) => ({
  json: { data: groups, more: next === undefined ? {} : { next_max_id: next }, trace_id: 't' },
});
const since = Date.parse('2026-04-27T01:00:00Z');

describe('news', () => {
  it('are read page by page, newest first, with the ids and public names of people and nothing else of them', async () => {
    const tess = { id: '66c2000000000000000000bb', username: 'tess' };
    const later = item('n2', { created_at: '2026-04-27T10:00:00-07:00', actor: { data: [mia, tess] } });
    const { account, server } = await play({
      [address]: [page([group(item('n1')), group(later)], 1777338896.12), page([group(item('n1'), item('n3'))])],
    });
    const read = await account.news({ since });
    const name = { id: mia.id, name: 'mia' };
    expect(read).toEqual({
      kind: 'ok',
      traceId: 't',
      value: [
        {
          itemId: 'n2',
          listingId: listing,
          at: Date.parse('2026-04-27T17:00:00Z'),
          people: [name, { id: tess.id, name: 'tess' }],
        },
        { itemId: 'n1', listingId: listing, at: Date.parse('2026-04-27T16:12:00Z'), people: [name] },
        { itemId: 'n3', listingId: listing, at: Date.parse('2026-04-27T16:12:00Z'), people: [name] },
      ],
    });
    expect(JSON.stringify(read)).not.toMatch(/planted/i);
    expect(server.asked.map(({ query }) => [query.get('count'), query.get('max_id')])).toEqual([
      ['48', null],
      ['48', '1777338896.12'],
    ]);
  });

  it('are read down to the first page from before a moment, and end at that moment', async () => {
    const old = item('old', { created_at: '2026-04-26T00:00:00Z' });
    const { account, server } = await play({
      [address]: [page([group(item('n1'), old)], 'a'), page([group(old)], 'b'), page([])],
    });
    expect(await account.news({ since })).toMatchObject({ kind: 'ok', value: [{ itemId: 'n1' }] });
    expect(server.asked).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['of another kind', { content: { title: 'Your week' } }],
    ['without an id', group(item('x', { id: undefined }))],
    ['without a listing', group(item('x', { target: {} }))],
    ['at a time that can’t be read', group(item('x', { created_at: 'today' }))],
    ['about somebody without an id', group(item('x', { actor: { data: [{ username: 'mia' }] } }))],
    ['about somebody without a name', group(item('x', { actor: { data: [{ id: mia.id }] } }))],
    ['that are no object', 'odd'],
  ])('%s are left out, and the others are read', async (_, odd) => {
    const { account } = await play({ [address]: page([odd, group(item('n1'))]) });
    expect(await account.news({ since })).toMatchObject({ kind: 'ok', value: [{ itemId: 'n1' }] });
  });

  it.each<[string, object, string]>([
    ['no list', { json: { data: {} } }, 'protocol_changed'],
    ['no item that looks like one', page([{ story: {} }]), 'protocol_changed'],
  ])('end with %s like every other call', async (_, reply, kind) => {
    const { account } = await play({ [address]: reply });
    expect(await account.news({ since })).toMatchObject({ kind });
  });

  it('are read at another path if a switch says so', async () => {
    const switches = { newsPath: '/vm-rest/news/shares' };
    const { account } = await play({ 'GET /vm-rest/news/shares': page([]) }, { switches });
    expect(await account.news({ since })).toMatchObject({ kind: 'ok', value: [] });
  });
});

describe('the newest listing of somebody', () => {
  const closet = `GET /vm-rest/users/${mia.id}/posts/filtered`;
  const theirs = (id: string, created: string, change: object = {}) =>
    fullPost({ id, creator_id: mia.id, created_at: created, first_published_at: '2025-01-01T00:00:00Z', ...change });
  const old = theirs('a', '2026-01-01T00:00:00Z');
  const sold = { inventory: { status: 'sold_out' } };

  it.each<[string, unknown[], string | null]>([
    [
      'is the one that was made last',
      [old, theirs('b', '2026-03-01T00:00:00Z'), theirs('c', '2026-02-01T00:00:00Z')],
      'b',
    ],
    ['is one that is for sale', [old, theirs('b', '2026-03-01T00:00:00Z', sold)], 'a'],
    ['is never somebody else’s', [fullPost({ id: 'mine' }), fullPost({ id: 'nobodys', creator_id: undefined })], null],
    ['is none in an empty closet', [], null],
  ])('%s', async (_, data, id) => {
    const { account, server } = await play({ [closet]: { json: { data, more: { next_max_id: 1 } } } });
    expect(await account.newestListing(mia.id)).toMatchObject({ kind: 'ok', value: id === null ? null : { id } });
    expect(server.asked).toHaveLength(1);
  });

  it('can be missing because the person is', async () => {
    const { account } = await play({ [closet]: { status: 404, json: errorBody('UserNotFoundError', 404) } });
    expect(await account.newestListing(mia.id)).toMatchObject({ kind: 'not_found' });
  });
});
