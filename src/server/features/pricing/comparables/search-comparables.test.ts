import { beforeEach, expect, it } from 'vitest';
import type { MarketAccount, Marketplace, SearchQuery } from '#domain/ports/marketplace.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { addUser, ownDatabase, silentLog } from '#tests/database.ts';
import { type PricingContext, type SearchTerm, termsOfItem } from './pricing-context.ts';
import { searchFor, waitForTurn } from './search-comparables.ts';

const weekMs = 7 * 86_400_000;
const terms: SearchTerm[] = [
  { term: 'brand northfell', words: 'Northfell', brand: 'Northfell' },
  { term: 'kind jeans', words: 'jeans' },
];
const clock = manualClock(Date.parse('2026-05-04T09:00:00Z'));

const world = ownDatabase();
beforeEach(async () => {
  await world.database.query('delete from market_searches');
  await world.database.query(`update market_search_pace set next_at = 'epoch', paused_until = null`);
});

/** A marketplace that finds nothing and records the searches. */
function emptyMarketplace() {
  const asked: SearchQuery[] = [];
  const account = {
    async search(query: SearchQuery) {
      asked.push(query);
      return { kind: 'ok', value: { items: [], next: null } };
    },
  };
  const marketplace = { account: () => account as unknown as MarketAccount } as unknown as Marketplace;
  return { marketplace, asked };
}

const searchWith = (marketplaces: PricingContext['marketplaces'], realMs = 5) => {
  const context = {
    database: world.database,
    clock,
    marketplaces,
    searchSpacing: { real: realMs, practice: 0 },
    log: silentLog,
    carriedAt: new Map(),
  } as unknown as PricingContext;
  const search = (
    practice: boolean,
    terms: SearchTerm[],
    limits: Omit<Parameters<typeof searchFor>[1], 'practice' | 'terms'>,
  ) => searchFor(context, { practice, terms, ...limits });
  return { search, takeTurn: () => waitForTurn(context, false) };
};

const openSearch = () => {
  const [real, practice] = [emptyMarketplace(), emptyMarketplace()];
  const { search, takeTurn } = searchWith({ real: real.marketplace, practice: practice.marketplace });
  return { search, takeTurn, real, practice };
};
const limits = { most: 5, freshMs: weekMs };

it('searches for sold and available items, once per term and week', async () => {
  const { search, real } = openSearch();
  expect(await search(false, terms, limits)).toBe(0);
  expect(real.asked.map(({ words, status }) => `${words} ${status}`)).toEqual([
    'Northfell sold',
    'Northfell available',
    'jeans sold',
    'jeans available',
  ]);
  expect(await search(false, terms, limits)).toBe(0);
  expect(real.asked).toHaveLength(4);
});

it('returns how many terms are left if it may not search for all of them', async () => {
  const { search } = openSearch();
  expect(await search(false, terms, { ...limits, most: 1 })).toBe(1);
});

it('does not search the real marketplace while others do, but still searches the practice marketplace', async () => {
  const { search, real, practice } = openSearch();
  await world.database.query('update market_search_pace set next_at = to_timestamp($1 / 1000.0)', [
    clock.now() + 60_000,
  ]);
  expect(await search(false, terms, limits)).toBe(2);
  expect(real.asked).toEqual([]);
  await world.database.query(`update market_search_pace set next_at = 'epoch' where practice`);
  expect(await search(true, terms, limits)).toBe(0);
  expect(practice.asked).toHaveLength(4);
});

it('keeps results of the practice marketplace separate from the real one', async () => {
  const { search, real } = openSearch();
  await search(true, terms, limits);
  expect(real.asked).toEqual([]);
  await search(false, terms, limits);
  expect(real.asked).toHaveLength(4);
});

const nextTurn = async (): Promise<number> => {
  const { rows } = await world.database.query<{ at: number }>(
    'select (extract(epoch from next_at) * 1000)::float8 as at from market_search_pace where not practice',
  );
  return Math.round(rows[0]?.at ?? 0);
};

it('sends nothing more after a refusal, even if another search already waits for its turn', async () => {
  const real = emptyMarketplace();
  const refuse = async (query: SearchQuery) => {
    real.asked.push(query);
    // The other one has its turn by now.
    await expect.poll(nextTurn).toBe(clock.now() + 2000);
    return { kind: 'blocked', message: '' };
  };
  const account = () => ({ search: refuse }) as unknown as MarketAccount;
  const { search } = searchWith({ real: { account } as unknown as Marketplace, practice: null }, 1000);
  await Promise.all(terms.map((term) => search(false, [term], limits)));
  expect(real.asked).toHaveLength(1);
});

it('lets a browser search for its own seller only, at its own pace: nobody else’s search waits for it or is spared by it', async () => {
  const { search, real } = openSearch();
  const sellerId = await addUser(world.database);
  const sent: number[] = [];
  const carrier = {
    sellerId,
    async send() {
      sent.push(performance.now());
      return { kind: 'ok' as const, value: { items: [], next: null } };
    },
  };
  expect(await search(false, terms, { ...limits, carrier })).toBe(0);
  expect(sent).toHaveLength(4);
  // Three pauses of 5 ms. A timer may come a moment early.
  expect((sent[3] ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(12);
  expect(await nextTurn()).toBe(0);
  expect(await search(false, terms, { ...limits, carrier })).toBe(0);
  expect(sent).toHaveLength(4);
  // The server knows nothing of what the browser has found.
  expect(await search(false, terms, limits)).toBe(0);
  expect(real.asked).toHaveLength(4);
});

it('gives turns to other searches, too', async () => {
  const { takeTurn } = openSearch();
  await takeTurn();
  expect(await nextTurn()).toBe(clock.now() + 5);
});

it.each([
  ['a listing', { brand: "Levi's", category: 'Jeans', title: 'Blue 501' }, ['brand levis', 'kind jeans']],
  ['a photo', { brand: 'GAP', kind: 'T-shirt', isKindSeen: true }, ['brand gap', 'kind tee']],
  ['a photo that an AI model described', { kind: 'Denim jacket' }, ['kind jacket']],
  ['an item of unknown kind', { brand: 'GAP' }, ['brand gap']],
  ['an item that is only an accessory', { kind: 'Accessory' }, []],
])('comparables of %s are searched by its brand and its kind', (_, item, terms) => {
  expect(termsOfItem(item).map(({ term }) => term)).toEqual(terms);
});
