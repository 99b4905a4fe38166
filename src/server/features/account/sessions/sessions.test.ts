import { expect, it } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { createTouches, touchRestMs } from './sessions.ts';

/** Answers a statement only when the test calls `done` or `fail`. */
function slowDatabase() {
  const open: { ids: unknown; done: () => void; fail: (error: Error) => void }[] = [];
  const database = {
    query: (_: string, [ids]: unknown[] = []) =>
      new Promise((resolve, reject) => {
        open.push({ ids, done: () => resolve({ rows: [], count: 0 }), fail: reject });
      }),
  } as unknown as Database;
  const clock = manualClock(0);
  return { clock, open, touch: createTouches({ database, clock }), ids: () => open.map(({ ids }) => ids) };
}

const touchOf = (id: string) => ({ id, now: 1, expiresAt: 2 });

it('a session that is used is stored at once, and those of the next second go together', async () => {
  const { clock, open, touch, ids } = slowDatabase();
  const first = touch(touchOf('1'));
  expect(ids()).toEqual([['1']]);
  await Promise.all(['2', '3', '4'].map((id) => touch(touchOf(id))));
  open[0]?.done();
  await first;
  await clock.advance(999);
  expect(ids()).toEqual([['1']]);
  await clock.advance(1);
  expect(ids()).toEqual([['1'], ['2', '3', '4']]);
  open[1]?.done();
  await clock.advance(60_000);
  void touch(touchOf('5'));
  expect(ids().at(-1)).toEqual(['5']);
});

it('a database that takes longer than a second gets no second statement before it has answered the first', async () => {
  const { clock, open, touch, ids } = slowDatabase();
  const first = touch(touchOf('1'));
  for (const id of ['2', '3', '4']) {
    await touch(touchOf(id));
    await clock.advance(2_000);
  }
  expect(ids()).toEqual([['1']]);
  open[0]?.done();
  await first;
  await clock.advance(0);
  expect(ids()).toEqual([['1'], ['2', '3', '4']]);
});

it('a failed statement fails the call that waits for it, and no other', async () => {
  const { clock, open, touch, ids } = slowDatabase();
  const first = touch(touchOf('1'));
  await touch(touchOf('2'));
  open[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await clock.advance(1_000);
  open[1]?.fail(new Error('still away'));
  await clock.advance(1_000);
  void touch(touchOf('2'));
  expect(ids()).toEqual([['1'], ['2'], ['2']]);
});

it('sessions that begin together are not stored together again', () => {
  const first = 9_007_199_254_740_993n;
  const rests = Array.from({ length: 600 }, (_, n) => touchRestMs(String(first + BigInt(n))));
  expect([Math.min(...rests), Math.max(...rests)]).toEqual([60_000, 119_000]);
  for (const rest of new Set(rests)) expect(rests.filter((each) => each === rest)).toHaveLength(10);
});
