// What the practice marketplace has is what the port reads: over HTTP, and through a seller's browser.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Carry } from '#domain/ports/carrier.ts';
import type { MarketAccount, MarketplaceSales, MarketResult } from '#domain/ports/marketplace.ts';
import { feeOn } from '#domain/sales/earnings.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { handedOn } from '#marketplace/protocol/handed-on.ts';
import { recordingOf } from '#marketplace/recording/redactor.ts';
import { movableClock } from '#marketplace/tests/scripted-marketplace.fixture.ts';
import { judge } from '../../src/companion/allow/allowlist.ts';
import { epoch, openMarket, record } from './caller.ts';

const hour = 3_600_000;
const market = await openMarket();
const clock = { ...movableClock(), now: () => epoch };
const connector = connectMarketplace({ origin: market.origin, userAgent: 'Hangtag/0 (test)', clock });
afterAll(async () => {
  await connector.close();
  await market.close();
});
afterEach(() => market.control('POST', 'reset', { seed: 7 }));

async function overHttp(username = 'thrifty_jo', password = 'practice-1'): Promise<MarketAccount> {
  const account = connector.account({ cookies: [] });
  expect(await account.signIn({ username, password })).toMatchObject({ kind: 'ok' });
  return account;
}

/** What the extension does between the server and the page, with the cookies of a browser. */
async function throughBrowser(username = 'thrifty_jo', password = 'practice-1'): Promise<MarketAccount> {
  const { jar } = await market.seller(username, password);
  const carry: Carry = async (asked) => {
    const verdict = judge(asked);
    if ('refused' in verdict) return { kind: 'not_sent', reason: 'not_allowed' };
    const { call, method, path, headers, body } = verdict.allowed;
    const reply = await fetch(market.origin + path, { method, headers: { ...headers, cookie: jar.header() }, body });
    jar.keep(reply.headers.getSetCookie());
    return { kind: 'answered', status: reply.status, path, headers: {}, body: handedOn(call, await reply.text()) };
  };
  return connector.account({ cookies: [] }, { sellerId: 's1', carry });
}

function got<T>(result: MarketResult<T>): T {
  if (result.kind !== 'ok') throw new Error(`${result.kind}: ${result.message}`);
  return result.value;
}
const salesOf = async (account: MarketAccount, since?: number): Promise<MarketplaceSales> =>
  got(await account.sales(since === undefined ? {} : { since }));
const planted = (id: string, from: number, theme = {}) => ({
  ...{ id, theme, title: 'Planted' },
  start_at: new Date(epoch + from * hour).toISOString(),
  end_at: new Date(epoch + (from + 2) * hour).toISOString(),
});

describe.each([
  ['over HTTP', overHttp],
  ['through a browser', throughBrowser],
])('%s', (_, open) => {
  it('a day has four parties whose rules fit the closet, and a share goes only to one that is on and fits', async () => {
    const account = await open();
    const parties = got(await account.parties());
    expect(parties.map(({ status }) => status)).toEqual(['upcoming', 'upcoming', 'upcoming', 'upcoming']);
    const [brand, category, size, everything] = parties.map(({ theme }) => theme);
    expect(everything).toEqual({ brands: [], categories: [], sizes: [], unknown: [] });
    const closet = got(await account.closet('available'));
    expect(closet.some(({ brandId }) => brand?.brands.includes(brandId ?? ''))).toBe(true);
    expect(closet.some(({ categoryIds }) => categoryIds.some((id) => category?.categories.includes(id)))).toBe(true);
    expect(closet.some(({ sizeLabel }) => size?.sizes.includes(sizeLabel ?? ''))).toBe(true);

    await market.control('POST', 'parties', {
      parties: [planted('p1', -1), planted('p2', 1), planted('p3', -1, { brands: ['Nobody'] })],
    });
    await account.bootstrap();
    const id = closet[0]?.id ?? '';
    for (const [partyId, kind] of [
      ['p1', 'ok'],
      ['p2', 'validation'],
      ['p3', 'validation'],
    ] as const)
      expect(await account.share(id, { partyId })).toMatchObject({ kind });
    expect((await market.journal('share')).map(({ partyId, applied }) => [partyId, applied])).toEqual([
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
    const newest = async () => got(await account.newestListing(news[0]?.people[0]?.id ?? ''));
    const theirs = await newest();
    expect(await account.share(theirs?.id ?? '')).toMatchObject({ kind: 'ok' });
    expect(await newest()).toMatchObject({ id: theirs?.id, shareCount: (theirs?.shareCount ?? 0) + 1 });
    await market.control('POST', `listings/${theirs?.id}`, { set: 'sold' });
    expect((await newest())?.createdAt).toBeLessThanOrEqual(theirs?.createdAt ?? 0);
  });

  it('sales are two years of a part-time reseller, newest first, with the fees of their days', async () => {
    const account = await open();
    const { sales, unreadable } = await salesOf(account);
    expect(unreadable).toEqual([]);
    expect(sales.length).toBeGreaterThan(400);
    expect(sales.map(({ bookedAt }) => bookedAt)).toEqual(sales.map(({ bookedAt }) => bookedAt).sort((a, b) => b - a));
    expect(sales.at(-1)?.bookedAt).toBeLessThan(epoch - 700 * 24 * hour);
    expect(new Set(sales.map(({ id }) => id)).size).toBe(sales.length);
    const states = ['shipped', 'delivered', 'complete', 'cancelled', 'returned'];
    expect(new Set(sales.map(({ state }) => state))).toEqual(new Set(states));
    expect(sales.some(({ isBundle, bundleSize }) => isBundle && bundleSize > 1)).toBe(true);
    for (const { state, totalPriceCents: price, earningsCents, bookedAt, title } of sales) {
      const soldOn = new Date(bookedAt).toISOString().slice(0, 10);
      const isUndone = state === 'cancelled' || state === 'returned';
      expect(earningsCents, title).toBe(isUndone ? 0 : price - feeOn({ price, soldOn }));
    }
    const [listing] = got(await account.closet('available'));
    await market.control('POST', `listings/${listing?.id}`, { set: 'sold', price: 14 });
    const [newest] = (await salesOf(account, epoch)).sales;
    expect(newest).toMatchObject({ title: listing?.title, state: 'sold', bookedAt: epoch, size: listing?.sizeLabel });
    expect(newest?.earningsCents).toBe((newest?.totalPriceCents ?? 0) - 295);
  });

  it('a planted order is read as it was planted, one in another currency is refused by itself, and neither tells of its buyer', async () => {
    const account = await open('empty_eve', 'practice-3');
    expect(await salesOf(account)).toEqual({ sales: [], unreadable: [] });
    const at = '2026-04-27T10:00:00.000Z';
    const order = { account: 'empty_eve', title: 'Silk blouse', price: 12.5, size: 'M', bookedAt: at };
    const own = { state: 'on_hold', bundleSize: 2, buyer: 'planted_buyer_77' };
    await market.control('POST', 'sales', { ...order, ...own });
    const { json } = await market.control('POST', 'sales', { ...order, currency: 'CAD', earnings: 10 });
    const read = await salesOf(account);
    const bundle = { isBundle: true, bundleSize: 2, totalPriceCents: 1250, earningsCents: null };
    expect(read.sales).toMatchObject([{ ...bundle, state: 'on_hold', bookedAt: Date.parse(at), size: 'M' }]);
    expect(read.unreadable).toEqual([{ id: json.id, why: 'The order isn’t in US dollars.' }]);

    const seller = await market.seller('empty_eve', 'practice-3');
    const answer = await seller.get('/vm-rest/users/self/orders/sales?request=%7B%7D&pm_version=2026.33.00');
    const row = (record(answer.json.data).sales_summary as Record<string, unknown>[]).find(({ id }) => id !== json.id);
    expect(record(row?.buyer).username).toBe('planted_buyer_77');
    expect(record(row?.shipping_address).street_address).toBe('12 Practice Street');
    const observed = {
      method: 'GET',
      url: `${market.origin}/vm-rest/users/self/orders/sales`,
      ...{ requestHeaders: [], status: 200, responseHeaders: [] },
      responseBody: { type: 'application/json', text: answer.text },
    };
    const recording = recordingOf([observed], { origin: market.origin, startedAt: epoch, madeFrom: 'har' });
    for (const made of [read, recording, await market.control('GET', 'journal?since=0')])
      expect(JSON.stringify(made)).not.toMatch(/planted_buyer|practice buyer|practice street|dayton|45402/i);
    expect(JSON.stringify(recording)).not.toMatch(/"buyer"|"shipping_address"/);
  });
});
