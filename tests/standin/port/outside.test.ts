// The port's parties, news, and shares to others against the practice marketplace, over HTTP and through a seller's browser.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { MarketAccount, MarketResult } from '#domain/ports/marketplace.ts';
import { epoch, openMarket } from '../caller.ts';
import { openAccounts } from './accounts.ts';

const hour = 3_600_000;
const market = await openMarket();
const { overHttp, throughBrowser, close } = openAccounts(market);
afterAll(async () => {
  await close();
  await market.close();
});
afterEach(() => market.control('POST', 'reset', { seed: 7 }));

function got<T>(result: MarketResult<T>): T {
  if (result.kind !== 'ok') throw new Error(`${result.kind}: ${result.message}`);
  return result.value;
}
const planted = (id: string, from: number, theme = {}) => ({
  ...{ id, theme, title: 'Planted' },
  start_at: new Date(epoch + from * hour).toISOString(),
  end_at: new Date(epoch + (from + 2) * hour).toISOString(),
});

describe.each([
  ['over HTTP', overHttp],
  ['through a browser', throughBrowser],
])('%s', (_, open) => {
  it('the four parties of a day are read, with rules that the closet’s listings can be compared with', async () => {
    const account = await open();
    const parties = got(await account.parties());
    expect(parties.map(({ status }) => status)).toEqual(['upcoming', 'upcoming', 'upcoming', 'upcoming']);
    const [brand, category, size, everything] = parties.map(({ theme }) => theme);
    expect(everything).toEqual({ brands: [], categories: [], sizes: [], unknown: [] });
    const closet = got(await account.closet('available'));
    expect(closet.some(({ brandId }) => brand?.brands.includes(brandId ?? ''))).toBe(true);
    expect(closet.some(({ categoryIds }) => categoryIds.some((id) => category?.categories.includes(id)))).toBe(true);
    expect(closet.some(({ sizeLabel }) => size?.sizes.includes(sizeLabel ?? ''))).toBe(true);
  });

  it('a share goes to a party that is on, and one that isn’t is refused for the listing', async () => {
    await market.control('POST', 'parties', {
      parties: [planted('p1', -1), planted('p2', 1), planted('p3', -1, { brands: ['Nobody'] })],
    });
    const account = await open();
    await account.bootstrap();
    const [listing] = got(await account.closet('available'));
    const id = listing?.id ?? '';
    expect(await account.share(id, { partyId: 'p1' })).toMatchObject({ kind: 'ok' });
    expect(await account.share(id, { partyId: 'p2' })).toMatchObject({ kind: 'validation' });
    expect(await account.share(id, { partyId: 'p3' })).toMatchObject({ kind: 'validation' });
    const shares = await market.journal('share');
    expect(shares.map(({ partyId, applied }) => [partyId, applied])).toEqual([
      ['p1', true],
      ['p2', false],
      ['p3', false],
    ]);
  });

  it('who shared is read without anything else of them, and gets their newest listing shared', async () => {
    await market.control('POST', 'news', { account: 'thrifty_jo', by: ['mia', 'tess'] });
    const account = await open();
    await account.bootstrap();
    const news = got(await account.news({ since: epoch - 24 * hour }));
    expect(news[0]?.people.map(({ name }) => name)).toEqual(['mia', 'tess']);
    expect(news.every(({ at }) => at >= epoch - 24 * hour)).toBe(true);
    expect(news.length).toBeGreaterThan(3);
    expect(JSON.stringify(news)).not.toMatch(/ [A-Z][a-z]+"|shared/);
    const [mia] = news[0]?.people ?? [];
    const theirs = got(await account.newestListing(mia?.id ?? ''));
    const before = theirs?.shareCount ?? 0;
    expect(await account.share(theirs?.id ?? '')).toMatchObject({ kind: 'ok' });
    expect(got(await account.newestListing(mia?.id ?? ''))).toMatchObject({
      id: theirs?.id,
      shareCount: before + 1,
    });
    await market.control('POST', `listings/${theirs?.id}`, { set: 'sold' });
    const next = got(await account.newestListing(mia?.id ?? ''));
    expect(next?.createdAt).toBeLessThanOrEqual(theirs?.createdAt ?? 0);
  });

  it.each([
    ['E4', 'human_check'],
    ['E7', 'rate_limited'],
    ['E8a', 'session_expired'],
  ])('ends with what the marketplace refuses: %s', async (fault, kind) => {
    const account = await open();
    const reads: [string, (account: MarketAccount) => Promise<MarketResult<unknown>>][] = [
      ['party', ({ parties }) => parties.call(account)],
      ['news', ({ news }) => news.call(account, { since: 0 })],
      ['closet', ({ newestListing }) => newestListing.call(account, 'somebody')],
    ];
    for (const [op, read] of reads) {
      await market.fault({ case: fault, times: 1 }, { op });
      expect(await read(account)).toMatchObject({ kind });
    }
  });
});
