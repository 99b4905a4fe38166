import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetWork } from '#web/lib/browser/kept-choice.ts';
import { StorageInMemory } from '#web/lib/storage.fixture.ts';
import { type KeptBatch, keepBatch, keptBatch } from './kept-batch.ts';
import { batchRows, sendPrices } from './price-batch.ts';

const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ listingId: id, title: id, oldPrice: 20, newPrice: 18 }));
const none = { updated: [], failed: [], reverted: [], skipped: [] };

it('a price without a result is waiting', () => {
  expect(batchRows(items, undefined).map(({ state }) => state)).toEqual(Array(5).fill('waiting'));
  expect(batchRows(items, none).map(({ state }) => state)).toEqual(Array(5).fill('waiting'));
});

it('each price shows its latest state: undone or skipped replaces updated', () => {
  const changed = (listingId: string) => ({ listingId, oldPrice: 21, newPrice: 18 });
  const progress = {
    updated: [changed('a'), changed('c'), changed('d')],
    failed: [{ listingId: 'b', error: 'listing_not_for_sale', message: 'It was sold.' }],
    reverted: [changed('c')],
    skipped: [{ listingId: 'd', error: 'price_changed', message: 'It costs $30 now.' }],
  };
  expect(batchRows(items, progress).map(({ state, why }) => [state, why])).toEqual([
    ['updated', null],
    ['failed', 'It was sold.'],
    ['reverted', null],
    ['skipped', 'It costs $30 now.'],
    ['waiting', null],
  ]);
});

it('what the seller stopped was not changed, or is not undone', () => {
  const stopped = (listingId: string) => ({ listingId, error: 'stopped', message: 'You stopped this.' });
  const changed = { listingId: 'a', oldPrice: 21, newPrice: 18 };
  const progress = { ...none, updated: [changed], failed: [stopped('b')], skipped: [stopped('a')] };
  expect(
    batchRows(items, progress)
      .slice(0, 2)
      .map(({ state }) => state),
  ).toEqual(['updated', 'stopped']);
});

it('the old price is the one that was at the marketplace, not the one the page had loaded', () => {
  const updated = [{ listingId: 'a', oldPrice: 21, newPrice: 18 }];
  const reverted = [{ listingId: 'a', oldPrice: 18, newPrice: 21 }];
  const skipped = [{ listingId: 'a', error: 'changed_elsewhere', message: 'It costs $30 now.' }];
  for (const progress of [{ updated }, { updated, reverted }, { updated, skipped }])
    expect(batchRows(items, { ...none, ...progress })[0]).toMatchObject({ oldPrice: 21, newPrice: 18 });
});

const known = globalThis.fetch;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.fetch = known;
});

const batch: KeptBatch = {
  key: 'a'.repeat(32),
  batchId: null,
  confirmLarge: false,
  items: [{ listingId: '1', title: 'Blue jacket', oldPrice: 40, newPrice: 35 }],
};
const updated = [{ listingId: '1', oldPrice: 40, newPrice: 35 }];
const result = { message: '1 price updated.', updated, failed: [], batchId: '7' };
const stored = (state: 'running' | 'done') => ({
  ...result,
  ...(state === 'running' && { message: '0 prices updated so far, 1 to go.', updated: [] }),
  state,
  createdAt: '2026-11-26T10:00:00.000Z',
  total: 1,
  waiting: state === 'running' ? ['1'] : [],
  secondsLeft: 0,
  reverted: [],
  skipped: [],
});

it('a seller who signs in to a tab neither sees nor sends the price batch of another one, and signing out forgets it', () => {
  vi.stubGlobal('localStorage', new StorageInMemory());
  vi.stubGlobal('sessionStorage', new StorageInMemory());
  keepBatch('7', batch);
  keepBatch('8', null);
  expect([keptBatch('8'), keptBatch('7')]).toEqual([null, batch]);
  forgetWork();
  expect(keptBatch('7')).toBeNull();
  vi.unstubAllGlobals();
});

type Served = {
  has: boolean;
  lasts: number;
  used?: number;
  isWordedAnew?: boolean;
  answer?: 'plain' | 'unknown' | 'crash';
};

/**
 * Answers as the server does: it has the batch, or not, and takes ten batches in a minute. `lasts`: how long the batch runs.
 * `isWordedAnew`: the batch was sent by an earlier version of the app, in other words. `answer`: what the request is answered with.
 */
const serve = ({ has, lasts, used = 0, isWordedAnew = false, answer = 'plain' }: Served) => {
  const endsAt = Date.now() + lasts;
  const calls = { sent: 0, read: 0 };
  const reply = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const refuse = (status: number, error: string, message: string) => reply(status, { error, message });
  const isRunning = () => Date.now() < endsAt;
  globalThis.fetch = async (_, init) => {
    if (init?.method === 'POST') {
      calls.sent += 1;
      if (used + calls.sent > 10) return refuse(429, 'too_many_requests', 'You changed many prices just now.');
      if (has && isWordedAnew) return refuse(422, 'idempotency_mismatch', 'This key belongs to another update.');
      if (has && isRunning()) return refuse(409, 'in_progress', 'This update is already running.');
      if (answer === 'crash') return refuse(500, 'internal', 'Something went wrong in Hangtag. Try again.');
      return reply(200, answer === 'unknown' ? { batch: '7' } : result);
    }
    calls.read += 1;
    return has ? reply(200, stored(isRunning() ? 'running' : 'done')) : refuse(404, 'not_found', 'No.');
  };
  return calls;
};

describe('a price batch that is sent again after a reload', () => {
  it('is followed to its end, however long it runs, without using up the calls that change prices', async () => {
    const calls = serve({ has: true, lasts: 300_000 });
    const sent = sendPrices(batch);
    await vi.advanceTimersByTimeAsync(310_000);
    expect(await sent).toMatchObject(result);
    expect(calls.sent).toBe(1);
  });

  it('is followed even if the seller may change no more prices in this minute', async () => {
    serve({ has: true, lasts: 30_000, used: 10 });
    const sent = sendPrices(batch);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await sent).toMatchObject(result);
  });

  it('is followed to its end after an upgrade of the app, which words the same changes in another way', async () => {
    const calls = serve({ has: true, lasts: 30_000, isWordedAnew: true });
    const sent = sendPrices(batch);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await sent).toMatchObject(result);
    expect(calls.sent).toBe(1);
  });

  it('is followed if this page doesn’t understand the answer, or the server crashed over it', async () => {
    for (const answer of ['unknown', 'crash'] as const) {
      serve({ has: true, lasts: 0, answer });
      expect(await sendPrices(batch)).toMatchObject(result);
    }
  });

  it('is refused if the server doesn’t have it and takes no more', async () => {
    serve({ has: false, lasts: 0, used: 10 });
    await expect(sendPrices(batch)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('is sent once if the server doesn’t have it', async () => {
    const calls = serve({ has: false, lasts: 0 });
    expect(await sendPrices(batch)).toEqual(result);
    expect(calls).toEqual({ sent: 1, read: 0 });
  });
});
