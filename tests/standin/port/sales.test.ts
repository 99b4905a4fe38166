// The port's sales against the practice marketplace, over HTTP and through a seller's browser.
import { afterAll, afterEach, describe, expect, it, test } from 'vitest';
import type { MarketAccount, MarketplaceSale, MarketplaceSales } from '#domain/ports/marketplace.ts';
import { feeOn } from '#domain/sales/earnings.ts';
import { recordingOf } from '#marketplace/recording/redactor.ts';
import { epoch, openMarket, record } from '../caller.ts';
import { openAccounts } from './accounts.ts';

const dayMs = 86_400_000;
const market = await openMarket();
const { overHttp, throughBrowser, close } = openAccounts(market);
afterAll(async () => {
  await close();
  await market.close();
});
afterEach(() => market.control('POST', 'reset', { seed: 7 }));

async function salesOf(account: MarketAccount, since?: number): Promise<MarketplaceSales> {
  const read = await account.sales(since === undefined ? {} : { since });
  if (read.kind !== 'ok') throw new Error(`${read.kind}: ${read.message}`);
  return read.value;
}

const states = ['sold', 'shipped', 'delivered', 'complete', 'cancelled', 'returned'];

describe.each([
  ['over HTTP', overHttp],
  ['through a browser', throughBrowser],
])('sales read %s', (_, open) => {
  it('are two years of a part-time reseller, newest first, with the fees of their days', async () => {
    const { sales, unreadable } = await salesOf(await open());
    expect(unreadable).toEqual([]);
    expect(sales.length).toBeGreaterThan(400);
    expect(sales.map(({ bookedAt }) => bookedAt)).toEqual(sales.map(({ bookedAt }) => bookedAt).sort((a, b) => b - a));
    expect(sales.at(-1)?.bookedAt).toBeLessThan(epoch - 700 * dayMs);
    expect(new Set(sales.map(({ id }) => id)).size).toBe(sales.length);
    // Nothing was bought on this day so far.
    expect(new Set(['sold', ...sales.map(({ state }) => state)])).toEqual(new Set(states));
    expect(sales.some(({ isBundle, bundleSize }) => isBundle && bundleSize > 1)).toBe(true);
    for (const { state, totalPriceCents: price, earningsCents, bookedAt, title } of sales) {
      const soldOn = new Date(bookedAt).toISOString().slice(0, 10);
      const isUndone = state === 'cancelled' || state === 'returned';
      expect(earningsCents, title).toBe(isUndone ? 0 : price - feeOn({ price, soldOn }));
    }
  });

  it('have three to eight a week where the closet no longer shows what was sold, and more in December than in July', async () => {
    const { sales } = await salesOf(await open());
    const inWeek = (week: number) =>
      sales.filter(({ bookedAt }) => {
        const asOf = Date.UTC(2026, 3, 1);
        return bookedAt <= asOf - week * 7 * dayMs && bookedAt > asOf - (week + 1) * 7 * dayMs;
      }).length;
    for (let week = 60; week < 104; week += 1) {
      expect(inWeek(week)).toBeGreaterThanOrEqual(3);
      expect(inWeek(week)).toBeLessThanOrEqual(8);
    }
    const ofMonth = (month: string) =>
      sales.filter(({ bookedAt }) => new Date(bookedAt).toISOString().startsWith(month)).length;
    expect(ofMonth('2024-12')).toBeGreaterThan(ofMonth('2024-07'));
  });

  it('have the listing that was just sold, and nothing of a closet that never sold anything', async () => {
    const account = await open();
    const closet = await account.closet('available');
    const [listing] = closet.kind === 'ok' ? closet.value : [];
    await market.control('POST', `listings/${listing?.id}`, { set: 'sold', price: 14 });
    const [newest] = (await salesOf(account, epoch)).sales;
    expect(newest).toMatchObject({ title: listing?.title, state: 'sold', bookedAt: epoch, size: listing?.sizeLabel });
    expect(newest?.earningsCents).toBe((newest?.totalPriceCents ?? 0) - 295);
    expect(await salesOf(await open('empty_eve', 'practice-3'))).toEqual({ sales: [], unreadable: [] });
  });

  it('have a planted order as it was planted, and refuse one in another currency by itself', async () => {
    const at = '2026-04-27T10:00:00.000Z';
    const order = { account: 'empty_eve', title: 'Silk blouse', price: 12.5, size: 'M', bookedAt: at };
    await market.control('POST', 'sales', { ...order, state: 'on_hold', bundleSize: 2 });
    const { json } = await market.control('POST', 'sales', { ...order, currency: 'CAD', earnings: 10 });
    const { sales, unreadable } = await salesOf(await open('empty_eve', 'practice-3'));
    const expected: Partial<MarketplaceSale> = { state: 'on_hold', totalPriceCents: 1250, earningsCents: null };
    expect(sales).toMatchObject([{ ...expected, isBundle: true, bundleSize: 2, bookedAt: Date.parse(at), size: 'M' }]);
    expect(unreadable).toEqual([{ id: json.id, why: 'The order isn’t in US dollars.' }]);
  });

  it('end like every other call with what the marketplace refuses', async () => {
    const account = await open();
    for (const [fault, kind] of [
      ['E4', 'human_check'],
      ['E7', 'rate_limited'],
      ['E8a', 'session_expired'],
      ['E11', 'unavailable'],
      ['E13', 'bad_answer'],
    ]) {
      await market.fault({ case: fault, times: 1 }, { op: 'sales' });
      expect(await account.sales()).toMatchObject({ kind });
    }
  });

  it('are nobody’s: the buyer and the address are in the answer, and in nothing that is made of it', async () => {
    const buyer = 'planted_buyer_77';
    await market.control('POST', 'sales', { account: 'empty_eve', title: 'Silk blouse', price: 30, buyer });
    const seller = await market.seller('empty_eve', 'practice-3');
    const answer = await seller.get('/vm-rest/users/self/orders/sales?request=%7B%7D&pm_version=2026.33.00');
    const [row] = record(answer.json.data).sales_summary as Record<string, unknown>[];
    expect(record(row?.buyer).username).toBe(buyer);
    expect(record(row?.shipping_address).street_address).toBe('12 Practice Street');
    const read = await salesOf(await open('empty_eve', 'practice-3'));
    const recording = recordingOf(
      [
        {
          method: 'GET',
          url: `${market.origin}/vm-rest/users/self/orders/sales`,
          ...{ requestHeaders: [], status: 200, responseHeaders: [] },
          responseBody: { type: 'application/json', text: answer.text },
        },
      ],
      { origin: market.origin, startedAt: epoch, madeFrom: 'har' },
    );
    const journal = await market.control('GET', 'journal?since=0');
    for (const made of [read, recording, journal])
      expect(JSON.stringify(made)).not.toMatch(/planted_buyer|practice buyer|practice street|dayton|45402/i);
    expect(JSON.stringify(recording)).not.toMatch(/"buyer"|"shipping_address"/);
  });
});

test('two practice marketplaces of one seed have the same orders', async () => {
  const ofSelf = async (origin: typeof market) => {
    const seller = await origin.seller();
    const { json } = await seller.get('/vm-rest/users/self/orders/sales?request=%7B%22count%22%3A100%7D&pm_version=1');
    return JSON.stringify(record(json.data)).replaceAll(origin.origin, '');
  };
  const other = await openMarket();
  expect(await ofSelf(other)).toBe(await ofSelf(market));
  await other.close();
});
