import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetWork } from '#web/lib/browser/kept-choice.ts';
import { StorageInMemory } from '#web/lib/storage.fixture.ts';
import { type KeptBatch, keepBatch, keptBatch } from './kept-batch.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new StorageInMemory());
  vi.stubGlobal('localStorage', new StorageInMemory());
});
afterEach(() => vi.unstubAllGlobals());

const items = [{ listingId: '1', title: 'Silk slip dress', oldPrice: 40, newPrice: 35 }];
const batch: KeptBatch = { key: 'a'.repeat(32), batchId: null, confirmLarge: false, items };

it('a seller who signs in to a tab neither sees nor sends the price batch of another one', () => {
  keepBatch('7', batch);
  expect(keptBatch('8')).toBeNull();
  expect(keptBatch('7')).toEqual(batch);
  keepBatch('8', null);
  expect(keptBatch('7')).toEqual(batch);
  keepBatch('7', null);
  expect(keptBatch('7')).toBeNull();
});

it('signing out forgets the price batch, which names listings', () => {
  keepBatch('7', batch);
  forgetWork();
  expect(keptBatch('7')).toBeNull();
});
