import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/database.ts';
import { runLeg, shortTimes } from './run.ts';
import { seeded } from './seeded.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await freshDatabase();
});
afterAll(() => test.drop());

it('nothing is shared twice and no limit is passed while two workers are killed and frozen again and again', async () => {
  const result = await runLeg(
    {
      name: 'short',
      database: { url: test.url },
      workers: 2,
      kills: 5,
      strikes: ['kill', 'freeze'],
      sellers: 6,
      listings: 240,
      meanPauseMs: 250,
      times: shortTimes,
      restEvery: 5,
    },
    { random: seeded(7), say: () => {} },
  );
  expect(result.violations).toEqual([]);
  expect(Math.min(result.done.kill, result.done.freeze)).toBeGreaterThan(0);
  expect(result.bots).toBe(6);
  expect(result.confirmed).toBeGreaterThan(100);
  expect(result.mostUnknownPerKill).toBeLessThanOrEqual(1);
}, 120_000);
