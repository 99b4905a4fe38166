import { expect, it } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { createTouches } from './touches.ts';

/** Answers a statement only when the test calls `done` or `fail`. */
function slowDatabase() {
  const open: { ids: unknown; done: () => void; fail: (error: Error) => void }[] = [];
  const database = {
    query: (_: string, [ids]: unknown[] = []) =>
      new Promise((resolve, reject) => {
        open.push({ ids, done: () => resolve({ rows: [], count: 0 }), fail: reject });
      }),
  } as unknown as Database;
  return { database, open };
}

const touchOf = (id: string) => ({ id, now: 1, expiresAt: 2 });
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('sessions that are used while one is stored are stored together after it', async () => {
  const { database, open } = slowDatabase();
  const touch = createTouches(database);
  const all = ['1', '2', '3', '4'].map((id) => touch(touchOf(id)));
  await settle();
  expect(open.map(({ ids }) => ids)).toEqual([['1', '2', '3', '4']]);
  const later = [touch(touchOf('5')), touch(touchOf('6'))];
  await settle();
  expect(open).toHaveLength(1);
  open[0]?.done();
  await Promise.all(all);
  await settle();
  expect(open.map(({ ids }) => ids).slice(1)).toEqual([['5', '6']]);
  open[1]?.done();
  await Promise.all(later);
});

it('a failed statement fails its own calls only', async () => {
  const { database, open } = slowDatabase();
  const touch = createTouches(database);
  const first = touch(touchOf('1'));
  await settle();
  const second = touch(touchOf('2'));
  open[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settle();
  open[1]?.done();
  await expect(second).resolves.toBeUndefined();
});
