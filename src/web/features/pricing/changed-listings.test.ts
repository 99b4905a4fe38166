import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageInMemory } from '#web/lib/storage.fixture.ts';
import { keepBatch } from './batch/kept-batch.ts';
import { followListings } from './changed-listings.ts';
import { pricingKeys } from './queries.ts';

const listings = ['listings'];
const jacket = { id: '1', price: 40, floorPrice: 30, isActive: true };
const skirt = { id: '2', price: 25, floorPrice: null, isActive: true };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', new StorageInMemory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab with advice on the jacket, in the optimizer and as an analysis, and an analysis of the skirt. */
const openTab = async () => {
  const client = new QueryClient();
  let present: object[] = [jacket, skirt];
  const read = () => client.fetchQuery({ queryKey: listings, queryFn: async () => present, staleTime: 0 });
  await read();
  client.setQueryData(pricingKeys.optimization, { result: { optimizations: [{ listingId: '1' }] } });
  client.setQueryData(pricingKeys.analysis('1'), 'advice on the jacket');
  client.setQueryData(pricingKeys.analysis('2'), 'advice on the skirt');
  const stop = followListings(client, { queryKey: listings, sellerId: '7' });
  vi.advanceTimersByTime(60_000);
  return {
    client,
    stop,
    /** The listings are read again, and are as given. */
    see: async (next: object[]) => {
      present = next;
      await read();
    },
    shown: () => [
      client.getQueryData<{ result: { optimizations: unknown[] } }>(pricingKeys.optimization)?.result.optimizations
        .length === 1,
      client.getQueryData(pricingKeys.analysis('1')) !== undefined,
      client.getQueryData(pricingKeys.analysis('2')) !== undefined,
    ],
  };
};

describe('advice in an open tab', () => {
  it.each([
    ['its floor is changed in another tab', { ...jacket, floorPrice: 38 }],
    ['its floor is removed in another tab', { ...jacket, floorPrice: null }],
    ['its cost is changed in another tab', { ...jacket, costCents: 900 }],
    ['its price is changed elsewhere', { ...jacket, price: 44 }],
    ['it is sold', { ...jacket, isActive: false }],
  ])('on a listing is dropped when %s, and that on others stays', async (_, changed) => {
    const tab = await openTab();
    await tab.see([changed, skirt]);
    expect(tab.shown()).toEqual([false, false, true]);
  });

  it('is dropped when the listing is gone', async () => {
    const tab = await openTab();
    await tab.see([skirt]);
    expect(tab.shown()).toEqual([false, false, true]);
  });

  it('stays when nothing that it depends on has changed', async () => {
    const tab = await openTab();
    await tab.see([{ ...jacket, shareCount: 12 }, skirt, { ...skirt, id: '3' }]);
    expect(tab.shown()).toEqual([true, true, true]);
  });

  it('stays when the change is one of a price batch of this tab, or its undo', async () => {
    const tab = await openTab();
    const item = { listingId: '1', title: 'Blue jacket', oldPrice: 40, newPrice: 36 };
    keepBatch('7', { key: 'a', batchId: '9', confirmLarge: false, items: [item] });
    await tab.see([{ ...jacket, price: 36 }, skirt]);
    await tab.see([jacket, skirt]);
    expect(tab.shown()).toEqual([true, true, true]);
  });

  it('stays when it was asked for again since, because it knows the change', async () => {
    const tab = await openTab();
    const reading = tab.see([{ ...jacket, floorPrice: 38 }, skirt]);
    tab.client.setQueryData(pricingKeys.analysis('1'), 'advice with the new floor');
    await reading;
    expect(tab.shown()).toEqual([false, true, true]);
  });

  it('stays on screen in an open sheet until there is a new one', async () => {
    const tab = await openTab();
    const answers: ((answer: string) => void)[] = [];
    const sheet = new QueryObserver(tab.client, {
      queryKey: pricingKeys.analysis('1'),
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
      staleTime: Number.POSITIVE_INFINITY,
    });
    const close = sheet.subscribe(() => {});
    await tab.see([{ ...jacket, floorPrice: 38 }, skirt]);
    expect(sheet.getCurrentResult()).toMatchObject({ data: 'advice on the jacket', isFetching: true });
    answers[0]?.('advice with the new floor');
    await vi.advanceTimersByTimeAsync(0);
    expect(sheet.getCurrentResult().data).toBe('advice with the new floor');
    close();
  });

  it('is no longer followed once the screen is closed', async () => {
    const tab = await openTab();
    tab.stop();
    await tab.see([{ ...jacket, floorPrice: 38 }, skirt]);
    expect(tab.shown()).toEqual([true, true, true]);
  });
});
