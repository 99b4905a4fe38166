import { describe, expect, it } from 'vitest';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { ownDatabase, silentLog } from '#tests/database.ts';
import { createLimits } from './limits.ts';

const test = ownDatabase();
const clock = manualClock(Date.parse('2026-11-21T12:00:00Z'));

const bound = { most: 5, withinMs: 60_000 };
const refused = { code: 'too_many_requests' };

describe('a limit', () => {
  it('holds over several processes that ask at once', async () => {
    const other = await openPostgres({ url: test.url, log: silentLog });
    const [here, there] = [createLimits({ database: test.database, clock }), createLimits({ database: other, clock })];
    const tries = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? here : there).take('many', bound)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await other.close();
  });

  it('slides: each event frees its place when its time has passed', async () => {
    const limits = createLimits({ database: test.database, clock });
    for (let n = 0; n < 5; n++) {
      await limits.take('sliding', bound);
      await clock.advance(10_000);
    }
    await expect(limits.take('sliding', bound)).rejects.toMatchObject({ ...refused, retryAfterMs: 10_000 });
    await clock.advance(10_000);
    await limits.take('sliding', bound);
    await expect(limits.take('sliding', bound)).rejects.toMatchObject(refused);
  });

  it('counts no refused try, keys apart, and takes one back', async () => {
    const limits = createLimits({ database: test.database, clock });
    const giveBack = await limits.take('one', { most: 1, withinMs: 60_000 });
    for (let n = 0; n < 3; n++)
      await expect(limits.take('one', { most: 1, withinMs: 60_000 })).rejects.toMatchObject(refused);
    expect(await limits.count('one', 60_000)).toBe(1);
    await limits.take('another', { most: 1, withinMs: 60_000 });
    await giveBack();
    expect(await limits.count('one', 60_000)).toBe(0);
    await limits.take('one', { most: 1, withinMs: 60_000 });
  });

  it('of several keys counts all of them or none, even for callers with the same keys at once', async () => {
    const limits = createLimits({ database: test.database, clock });
    const [wide, narrow] = [
      { key: 'wide', bound },
      { key: 'narrow', bound: { most: 2, withinMs: 60_000 } },
    ];
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => limits.takeAll(n % 2 ? [wide, narrow] : [narrow, wide])),
    );
    const taken = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(taken).toHaveLength(2);
    expect([await limits.count('wide', 60_000), await limits.count('narrow', 60_000)]).toEqual([2, 2]);
    await taken[0]?.();
    expect([await limits.count('wide', 60_000), await limits.count('narrow', 60_000)]).toEqual([1, 1]);
    await limits.takeAll([wide, narrow]);
  });

  it('in a transaction is kept or taken back with it, and holds for transactions at once', async () => {
    const limits = createLimits({ database: test.database, clock });
    const take = () => test.database.transaction((tx) => limits.takeWith(tx, 'with others', bound));
    const taken = await Promise.all(Array.from({ length: 9 }, take));
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(5);
    await clock.advance(60_001);
    const undone = test.database.transaction(async (tx) => {
      await limits.takeWith(tx, 'with others', bound);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await limits.count('with others', bound.withinMs)).toBe(0);
  });

  it('keeps no key as it is, and forgets after a day', async () => {
    const limits = createLimits({ database: test.database, clock });
    await limits.take('login:ada@example.com', bound);
    const { rows } = await test.database.query<{ key: string }>('select key from rate_marks');
    expect(rows.some(({ key }) => key.includes('ada'))).toBe(false);
    await clock.advance(86_400_001);
    await limits.prune();
    expect((await test.database.query('select 1 from rate_marks')).count).toBe(0);
  });
});
