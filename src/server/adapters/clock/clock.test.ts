import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Queryable } from '#domain/ports/database.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { emptyDatabase, silentLog } from '#tests/database.ts';
import { clockSuite } from './clock.fixture.ts';
import { databaseClock } from './clock.ts';

const START = Date.parse('2026-03-08T06:59:00Z');

/** A database with nothing but a clock, which counts time like ours does and can be set. */
function clockOnly() {
  const state = { offset: START - performance.now(), isDown: false, readings: 0, tripMs: 0 };
  const database: Queryable = {
    query: async <R>() => {
      state.readings++;
      if (state.tripMs > 0) await new Promise((resolve) => setTimeout(resolve, state.tripMs));
      if (state.isDown) throw new Error('connection lost');
      const row = { ms: performance.now() + state.offset };
      return { rows: [row as R], count: 1 };
    },
  };
  return { database, state };
}

describe('the clock of the database', () => {
  beforeEach(() =>
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance', 'Date'],
    }),
  );
  const clocks: { stop(): void }[] = [];
  afterEach(() => {
    for (const clock of clocks.splice(0)) clock.stop();
    vi.useRealTimers();
  });
  const start = async (database: Queryable, log = silentLog, readEveryMs = 2_000) => {
    const clock = await databaseClock({ database, log, readEveryMs });
    clocks.push(clock);
    return clock;
  };

  clockSuite('keeps what every clock keeps', async () => {
    const { database } = clockOnly();
    // A reading every two seconds for sixty days would be 2.5 million readings.
    const clock = await start(database, silentLog, 86_400_000);
    return {
      clock,
      async pass(ms) {
        await vi.advanceTimersByTimeAsync(ms);
        await vi.advanceTimersByTimeAsync(0);
      },
    };
  });

  test('is not moved by the wall clock of the host', async () => {
    const { database } = clockOnly();
    const clock = await start(database);
    const runs: string[] = [];
    clock.at(START + 60_000, () => runs.push('too early'));
    vi.setSystemTime(START + 7_200_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([clock.now(), runs]).toEqual([START + 10_000, []]);
    vi.setSystemTime(START - 7_200_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock.now()).toBe(START + 11_000);
  });

  test('follows the database forward within two seconds and runs what has become due', async () => {
    const { database, state } = clockOnly();
    const clock = await start(database);
    const runs: string[] = [];
    clock.at(START + 3_600_000, () => runs.push('due'));
    state.offset += 3_600_000;
    await vi.advanceTimersByTimeAsync(2_001);
    expect([clock.now(), runs]).toEqual([START + 3_602_001, ['due']]);
  });

  test('stops, and never goes back, if readings differ a little', async () => {
    const { database, state } = clockOnly();
    const clock = await start(database);
    await vi.advanceTimersByTimeAsync(1_999);
    state.offset -= 400;
    const seen = [clock.now()];
    for (let step = 0; step < 6; step++) {
      await vi.advanceTimersByTimeAsync(100);
      seen.push(clock.now());
    }
    expect(seen.map((instant) => instant - START)).toEqual([1_999, 1_999, 1_999, 1_999, 1_999, 2_099, 2_199]);
  });

  test('follows a database whose clock was set back, once, by that step', async () => {
    const { database, state } = clockOnly();
    const warn = vi.fn();
    const clock = await start(database, { ...silentLog, warn });
    const runs: number[] = [];
    clock.at(START + 5_000, () => runs.push(clock.now() - START));
    state.offset -= 3_600_000;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(clock.now()).toBe(START + 2_000 - 3_600_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(runs).toEqual([5_000]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('continues without the database, logs that once, and follows it again later', async () => {
    const { database, state } = clockOnly();
    const warn = vi.fn();
    const info = vi.fn();
    const clock = await start(database, { ...silentLog, warn, info });
    state.isDown = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([clock.now(), warn.mock.calls.length]).toEqual([START + 60_000, 1]);
    state.isDown = false;
    state.offset += 500;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([clock.now(), info.mock.calls.length]).toEqual([START + 62_500, 1]);
  });

  test.each([60, 5_000])('is not moved by a reading that took %d ms and agrees with it', async (tripMs) => {
    const { database, state } = clockOnly();
    const clock = await start(database);
    state.tripMs = tripMs;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(clock.now()).toBe(START + 8_000);
  });

  test('moves only as far as a reading proves', async () => {
    const { database, state } = clockOnly();
    const clock = await start(database);
    state.tripMs = 60;
    state.offset += 10;
    const synced = clock.sync?.();
    await vi.advanceTimersByTimeAsync(60);
    await synced;
    expect(clock.now()).toBe(START + 70);
    state.tripMs = 0;
    state.offset += 500;
    await clock.sync?.();
    expect(clock.now()).toBe(START + 570);
  });

  test('reads the time at once on request, as after the host slept', async () => {
    const { database, state } = clockOnly();
    const clock = await start(database);
    const runs: string[] = [];
    clock.at(START + 3_600_000, () => runs.push('due'));
    state.offset += 3_600_000;
    await clock.sync?.();
    expect(clock.now()).toBe(START + 3_600_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toEqual(['due']);
  });

  test('follows a reading that took long if the clock is off by more than that', async () => {
    const { database, state } = clockOnly();
    const clock = await start(database);
    state.tripMs = 5_000;
    state.offset += 3_600_000;
    const synced = clock.sync?.();
    await vi.advanceTimersByTimeAsync(5_000);
    await synced;
    expect(clock.now()).toBeGreaterThanOrEqual(START + 3_600_000 + 5_000);
  });

  test('fails to start if the database does not answer', async () => {
    const { database, state } = clockOnly();
    state.isDown = true;
    await expect(start(database)).rejects.toThrow('connection lost');
  });

  test('runs the other callbacks if one throws', async () => {
    const { database } = clockOnly();
    const error = vi.fn();
    const clock = await start(database, { ...silentLog, error });
    const runs: string[] = [];
    clock.at(START + 10, () => {
      throw new Error('broken');
    });
    clock.at(START + 10, () => runs.push('second'));
    await vi.advanceTimersByTimeAsync(10);
    expect([runs, error.mock.calls.length]).toEqual([['second'], 1]);
  });

  test('runs callbacks together while very many wait, a few milliseconds late at most', async () => {
    const { database } = clockOnly();
    const clock = await start(database);
    const late: number[] = [];
    const times = new Set<number>();
    for (let n = 0; n < 3_000; n += 1)
      clock.at(START + 100 + n / 10, () => {
        late.push(clock.now() - (START + 100 + n / 10));
        times.add(clock.now());
      });
    await vi.advanceTimersByTimeAsync(405);
    expect([late.length, Math.max(...late) <= 6, Math.min(...late) >= 0]).toEqual([3_000, true, true]);
    // Of 300 ms, the first 200 have a thousand or more still waiting.
    expect(times.size).toBeLessThan(41 + 101);
  });

  test('reads and runs nothing after it was stopped', async () => {
    const { database, state } = clockOnly();
    const clock = await start(database);
    const runs: string[] = [];
    clock.at(START + 10, () => runs.push('late'));
    clock.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([runs, state.readings]).toEqual([[], 1]);
  });
});

test('the clock of a real PostgreSQL agrees with it to half of the time that its first reading took', async () => {
  const { database, drop } = await emptyDatabase({ max: 1 });
  const askedAt = performance.now();
  const clock = await databaseClock({ database, log: silentLog });
  // Both clocks are in whole milliseconds.
  const slackMs = (performance.now() - askedAt) / 2 + 1;
  const before = clock.now();
  const { rows } = await database.query<{ at: number }>('select clock_timestamp() as at');
  const after = clock.now();
  expect(rows[0]?.at).toBeGreaterThanOrEqual(before - slackMs);
  expect(rows[0]?.at).toBeLessThanOrEqual(after + slackMs);
  clock.stop();
  await drop();
});

describe('the manual clock', () => {
  clockSuite('keeps what every clock keeps', async () => {
    const clock = manualClock(START);
    return { clock, pass: clock.advance };
  });

  test('waits for the work that a callback starts before it moves on', async () => {
    let inFlight = 0;
    const idle: (() => void)[] = [];
    const settle = async () => {
      while (inFlight > 0) await new Promise<void>((resolve) => idle.push(resolve));
    };
    const clock = manualClock(START, { settle });
    const seen: number[] = [];
    clock.at(START + 100, async () => {
      inFlight++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      seen.push(clock.now() - START);
      inFlight--;
      for (const done of idle.splice(0)) done();
    });
    await clock.advance(10_000);
    expect([seen, clock.now()]).toEqual([[100], START + 10_000]);
  });

  test('does not go back', async () => {
    const clock = manualClock(START);
    await clock.advanceTo(START - 1_000);
    expect(clock.now()).toBe(START);
  });
});
