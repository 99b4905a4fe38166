import { expect, it } from 'vitest';
import { seeded } from '#domain/random/seeded.ts';
import { ownDatabase } from '#tests/database.ts';
import { runLeg } from './run.ts';

const test = ownDatabase();
const faults = ['kill-worker', 'freeze', 'cut-database', 'lost-commits', 'sleep', 'clock'];

it('nothing is shared twice and no limit is passed while two workers are struck in every way again and again', async () => {
  const result = await runLeg(
    {
      name: 'short',
      database: { url: test.url },
      workers: 2,
      webs: 0,
      // Rounds of ten seconds, so that each kind of share is under way at the first strike.
      sellers: 4,
      listings: 20,
      meanPauseMs: 500,
      limits: { every: 2, first: 50, step: 20 },
      strikes: { count: faults.length, faults, inTurn: true, leases: [1.1, 1.2], restEvery: faults.length },
    },
    { random: seeded(7), say: () => {} },
  );
  expect(result.violations).toEqual([]);
  expect(result.done).toEqual(Object.fromEntries(faults.map((name) => [name, 1])));
  expect(result.bots).toBe(4);
  expect(result.confirmed).toBeGreaterThan(100);
  expect(Math.min(...Object.values(result.kinds))).toBeGreaterThan(5);
  expect(result.mostUnknownPerKill).toBeLessThanOrEqual(1);
}, 180_000);
