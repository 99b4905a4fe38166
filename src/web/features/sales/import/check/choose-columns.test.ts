import { beforeEach, expect, it, vi } from 'vitest';
import { guessColumns } from '#domain/sales/import/sale-columns.ts';
import { StorageInMemory } from '#web/lib/storage.fixture.ts';
import { forgetColumns, keepColumns, keptColumns } from './choose-columns.tsx';

const header = ['What', 'Got', 'When'];
const guess = guessColumns(header);

beforeEach(() => {
  vi.stubGlobal('localStorage', new StorageInMemory());
});

it('columns are remembered for files with the same header, until they are forgotten', () => {
  expect(keptColumns(header, guess)).toBeNull();
  keepColumns(header, { ...guess, title: 0, price: 1 });
  expect(keptColumns(['what', 'GOT', 'when'], guess)).toMatchObject({ title: 0, price: 1, soldOn: null });
  expect(keptColumns(['What', 'Got'], guess)).toBeNull();
  forgetColumns(header);
  expect(keptColumns(header, guess)).toBeNull();
});

it.each(['{', '7', '{"title":9}', '{"title":"0"}', '{"nonsense":1}'])('%s in the storage does no harm', (kept) => {
  keepColumns(header, guess);
  const [name = ''] = Object.keys(localStorage);
  localStorage.setItem(name, kept);
  expect(keptColumns(header, guess) ?? guess).toEqual(guess);
});
