import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Queue } from '#domain/ports/queue.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { emptyDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { hurry, openJobs } from '../adapters/jobs/pg-boss.ts';
import { startMaintenance } from './start-jobs.ts';

const minute = 60_000;
let fresh: TestDatabase;
const queues: Queue[] = [];
const stops: (() => void)[] = [];
beforeAll(async () => {
  fresh = await emptyDatabase();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  await fresh.database.query('delete from pgboss.job');
});
afterAll(() => fresh.drop());

const until = (claim: () => unknown) => expect.poll(claim, { timeout: 15_000, interval: 20 });
const clock = manualClock(0);

/** Two steps that count their runs; the first fails for as long as `isBroken`, and the second ends with `sound`. */
async function begin(sound: Promise<void> = Promise.resolve()) {
  const seen = { runs: { broken: 0, sound: 0 }, failures: [] as string[], isBroken: true, isStopping: false };
  const warn = vi.fn();
  const queue = await openJobs({ url: fresh.url, database: fresh.database, log: silentLog });
  queues.push(queue);
  const maintenance = await startMaintenance({
    queue,
    clock,
    log: { warn },
    measure: { maintenanceFailed: (step) => seen.failures.push(step) },
    isStopping: () => seen.isStopping,
    steps: {
      broken: async () => {
        seen.runs.broken++;
        if (seen.isBroken) throw new Error('no partition');
      },
      sound: () => {
        seen.runs.sound++;
        return sound;
      },
    },
  });
  stops.push(maintenance.stop);
  return { seen, warn };
}

test('a step that fails is logged, counted, and tried again, and stops no other', async () => {
  const { seen, warn } = await begin();
  await until(() => seen.runs).toEqual({ broken: 1, sound: 1 });
  await hurry(fresh.database, 5 * minute);
  await until(() => seen.runs).toEqual({ broken: 2, sound: 2 });
  expect(seen.failures).toEqual(['broken', 'broken']);
  expect(warn.mock.calls.filter(([fields]) => fields.step === 'broken')).toHaveLength(2);
  seen.isBroken = false;
  await hurry(fresh.database, 5 * minute);
  await until(() => seen.runs).toEqual({ broken: 3, sound: 3 });
  expect(seen.failures).toHaveLength(2);
});

test('a step whose next run was lost is scheduled again within ten minutes', async () => {
  const { seen } = await begin();
  await until(() => seen.runs).toEqual({ broken: 1, sound: 1 });
  await fresh.database.query("delete from pgboss.job where state = 'created'");
  await clock.advance(5 * minute);
  const waiting = () => fresh.database.query("select 1 from pgboss.job where state = 'created'");
  await until(async () => (await waiting()).count).toBe(2);
  await hurry(fresh.database, 5 * minute);
  await until(() => seen.runs).toEqual({ broken: 2, sound: 2 });
});

test('a step that is still running when its next run comes is not started again, and stops no other', async () => {
  const slow = Promise.withResolvers<void>();
  const { seen } = await begin(slow.promise);
  for (let turn = 1; turn <= 3; turn += 1) {
    await until(() => seen.runs).toEqual({ broken: turn, sound: 1 });
    await hurry(fresh.database, 5 * minute);
  }
  slow.resolve();
  await until(async () => {
    await hurry(fresh.database, 5 * minute);
    return seen.runs.sound;
    // It may have run more than once since the last look.
  }).toBeGreaterThan(1);
});

test('two workers together run each step once', async () => {
  const [one, other] = [await begin(), await begin()];
  const runs = () => one.seen.runs.sound + other.seen.runs.sound;
  /** Jobs that run or may run now, and those that wait for their time. */
  const jobs = async () =>
    (
      await fresh.database.query(
        `select singleton_key as step, state, start_after > now() as waits from pgboss.job
         where state in ('created', 'active') order by 1`,
      )
    ).rows;
  const onlyWaiting = [
    { step: 'broken', state: 'created', waits: true },
    { step: 'sound', state: 'created', waits: true },
  ];
  // A worker that starts while the other's first run is being fetched may cause a second one.
  await until(runs).toBeGreaterThan(0);
  await until(jobs).toEqual(onlyWaiting);
  const before = runs();
  await clock.advance(5 * minute);
  await hurry(fresh.database, 5 * minute);
  await until(runs).toBe(before + 1);
  await until(jobs).toEqual(onlyWaiting);
  expect(runs()).toBe(before + 1);
});

test('a step that our own shutdown interrupts is not counted as failed', async () => {
  const { seen, warn } = await begin();
  await until(() => seen.runs).toEqual({ broken: 1, sound: 1 });
  await until(() => seen.failures).toHaveLength(1);
  seen.isStopping = true;
  await hurry(fresh.database, 5 * minute);
  await until(() => seen.runs.broken).toBe(2);
  // Closing waits for the step's end.
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  expect(seen.failures).toHaveLength(1);
  expect(warn).toHaveBeenCalledTimes(1);
});
