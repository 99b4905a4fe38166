import { expect, it } from 'vitest';
import { batchRows } from './use-price-batch.ts';

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
