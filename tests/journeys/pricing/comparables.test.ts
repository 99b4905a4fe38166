import { beforeEach, describe, expect, it } from 'vitest';
import type { MarketListing } from '#domain/ports/marketplace.ts';
import { appraiseItem } from '#server/features/pricing/analyze-photo.ts';
import { pruneSearches } from '#server/features/pricing/comparables/search-comparables.ts';
import { saveFound } from '#server/features/pricing/comparables/search-store.ts';
import { countComparables, readComparables, readVersion } from '#server/features/pricing/comparables/store.ts';
import { readState, studyMarket } from '#server/features/pricing/pricing.ts';
import { openClosetWorld } from '../closet/closet-world.ts';
import { pricingJourney } from './pricing-journey.ts';

const journey = pricingJourney({ listings: 9, sold: 3 });
const { study, state } = journey;
const soldListing = (change: Partial<MarketListing>): MarketListing => ({
  id: 'sale',
  title: 'Mirella jeans',
  priceCents: 4_000,
  originalPriceCents: null,
  currency: 'USD',
  availability: 'sold',
  categoryIds: [],
  colors: [],
  pictureUrls: [],
  likeCount: 0,
  shareCount: 0,
  commentCount: 0,
  url: 'https://example.org/listing/sale',
  ...change,
});
const searches = async () => (await journey.world.journal()).filter(({ op }) => op === 'search');

describe('a seller who has linked no closet', () => {
  it('gets a price, and nothing is searched for at the real marketplace', async () => {
    const installation = await openClosetWorld({ real: true });
    const own = journey.pricingOf(installation);
    await appraiseItem(own, await installation.addUser(), { title: 'Levis jeans', brand: 'Levis' }, 12);
    expect(await installation.journal()).toEqual([]);
    await installation.close();
  });
});

describe('comparables', () => {
  beforeEach(async () => {
    await journey.world.database.query('delete from market_comparables');
    await journey.world.database.query('delete from market_searches');
  });

  it('are found by searching for the closet’s brands and kinds, once a week, without any session, and for other sellers, too', async () => {
    const { database, clock, closet, listings } = journey.world;
    await study();
    const { comparables, sold, fromSearch } = await state();
    expect(fromSearch).toBeGreaterThan(200);
    // Its three sales, and none of its nine asks.
    expect(comparables).toBe(3 + fromSearch);
    expect(sold).toBeGreaterThan(100);
    const { length } = await searches();
    expect((await searches()).every(({ account }) => account === null)).toBe(true);

    const other = await journey.world.addUser();
    await closet.linkWithPassword(other, { username: 'thrifty_jo', password: 'practice-1', keepPassword: true });
    await listings.sync(other);
    await studyMarket(journey.searching, other);
    expect((await readState(journey.pricing, other)).fromSearch).toBe(fromSearch);
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from market_comparables c join listings l on l.poshmark_id = c.poshmark_id and l.user_id = $1`,
      [journey.userId],
    );
    // The search also finds this closet, whose own listings count once.
    expect(rows[0]?.n).toBeGreaterThan(0);
    await study();
    expect(await searches()).toHaveLength(length);
    await clock.advance(8 * 86_400_000);
    await study();
    expect((await searches()).length).toBeGreaterThan(length);

    // They stay while searches find them, even if they were sold long ago, and go when none has for half a year.
    await database.query(`update market_comparables set seen_at = seen_at - interval '400 days' where state = 'sold'`);
    const before = (await state()).fromSearch;
    await pruneSearches(journey.pricing);
    expect((await state()).fromSearch).toBe(before);
    await clock.advance(181 * 86_400_000);
    await pruneSearches(journey.pricing);
    expect((await state()).fromSearch).toBe(0);
  });

  it('were sold today at the latest, whatever date the marketplace gives', async () => {
    const { database, clock } = journey.world;
    const save = (found: MarketListing) =>
      saveFound(database, { practice: true, term: 'brand mirella', found: [found], now: clock.now() });
    await save(soldListing({ id: 'one', availabilityChangedAt: clock.now() - 1_000 }));
    await save(soldListing({ id: 'one', availabilityChangedAt: Date.UTC(2099, 0, 1) }));
    const { rows } = await database.query<{ at: number }>('select seen_at as at from market_comparables');
    expect(rows).toEqual([{ at: clock.now() }]);
  });

  it('that a seller’s browser says it found count for that seller only, and never in place of what the server found', async () => {
    const { database, clock } = journey.world;
    const term = 'brand mirella';
    const other = await journey.world.addUser();
    const read = async (userId: string) => {
      const sources = { userId, practice: true, marketUserId: '', terms: [term] };
      const found: [string, number][] = [];
      for await (const page of readComparables(database, sources))
        found.push(...page.map(({ id, price }): [string, number] => [id, price]));
      const [version, { fromSearch }] = [
        await readVersion(database, sources),
        await countComparables(database, sources),
      ];
      return { found, version, fromSearch };
    };
    const save = (found: MarketListing[], carriedFor?: string) =>
      saveFound(database, { practice: true, term, found, now: clock.now(), ...(carriedFor && { carriedFor }) });
    await save([soldListing({ id: 'real' })]);
    const before = await read(other);
    expect(before.found).toEqual([['real', 4_000]]);
    const madeUp = ['real', 'made-up-1', 'made-up-2'].map((id) => soldListing({ id, priceCents: 300 }));
    await save(madeUp, journey.userId);
    expect(await read(other)).toEqual(before);
    const own = await read(journey.userId);
    expect(Object.fromEntries(own.found)).toEqual({ real: 4_000, 'made-up-1': 300, 'made-up-2': 300 });
    expect(own.fromSearch).toBe(3);
    expect(own.version).not.toBe(before.version);
    await clock.advance(181 * 86_400_000);
    await pruneSearches(journey.pricing);
    expect((await read(journey.userId)).found).toEqual([]);
  });

  it('are read once each, even if a search renews some between two pages', async () => {
    const { database, clock } = journey.world;
    const found = Array.from({ length: 2_500 }, (_, n) => soldListing({ id: `sale-${n}`, availabilityChangedAt: n }));
    const sources = { userId: journey.userId, practice: true, marketUserId: '', terms: ['brand mirella'] };
    const save = (listings: MarketListing[]) =>
      saveFound(database, { practice: true, term: 'brand mirella', found: listings, now: clock.now() });
    await save(found);
    const read: string[] = [];
    for await (const page of readComparables(database, sources)) {
      read.push(...page.map(({ id }) => id));
      // The oldest ones are now the newest.
      await save(
        found.slice(0, 300).map((listing) => ({ ...listing, availabilityChangedAt: 9_000_000 + read.length })),
      );
    }
    expect(new Set(read).size).toBe(read.length);
    expect(read.length).toBeGreaterThanOrEqual(2_200);
  });

  it('are not searched for a day after the marketplace limits searches, and the screen says so', async () => {
    await journey.world.fault('search', 'E5', { times: -1 });
    await study();
    const { searchPausedUntil, fromSearch } = await state();
    expect(fromSearch).toBe(0);
    expect(Date.parse(searchPausedUntil ?? '')).toBe(journey.world.clock.now() + 86_400_000);
    const { length } = await searches();
    expect(length).toBe(1);
    await study();
    expect(await searches()).toHaveLength(1);
    await journey.world.command('DELETE', 'faults');
    await journey.world.clock.advance(86_400_001);
    await study();
    expect((await state()).fromSearch).toBeGreaterThan(0);
    expect((await state()).searchPausedUntil).toBeNull();
  });
});
