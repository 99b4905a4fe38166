import { expect, it } from 'vitest';
import { ownDatabase } from '#tests/database.ts';
import { shortTimes } from './leg/leg.ts';
import { runLeg } from './run.ts';
import { seeded } from './seeded.ts';

const test = ownDatabase();

it('nothing is shared twice and no limit is passed while two workers are struck in every way again and again', async () => {
  const result = await runLeg(
    {
      name: 'short',
      database: { url: test.url },
      workers: 2,
      kills: 6,
      strikes: ['kill', 'freeze', 'cut', 'commits', 'sleep', 'clock'],
      inTurn: true,
      sellers: 6,
      listings: 240,
      meanPauseMs: 250,
      times: shortTimes,
      restEvery: 6,
    },
    { random: seeded(7), say: () => {} },
  );
  expect(result.violations).toEqual([]);
  expect(result.done).toEqual({
    kill: 1,
    freeze: 1,
    cut: 1,
    commits: 1,
    sleep: 1,
    clock: 1,
    roll: 0,
    database: 0,
    restart: 0,
    crash: 0,
    disk: 0,
  });
  expect(result.bots).toBe(6);
  expect(result.confirmed).toBeGreaterThan(100);
  expect(result.mostUnknownPerKill).toBeLessThanOrEqual(1);
}, 120_000);
