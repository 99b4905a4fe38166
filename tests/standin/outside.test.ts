// Parties, and people who share a seller's listings, as the practice marketplace has them.
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { epoch, errorOf, ids, type Json, list, openMarket, record } from './caller.ts';

const market = await openMarket();
afterAll(() => market.close());
afterEach(async () => {
  await market.control('POST', 'clock', { real: true });
  await market.control('POST', 'reset', { seed: 7 });
});

const hour = 3_600_000;
/** 1:00 in Los Angeles. */
const at = (wall: number) =>
  market.control('POST', 'clock', { now: new Date(epoch + (wall - 1) * hour).toISOString() });
const parties = async (): Promise<Json[]> => {
  const seller = await market.seller();
  return list((await seller.get('/vm-rest/current_parties/us?pm_version=1')).json.data);
};

describe('parties', () => {
  test('are four a day in Los Angeles, two hours each: by brand, by category, by size, and for everything', async () => {
    const shown = await parties();
    expect(shown.map(({ start_at, end_at }) => [Date.parse(String(start_at)), Date.parse(String(end_at))])).toEqual(
      [10, 13, 17, 20].map((wall) => [epoch + (wall - 1) * hour, epoch + (wall + 1) * hour]),
    );
    const rules = shown.map(({ theme }) =>
      Object.entries(record(theme)).flatMap(([key, rule]) => (list(rule).length ? key : [])),
    );
    expect(rules).toEqual([['brands'], ['categories_v2'], ['size_set_tags'], []]);
    expect(await parties()).toEqual(shown);
  });

  test.each([
    [9, ['upcoming', 'upcoming', 'upcoming', 'upcoming']],
    [10, ['ongoing', 'upcoming', 'upcoming', 'upcoming']],
    [12, ['upcoming', 'upcoming', 'upcoming', 'upcoming']],
    [21.9, ['ongoing', 'upcoming', 'upcoming', 'upcoming', 'upcoming']],
  ])('at %i o’clock are %j', async (wall, expected) => {
    await at(wall);
    expect((await parties()).map(({ current_status }) => current_status)).toEqual(expected);
  });

  test.each([
    ['brand', 10],
    ['category', 13],
    ['size', 17],
  ])('by %s take what fits and refuse the rest, once they are open', async (_, wall) => {
    await at(wall);
    const jo = await market.seller();
    const [party, next] = await parties();
    const kinds = await Promise.all(
      (await jo.wholeCloset())
        .flat()
        .map(async ({ id }) => errorOf(await jo.share(String(id), `&event_ids=${party?.id}`)).userMessage),
    );
    expect(new Set(kinds)).toEqual(new Set([undefined, 'This listing does not fit the theme of the party']));
    const [first] = (await jo.wholeCloset()).flat();
    expect(errorOf(await jo.share(String(first?.id), `&event_ids=${next?.id}`))).toMatchObject({
      errorType: 'InvalidInputError',
      userMessage: 'This party is not open',
    });
    const [last] = (await market.journal('share')).slice(-1);
    expect(last).toMatchObject({ partyId: next?.id, applied: false });
  });

  test('that were planted take their place, with rules that nobody knows and without a status', async () => {
    const planted = {
      title: 'Planted Posh Party',
      start_at: new Date(epoch - hour).toISOString(),
      end_at: new Date(epoch + hour).toISOString(),
    };
    const brands = ["LEVI'S"];
    const { json } = await market.control('POST', 'parties', {
      parties: [
        { ...planted, theme: { brands, size_set_tags: [] } },
        { ...planted, id: 'p2', current_status: null, theme: { nwt_only: true } },
      ],
    });
    const [one, two] = await parties();
    expect(json.ids).toEqual([one?.id, 'p2']);
    expect([one?.current_status, two?.current_status]).toEqual(['ongoing', null]);
    expect(two?.theme).toEqual({ nwt_only: true });
    const jo = await market.seller();
    const posts = (await jo.wholeCloset()).flat();
    const levis = posts.find(({ brand }) => brand === "Levi's");
    expect(errorOf(await jo.share(String(levis?.id), `&event_ids=${one?.id}`))).toEqual({});
    expect(errorOf(await jo.share(String(levis?.id), '&event_ids=p2')).userMessage).toMatch(/does not fit/);
    const odd = { parties: [{ ...planted, end_at: planted.start_at }] };
    expect((await market.control('POST', 'parties', odd)).status).toBe(400);
    await market.control('POST', 'parties', { parties: null });
    expect(await parties()).toHaveLength(4);
  });
});

const uidOf = async (name: string): Promise<string> => {
  const [post] = list((await market.visitor().closet('all', {}, name)).json.data);
  return String(post?.creator_id);
};
type Shown = { id: string; at: number; listing: string; by: Json[] };
async function news(username = 'thrifty_jo', password = 'practice-1'): Promise<Shown[]> {
  const seller = await market.seller(username, password);
  const items: Json[] = [];
  let cursor: unknown;
  do {
    const from = cursor === undefined ? '' : `&max_id=${cursor}`;
    const { json } = await seller.get(`/vm-rest/users/self/newsfeed/share?count=20${from}&pm_version=1`);
    items.push(
      ...list(json.data).flatMap((group) => list(record(group.content).data).map((one) => record(one.news_item))),
    );
    cursor = record(json.more).next_max_id;
  } while (cursor !== undefined);
  return items.map((item) => ({
    id: String(item.id),
    at: Date.parse(String(item.created_at)),
    listing: String(record(record(item.target).data).post_id),
    by: list(record(item.actor).data),
  }));
}

describe('news', () => {
  test('are a few shares a day of the seller’s own listings by twenty strangers with closets of 5 to 40', async () => {
    const shown = await news();
    const jo = await market.seller();
    const own = new Set(ids((await jo.wholeCloset()).flat()));
    expect(shown.every(({ listing }) => own.has(listing))).toBe(true);
    expect(shown.map(({ at }) => at)).toEqual(shown.map(({ at }) => at).sort((a, b) => b - a));
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
    const today = shown.filter(({ at }) => at > epoch - 24 * hour);
    expect(today.length).toBeGreaterThanOrEqual(3);
    expect(today.length).toBeLessThanOrEqual(10);
    const people = new Map(shown.flatMap(({ by }) => by.map((one) => [one.id, one.username])));
    expect(people.size).toBeGreaterThan(12);
    expect(people.size).toBeLessThanOrEqual(20);
    for (const [id, name] of people) {
      const size = (await jo.wholeCloset('available', String(name))).flat().length;
      expect(size).toBeGreaterThanOrEqual(5);
      expect(size).toBeLessThanOrEqual(40);
      expect(await uidOf(String(name))).toBe(id);
    }
    expect(await news()).toEqual(shown);
    expect(await news('empty_eve', 'practice-3')).toEqual([]);
  });

  test('are the seller’s own only', async () => {
    const jo = await market.seller();
    const other = await uidOf('big_bea');
    expect(errorOf(await jo.get(`/vm-rest/users/${other}/newsfeed/share?count=48`)).errorType).toBe('ForbiddenError');
    expect((await market.visitor().get('/vm-rest/users/self/newsfeed/share')).status).toBe(401);
  });

  test('can be planted, also with people whom nobody knew', async () => {
    const jo = await market.seller();
    const [post] = list((await jo.closet()).json.data);
    const body = { account: 'thrifty_jo', by: ['mia', 'big_bea'], listingId: post?.id };
    expect((await market.control('POST', 'news', body)).json.made).toEqual(['mia']);
    await market.control('POST', 'news', { account: 'thrifty_jo', by: ['mia'] });
    const [second, first] = (await news()).filter(({ by }) => by.some(({ username }) => username === 'mia'));
    expect([first, second].map((item) => item?.by.map(({ username }) => username)).sort()).toEqual([
      ['mia'],
      ['mia', 'big_bea'],
    ]);
    expect(first?.at).not.toBe(second?.at);
    expect(list((await jo.closet('available', {}, 'mia')).json.data).length).toBeGreaterThanOrEqual(5);
    const wrong = await market.control('POST', 'news', { ...body, listingId: '68a0c1d2e3f405162738495a' });
    expect(wrong.status).toBe(404);
  });

  test('a stranger has something new every other day, and the same ids as before', async () => {
    const [name] = (await news()).flatMap(({ by }) => by.map(({ username }) => String(username)));
    const jo = await market.seller();
    const newest = async () =>
      list((await jo.closet('available', { count: 100 }, name)).json.data).toSorted((a, b) =>
        String(b.created_at).localeCompare(String(a.created_at)),
      );
    const before = await newest();
    await market.control('POST', 'clock', { advanceMs: 4 * 24 * hour });
    const after = await newest();
    expect(after).toHaveLength(before.length);
    const fresh = ids(after).filter((id) => !ids(before).includes(id));
    expect(fresh).toEqual(ids(after.slice(0, 2)));
    expect(errorOf(await jo.share(String(fresh[0])))).toEqual({});
    expect((await jo.post(String(fresh[0]))).json).toMatchObject({ share_count: 1 });
    expect(ids(list((await jo.closet('available', {}, name)).json.data))[0]).toBe(fresh[0]);
  });
});
