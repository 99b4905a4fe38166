import { describe, expect, it } from 'vitest';
import { play } from '../scripted-connection.fixture.ts';
import { errorBody } from '../scripted-marketplace.fixture.ts';

const address = 'GET /vm-rest/current_parties/us';
const denim = '00108975d97b4e80ef00a955';
const party = {
  id: '69f00a10c3d4e5f6a7b8c9aa',
  title: 'Best in Denim Posh Party',
  start_at: '2026-04-28T16:00:00-07:00',
  end_at: '2026-04-28T18:00:00-07:00',
  current_status: 'upcoming',
  theme: { brands: [], categories_v2: [denim], size_set_tags: [] },
};
const page = (...data: unknown[]) => ({ json: { data, trace_id: 't' } });
const themed = (theme: unknown) => page({ ...party, theme });

describe('parties', () => {
  it('are read with their times and rules', async () => {
    const { account, server } = await play({ [address]: page(party, { ...party, id: 'p2', current_status: 'ended' }) });
    const read = {
      title: party.title,
      startsAt: Date.parse('2026-04-28T23:00:00Z'),
      endsAt: Date.parse('2026-04-29T01:00:00Z'),
      theme: { brands: [], categories: [denim], sizes: [], unknown: [] },
    };
    expect(await account.parties()).toEqual({
      kind: 'ok',
      traceId: 't',
      value: [
        { ...read, id: party.id, status: 'upcoming' },
        { ...read, id: 'p2', status: 'ended' },
      ],
    });
    expect(server.asked[0]?.query.has('pm_version')).toBe(true);
  });

  it.each([
    ['2026-04-28T16:00:00-07:00', 'upcoming'],
    ['2026-04-27T17:30:00-07:00', 'ongoing'],
    ['2026-04-27T15:00:00-07:00', 'ended'],
  ])('without a status that begin at %s are %s at 18:00', async (start, status) => {
    const end = new Date(Date.parse(start) + 7_200_000).toISOString();
    const { account } = await play({
      [address]: page({ ...party, start_at: start, end_at: end, current_status: undefined }),
    });
    expect(await account.parties()).toMatchObject({ value: [{ status, theme: { unknown: [] } }] });
  });

  it.each<[string, unknown, object]>([
    ['brands and sizes', { brands: ['Zara'], size_set_tags: ['M', '28'] }, { brands: ['Zara'], sizes: ['M', '28'] }],
    ['nothing at all', {}, {}],
    ['empty rules of kinds that are new', { colors: [], department: null, pattern: '', price: {}, nwt: false }, {}],
    ['a rule of a kind that is new', { brands: ['Zara'], colors: ['blue'] }, { brands: ['Zara'], unknown: ['colors'] }],
    ['brands that aren’t texts', { brands: [{ id: 'br_levis' }] }, { unknown: ['brands'] }],
    ['one brand that is empty', { brands: ['Zara', ' '] }, { unknown: ['brands'] }],
    ['categories in one text', { categories_v2: denim }, { unknown: ['categories_v2'] }],
    ['a rule named like a part of every object', { constructor: ['a'] }, { unknown: ['constructor'] }],
    ['no theme', undefined, { unknown: ['theme'] }],
  ])('ask for what their theme has: %s', async (_, theme, read) => {
    const { account } = await play({ [address]: themed(theme) });
    const empty = { brands: [], categories: [], sizes: [], unknown: [] };
    expect(await account.parties()).toMatchObject({ value: [{ theme: { ...empty, ...read } }] });
  });

  it('with a status that is new are named for it', async () => {
    const { account } = await play({ [address]: page({ ...party, current_status: 'cancelled' }) });
    expect(await account.parties()).toMatchObject({ value: [{ theme: { unknown: ['current_status'] } }] });
  });

  it.each<[string, object]>([
    ['no id', { id: undefined }],
    ['no title', { title: 7 }],
    ['a time that can’t be read', { start_at: 'soon' }],
    ['an end before its start', { end_at: party.start_at }],
  ])('with %s are left out, and the others are read', async (_, change) => {
    const { account } = await play({ [address]: page({ ...party, ...change }, 'odd', { ...party, id: 'fine' }) });
    expect(await account.parties()).toMatchObject({ kind: 'ok', value: [{ id: 'fine' }] });
  });

  it.each<[string, object, string]>([
    ['no list', { json: { parties: [] } }, 'protocol_changed'],
    ['nothing that is a party', page({ name: 'Denim' }), 'protocol_changed'],
    ['a limit', { status: 429, json: errorBody('RateLimitError', 429) }, 'rate_limited'],
  ])('end with %s like every other call', async (_, reply, kind) => {
    const { account } = await play({ [address]: reply });
    expect(await account.parties()).toMatchObject({ kind });
  });

  it('may be none', async () => {
    const { account } = await play({ [address]: page() });
    expect(await account.parties()).toMatchObject({ kind: 'ok', value: [] });
  });
});
