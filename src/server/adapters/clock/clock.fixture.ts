// A test suite that every clock must pass.

import { describe, expect, test } from 'vitest';
import type { Clock, Instant } from '#domain/ports/clock.ts';

/** Tests a clock. `pass` lets an amount of its time go by. */
export function clockSuite(name: string, make: () => Promise<{ clock: Clock; pass(ms: number): Promise<void> }>): void {
  describe(name, () => {
    test('shows the time that has passed', async () => {
      const { clock, pass } = await make();
      const before = clock.now();
      await pass(1_500);
      expect(clock.now()).toBe(before + 1_500);
    });

    test('runs a callback when it is due, not before', async () => {
      const { clock, pass } = await make();
      const runs: Instant[] = [];
      const due = clock.now() + 1_000;
      clock.at(due, () => runs.push(clock.now()));
      await pass(999);
      expect(runs).toEqual([]);
      await pass(1);
      expect(runs).toEqual([due]);
      await pass(10_000);
      expect(runs).toEqual([due]);
    });

    test('runs callbacks in the order of their times, and equal times in the order they were scheduled', async () => {
      const { clock, pass } = await make();
      const runs: string[] = [];
      const start = clock.now();
      for (const [word, delay] of Object.entries({ d: 300, b: 200, c: 200, a: 100, e: 5_000 })) {
        clock.at(start + delay, () => runs.push(word));
      }
      await pass(6_000);
      expect(runs.join('')).toBe('abcde');
    });

    test('runs a callback that is already due at once, but after the call has returned', async () => {
      const { clock, pass } = await make();
      const runs: string[] = [];
      clock.at(clock.now() - 5_000, () => runs.push('past'));
      clock.at(clock.now(), () => runs.push('now'));
      runs.push('returned');
      await pass(0);
      expect(runs).toEqual(['returned', 'past', 'now']);
    });

    test('does not run a canceled callback, and runs the others', async () => {
      const { clock, pass } = await make();
      const runs: number[] = [];
      const cancels = Array.from({ length: 50 }, (_, index) =>
        clock.at(clock.now() + ((index * 37) % 50), () => runs.push(index)),
      );
      for (const [index, cancel] of cancels.entries()) if (index % 3 !== 0) cancel();
      cancels[1]?.();
      await pass(100);
      const kept = Array.from({ length: 50 }, (_, index) => index).filter((index) => index % 3 === 0);
      expect(runs).toEqual(kept.sort((a, b) => ((a * 37) % 50) - ((b * 37) % 50)));
    });

    test('runs callbacks that a callback schedules, each at its own time', async () => {
      const { clock, pass } = await make();
      const start = clock.now();
      const runs: number[] = [];
      const tick = () => {
        runs.push(clock.now() - start);
        clock.at(clock.now() + 250, tick);
      };
      clock.at(start + 250, tick);
      await pass(1_000);
      expect(runs).toEqual([250, 500, 750, 1_000]);
    });

    test('reaches a time that is further away than a timer can wait', async () => {
      const { clock, pass } = await make();
      const sixtyDays = 60 * 86_400_000;
      const runs: Instant[] = [];
      const due = clock.now() + sixtyDays;
      clock.at(due, () => runs.push(clock.now()));
      await pass(sixtyDays - 1);
      expect(runs).toEqual([]);
      await pass(1);
      expect(runs).toEqual([due]);
    });
  });
}
