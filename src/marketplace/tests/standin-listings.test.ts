import { describe, expect, it } from 'vitest';
import type { MarketAccount, MarketListing } from '#domain/ports/marketplace.ts';
import { discountsOf, likersOf, offering } from './offering.fixture.ts';
import {
  change,
  closetOf,
  control,
  fault,
  journal,
  market,
  shareAll,
  signedIn,
  smallSeller,
  standinForEach,
  unwrap,
} from './standin-journey.fixture.ts';

standinForEach();

describe('the closet at the practice marketplace', () => {
  it('60 listings are two pages and 60 distinct ids', async () => {
    const account = await signedIn();
    const listings = await closetOf(account);
    expect(new Set(listings.map(({ id }) => id)).size).toBe(60);
    expect(await journal('closet')).toHaveLength(2);
    expect(
      listings.every(({ availability, priceCents }) => availability === 'available' && (priceCents ?? 0) >= 300),
    ).toBe(true);
  });

  it('exactly 48 are one page', async () => {
    const account = await smallSeller(48);
    expect(await closetOf(account)).toHaveLength(48);
    expect(await journal('closet')).toHaveLength(1);
  });

  it('1,200 are read to the end over their cursors', async () => {
    const account = await signedIn('big_bea', 'practice-4');
    expect(new Set((await closetOf(account)).map(({ id }) => id)).size).toBe(1200);
    expect(await journal('closet')).toHaveLength(25);
  });

  it('a cursor that repeats forever ends the reading', async () => {
    const account = await signedIn();
    await fault({ case: 'same-cursor', times: -1 }, { op: 'closet' });
    expect(await account.closet('all')).toMatchObject({ kind: 'protocol_changed' });
    expect((await journal('closet')).length).toBeLessThan(5);
  });

  it('reads the same bare and wrapped, with money as a string and as a number', async () => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    const id = listing?.id ?? '';
    await change(id, { price: 39 });
    const seen: MarketListing[] = [];
    for (const config of [
      { moneyAs: 'string' },
      { moneyAs: 'number' },
      { wrapPosts: 'always' },
      { wrapPosts: 'never' },
    ]) {
      await control('POST', 'config', config);
      seen.push(unwrap(await account.listing(id)));
    }
    expect(seen[0]?.priceCents).toBe(3900);
    for (const one of seen) expect(one).toEqual(seen[0]);
  });

  it('a price without its amount is read from the whole number', async () => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    await change(listing?.id ?? '', { price: 39 });
    await fault({ case: 'no-amount' }, { op: 'post' });
    expect(unwrap(await account.listing(listing?.id ?? '')).priceCents).toBe(3900);
  });

  it('sharing from last to first keeps the order', async () => {
    const account = await smallSeller(10);
    const before = await closetOf(account);
    expect(await shareAll(account, before)).toEqual(Array.from({ length: 10 }, () => 'ok'));
    expect((await closetOf(account)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('a closet that is suddenly empty is reported as empty, with a valid session', async () => {
    const account = await signedIn();
    await fault({ case: 'empty' }, { op: 'closet' });
    expect(await closetOf(account)).toEqual([]);
    expect(await account.probe()).toMatchObject({ kind: 'ok' });
    expect(await closetOf(account)).toHaveLength(60);
  });
});

describe('prices at the practice marketplace', () => {
  async function withListing(): Promise<{ account: MarketAccount; id: string }> {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    const id = listing?.id ?? '';
    await change(id, { price: 39 });
    return { account, id };
  }

  it('39 becomes 25 and nothing else changes', async () => {
    const { account, id } = await withListing();
    const before = unwrap(await account.listing(id));
    expect(unwrap(await account.setPrice(id, 2500))).toEqual({ oldPriceCents: 3900, newPriceCents: 2500 });
    const after = unwrap(await account.listing(id));
    expect({ ...after, updatedAt: 0 }).toEqual({ ...before, priceCents: 2500, updatedAt: 0 });
  });

  it('a price above the original one also raises that', async () => {
    const { account, id } = await withListing();
    expect(await account.setPrice(id, 90_000)).toMatchObject({ kind: 'ok' });
  });

  it('cents are refused before sending', async () => {
    const { account, id } = await withListing();
    expect(await account.setPrice(id, 1999)).toMatchObject({ kind: 'validation' });
    expect(await journal('update')).toEqual([]);
  });

  it('a change by someone else between read and write costs one more try', async () => {
    const { account, id } = await withListing();
    await fault({ case: 'stale' }, { op: 'update' });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'ok' });
    expect(await journal('update')).toHaveLength(2);
  });

  it('a write that does nothing is reported', async () => {
    const { account, id } = await withListing();
    await fault({ case: 'noop' }, { op: 'update' });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'write_not_applied' });
  });

  it('of 20 changes with the 7th sold and the 12th removed, 18 are done and 2 are reported', async () => {
    const account = await smallSeller(20);
    const ids = (await closetOf(account)).map(({ id }) => id);
    await change(ids[6] ?? '', { set: 'sold' });
    await change(ids[11] ?? '', { set: 'removed' });
    const kinds: string[] = [];
    for (const id of ids) kinds.push((await account.setPrice(id, 700)).kind);
    expect(kinds.filter((kind) => kind === 'ok')).toHaveLength(18);
    expect([kinds[6], kinds[11]]).toEqual(['listing_not_available', 'listing_gone']);
  });

  it('a change whose answer was lost is found to have happened', async () => {
    const { account, id } = await withListing();
    await fault({ case: 'reset' }, { op: 'update' });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'ok' });
    expect(await journal('update')).toHaveLength(1);
  });
});

describe('offers and search at the practice marketplace', () => {
  it('sends an offer with a fetched discount once, and none at 5 % off', async () => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    const id = listing?.id ?? '';
    await change(id, { price: 40, likes: 5 });
    expect(unwrap(await likersOf(account, id))).toHaveLength(5);
    const discounts = unwrap(await discountsOf(account, id, 4000));
    expect(discounts.map(({ label }) => label)).toEqual(['No Discount', '$4.99 Shipping', 'Free Shipping']);
    const discountId = discounts[1]?.id ?? '';
    expect(await account.sendOffer(id, offering(3800, discountId))).toMatchObject({ kind: 'validation' });
    expect(await journal('offer')).toEqual([]);
    expect(await account.sendOffer(id, offering(3600, discountId))).toMatchObject({ kind: 'ok' });
    expect(await account.sendOffer(id, offering(3600, discountId))).toMatchObject({
      kind: 'validation',
      message: 'An offer is already active',
    });
  });

  it('if discounts can’t be read, no discount is the only choice, and an offer with it is accepted', async () => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    const id = listing?.id ?? '';
    await change(id, { price: 40, likes: 1 });
    await fault({ case: 'E13' }, { op: 'discounts' });
    const [only, ...others] = unwrap(await discountsOf(account, id, 4000));
    expect([only?.label, others]).toEqual(['No discount', []]);
    expect(await account.sendOffer(id, offering(3600, only?.id ?? '?'))).toMatchObject({
      kind: 'ok',
    });
  });

  it('search continues page by page to its end', async () => {
    const account = market.account({ cookies: [] });
    const ids: string[] = [];
    for (let page: string | null | undefined; page !== null; ) {
      const found: Awaited<ReturnType<typeof account.search>> = await account.search({
        words: "levi's 501",
        status: 'sold',
        page,
      });
      const { items, next } = unwrap(found);
      expect(items.every(({ availability }) => availability === 'sold')).toBe(true);
      ids.push(...items.map(({ id }) => id));
      page = next;
    }
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await journal('search')).toHaveLength(Math.ceil(ids.length / 48));
  });

  it('a bot wall is reported as blocked, after one call', async () => {
    await fault({ case: 'wall', times: -1 }, { op: 'search' });
    expect(await market.account({ cookies: [] }).search({ words: 'jeans', status: 'sold' })).toMatchObject({
      kind: 'blocked',
    });
    expect(await journal('search')).toHaveLength(1);
  });
});
