import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sleep } from '#domain/ports/clock.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { emptyDatabase, silentLog } from '#tests/database.ts';
import { databaseClock } from './clock.ts';

const START = Date.parse('2026-03-08T06:59:00Z');

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

  /** A clock on a database with nothing but a clock, which counts time like ours does and can be set. */
  const open = async ({ isDown = false, readEveryMs = 2_000 } = {}) => {
    const state = { offset: START - performance.now(), isDown, readings: 0, tripMs: 0 };
    const query = async <R>() => {
      state.readings++;
      if (state.tripMs > 0) await new Promise((resolve) => setTimeout(resolve, state.tripMs));
      if (state.isDown) throw new Error('connection lost');
      return { rows: [{ ms: performance.now() + state.offset } as R], count: 1 };
    };
    const log = { ...silentLog, info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const clock = await databaseClock({ database: { query }, log, readEveryMs });
    clocks.push(clock);
    const runs: number[] = [];
    const now = () => clock.now() - START;
    return {
      clock,
      state,
      log,
      /** When `run` ran, since the start. */
      runs,
      run: () => runs.push(now()),
      now,
      sync: async (ms = 0) => {
        const synced = clock.sync?.();
        await pass(ms);
        await synced;
      },
    };
  };
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
  };

  test('runs a callback when it is due, not before, and once', async () => {
    const { clock, now, run, runs } = await open();
    clock.at(START + 1_000, run);
    await pass(999);
    expect(runs).toEqual([]);
    await pass(1);
    await pass(10_000);
    expect([runs, now()]).toEqual([[1_000], 11_000]);
  });

  test('runs callbacks in the order of their times, equal ones as they were scheduled, past ones after the call', async () => {
    const { clock } = await open();
    const words: string[] = [];
    for (const [word, delay] of Object.entries({ f: 300, d: 200, e: 200, c: 100, g: 5_000, a: -5_000, b: 0 })) {
      clock.at(START + delay, () => words.push(word));
    }
    expect(words).toEqual([]);
    await pass(0);
    expect(words).toEqual(['a', 'b']);
    await pass(6_000);
    expect(words.join('')).toBe('abcdefg');
  });

  test('does not run a canceled callback, and runs the others', async () => {
    const { clock } = await open();
    const ran: number[] = [];
    const all = Array.from({ length: 50 }, (_, index) => index);
    const cancels = all.map((index) => clock.at(START + ((index * 37) % 50), () => ran.push(index)));
    for (const [index, cancel] of cancels.entries()) if (index % 3 !== 0) cancel();
    cancels[1]?.();
    await pass(100);
    const kept = all.filter((index) => index % 3 === 0);
    expect(ran).toEqual(kept.sort((a, b) => ((a * 37) % 50) - ((b * 37) % 50)));
  });

  test('runs callbacks that a callback schedules, each at its own time', async () => {
    const { clock, run, runs } = await open();
    const tick = () => {
      run();
      clock.at(clock.now() + 250, tick);
    };
    clock.at(START + 250, tick);
    await pass(1_000);
    expect(runs).toEqual([250, 500, 750, 1_000]);
  });

  test('reaches a time that is further away than a timer can wait', async () => {
    // A reading every two seconds for sixty days would be 2.5 million readings.
    const { clock, run, runs } = await open({ readEveryMs: 86_400_000 });
    const sixtyDays = 60 * 86_400_000;
    clock.at(START + sixtyDays, run);
    await pass(sixtyDays - 1);
    expect(runs).toEqual([]);
    await pass(1);
    expect(runs).toEqual([sixtyDays]);
  });

  test('is not moved by the wall clock of the host', async () => {
    const { clock, now, run, runs } = await open();
    clock.at(START + 60_000, run);
    vi.setSystemTime(START + 7_200_000);
    await pass(10_000);
    expect([now(), runs]).toEqual([10_000, []]);
    vi.setSystemTime(START - 7_200_000);
    await pass(1_000);
    expect(now()).toBe(11_000);
  });

  test('follows the database forward within two seconds and runs what has become due', async () => {
    const { clock, state, now, run, runs } = await open();
    clock.at(START + 3_600_000, run);
    state.offset += 3_600_000;
    await pass(2_001);
    expect([now(), runs.length]).toEqual([3_602_001, 1]);
  });

  test('stops, and never goes back, if readings differ a little', async () => {
    const { state, now } = await open();
    await pass(1_999);
    state.offset -= 400;
    const seen = [now()];
    for (let step = 0; step < 6; step++) {
      await pass(100);
      seen.push(now());
    }
    expect(seen).toEqual([1_999, 1_999, 1_999, 1_999, 1_999, 2_099, 2_199]);
  });

  test('follows a database whose clock was set back, once, by that step', async () => {
    const { clock, state, log, now, run, runs } = await open();
    clock.at(START + 5_000, run);
    state.offset -= 3_600_000;
    await pass(2_000);
    expect(now()).toBe(2_000 - 3_600_000);
    await pass(10_000);
    expect(runs).toEqual([]);
    await pass(3_600_000);
    expect(runs).toEqual([5_000]);
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  test('continues without the database, logs that once, and follows it again later', async () => {
    const { state, log, now } = await open();
    state.isDown = true;
    await pass(60_000);
    expect([now(), log.warn.mock.calls.length]).toEqual([60_000, 1]);
    state.isDown = false;
    state.offset += 500;
    await pass(2_000);
    expect([now(), log.info.mock.calls.length]).toEqual([62_500, 1]);
  });

  test.each([60, 5_000])('is not moved by a reading that took %d ms and agrees with it', async (tripMs) => {
    const { state, now } = await open();
    state.tripMs = tripMs;
    await pass(8_000);
    expect(now()).toBe(8_000);
  });

  test('moves only as far as a reading proves', async () => {
    const { state, now, sync } = await open();
    state.tripMs = 60;
    state.offset += 10;
    await sync(60);
    expect(now()).toBe(70);
    state.tripMs = 0;
    state.offset += 500;
    await sync();
    expect(now()).toBe(570);
  });

  test('reads the time at once on request, as after the host slept', async () => {
    const { clock, state, now, run, runs, sync } = await open();
    clock.at(START + 3_600_000, run);
    state.offset += 3_600_000;
    await sync();
    expect(now()).toBe(3_600_000);
    await pass(0);
    expect(runs).toEqual([3_600_000]);
  });

  test('follows a reading that took long if the clock is off by more than that', async () => {
    const { state, now, sync } = await open();
    state.tripMs = 5_000;
    state.offset += 3_600_000;
    await sync(5_000);
    expect(now()).toBeGreaterThanOrEqual(3_600_000 + 5_000);
  });

  test('fails to start if the database does not answer', async () => {
    await expect(open({ isDown: true })).rejects.toThrow('connection lost');
  });

  test('runs the other callbacks if one throws', async () => {
    const { clock, log, run, runs } = await open();
    clock.at(START + 10, () => {
      throw new Error('broken');
    });
    clock.at(START + 10, run);
    await pass(10);
    expect([runs, log.error.mock.calls.length]).toEqual([[10], 1]);
  });

  test('runs callbacks together while very many wait, a few milliseconds late at most', async () => {
    const { clock, now, run, runs } = await open();
    const late: number[] = [];
    for (let n = 0; n < 3_000; n += 1)
      clock.at(START + 100 + n / 10, () => {
        late.push(now() - 100 - n / 10);
        run();
      });
    await pass(405);
    expect([late.length, Math.max(...late) <= 6, Math.min(...late) > -0.001]).toEqual([3_000, true, true]);
    // Of 300 ms, the first 200 have a thousand or more still waiting.
    expect(new Set(runs).size).toBeLessThan(41 + 101);
  });

  test('reads and runs nothing after it was stopped', async () => {
    const { clock, state, run, runs } = await open();
    clock.at(START + 10, run);
    clock.stop();
    await pass(10_000);
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

test('a sleep lasts as long as asked, by the clock, or until its signal aborts, and then leaves nothing to run', async () => {
  const clock = manualClock(START);
  const cancel = vi.fn();
  const done = vi.fn();
  void sleep(clock, 500).then(done);
  await clock.advance(499);
  expect(done).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(done).toHaveBeenCalledOnce();
  const abort = new AbortController();
  const aborted = sleep({ ...clock, at: () => cancel }, 500, abort.signal);
  abort.abort();
  await aborted;
  expect(cancel).toHaveBeenCalledOnce();
  await sleep(clock, 500, AbortSignal.abort());
});
