import { describe, expect, it } from 'vitest';
import { openSignals } from '#server/adapters/database/signals.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { ownDatabase, silentLog } from '#tests/database.ts';
import { createHold } from './hold.ts';
import { latenessOf } from './life.ts';

const hour = 3_600_000;
const command = { via: 'command', who: 'ada' } as const;

const test = ownDatabase();

describe('a hold on its own', () => {
  const clock = manualClock(Date.parse('2026-11-21T12:00:00Z'));
  const open = async (log: Parameters<typeof createHold>[0]['log'] = silentLog) => {
    const signals = openSignals({ url: test.url, log: silentLog });
    const made = createHold({ database: test.database, clock, signals, log, isPausedBySetting: false });
    await made.open();
    return {
      ...made,
      async close() {
        await made.close();
        await signals.close();
      },
    };
  };

  it('survives a restart, ends by the clock, and counts how long it lasted', async () => {
    await test.database.query('delete from holds');
    const before = await open();
    await before.place({ reason: null, forMs: 2 * hour, by: command });
    await before.close();
    const after = await open();
    try {
      expect(after.find()).toEqual(expect.objectContaining({ until: clock.now() + 2 * hour, reason: null }));
      const since = clock.now() - hour;
      await clock.advance(hour);
      expect(await after.heldMsSince(since)).toBe(hour);
      await clock.advance(hour);
      expect(after.find()).toBeNull();
      expect(await after.read()).toBeNull();
      await clock.advance(5 * hour);
      expect(await after.heldMsSince(since)).toBe(2 * hour);
      expect(await after.release(command)).toBe(false);
      expect(await after.history()).toEqual([
        expect.objectContaining({ who: 'ada', releasedVia: 'time', releasedWho: null }),
      ]);
    } finally {
      await after.close();
    }
  });

  it('is in the log of each process, with its reason and its end', async () => {
    await test.database.query('delete from holds');
    const logged: object[] = [];
    const [one, other] = [await open(), await open({ warn: (fields, msg) => void logged.push({ ...fields, msg }) })];
    try {
      await one.place({ reason: 'Backup', forMs: 2 * hour, by: command });
      await expect.poll(() => other.find()).not.toBeNull();
      await one.release(command);
      await expect.poll(() => other.find()).toBeNull();
      expect(logged).toEqual([
        {
          kind: 'command',
          reason: 'Backup',
          until: new Date(clock.now() + 2 * hour).toISOString(),
          msg: 'All bots on hold',
        },
        { msg: 'Hold ended, bots continue' },
      ]);
    } finally {
      await one.close();
      await other.close();
    }
  });

  it('is in the log once in the process that places and releases it, although the signal comes back', async () => {
    await test.database.query('delete from holds');
    const logged: string[] = [];
    const own = await open({ warn: (_, msg) => void logged.push(msg) });
    try {
      for (let times = 0; times < 5; times += 1) {
        await own.place({ reason: null, forMs: null, by: command });
        await own.release(command);
      }
    } finally {
      await own.close();
    }
    expect(logged).toEqual(Array.from({ length: 5 }, () => ['All bots on hold', 'Hold ended, bots continue']).flat());
  });

  it('replaces the one in force, even from two places at once, and keeps the last 100', async () => {
    await test.database.query('delete from holds');
    const [one, other] = [await open(), await open()];
    try {
      // More at once would wait for connections, and one of them for too long on a busy machine.
      for (const more of Array.from({ length: 13 }, (_, n) => 8 * n))
        await Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            (n % 2 ? one : other).place({ reason: `No. ${more + n}`, forMs: null, by: command }),
          ),
        );
      const history = await one.history();
      expect(history).toHaveLength(100);
      expect(history.filter(({ releasedAt }) => releasedAt === null)).toEqual([history[0]]);
      expect(await one.release(command)).toBe(true);
      await expect.poll(() => other.find()).toBeNull();
    } finally {
      await one.close();
      await other.close();
    }
  });
});

describe('what processes count', () => {
  it.each([
    [{}, null],
    [{ 'late 10': 99, 'late 5000': 1 }, 10],
    [{ 'late 10': 98, 'late 50': 1, 'late 5000': 1 }, 50],
    [{ 'late 60000': 1 }, 60_000],
  ])('lateness of %j', (counts, expected) => {
    expect(latenessOf(new Map(Object.entries(counts)))).toBe(expected);
  });
});
