import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Queue } from '#domain/ports/queue.ts';
import { openProxy, targetOf, through } from '#tests/chaos/world/proxy.ts';
import { emptyDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { hurry, openJobs } from './pg-boss.ts';

let fresh: TestDatabase;
const queues: Queue[] = [];
beforeAll(async () => {
  fresh = await emptyDatabase();
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  await fresh.database.query('delete from pgboss.job');
});
afterAll(() => fresh.drop());

async function open(log = silentLog, isStopping = () => false): Promise<Queue> {
  const queue = await openJobs({ url: fresh.url, database: fresh.database, log, isStopping });
  queues.push(queue);
  return queue;
}
const waiting = async () => {
  const { rows } = await fresh.database.query<{ data: unknown; inMs: number }>(
    `select data, round(extract(epoch from start_after - now()) * 1000)::int as "inMs" from pgboss.job where state < 'active' order by created_on, id`,
  );
  return rows;
};
/** Whose jobs of a queue are done, in order. */
async function doneBy(queue: Queue, name: 'listings.sync' | 'closet.link' | 'listings.look-again') {
  const done: string[] = [];
  await queue.work(name, async ({ userId }) => void done.push(userId));
  return done;
}
const until = (claim: () => unknown) => expect.poll(claim, { timeout: 15_000, interval: 20 });

test('gives each job to one handler of several programs, with its payload, and works off all that wait at once', async () => {
  const [first, second] = await Promise.all([open(), open()]);
  const users = Array.from({ length: 20 }, (_, n) => String(n));
  for (const userId of users) await first.put('listings.sync', { userId });
  const done = [await doneBy(first, 'listings.sync'), await doneBy(second, 'listings.sync')];
  await until(() => done.flat().sort()).toEqual(users.toSorted());
  expect(await waiting()).toEqual([]);
});

test('jobs that take long, such as reading a closet through a slow browser, keep no other waiting', async () => {
  const queue = await openJobs({ url: fresh.url, database: fresh.database, log: silentLog, longMs: 50 });
  queues.push(queue);
  const slow = Promise.withResolvers<void>();
  const done: string[] = [];
  await queue.work('listings.sync', async ({ userId }) => {
    if (userId.startsWith('slow')) await slow.promise;
    done.push(userId);
  });
  for (const n of [1, 2, 3, 4]) await queue.put('listings.sync', { userId: `slow ${n}` });
  await queue.put('listings.sync', { userId: 'honest' });
  await until(() => done).toEqual(['honest']);
  slow.resolve();
  await until(() => done.length).toBe(5);
});

test('gives up on a database that has gone silent, and works again when it is back', async () => {
  const proxy = await openProxy(targetOf(fresh.url), Math.random);
  const url = through(fresh.url, proxy.port);
  const queue = await openJobs({ url, database: fresh.database, log: silentLog, answerLimitMs: 300 });
  queues.push(queue);
  const put = () => queue.put('listings.sync', { userId: '9' });
  // As many as it has connections.
  await Promise.all([put(), put()]);
  proxy.swallow();
  const puts = await Promise.allSettled([put(), put()]);
  for (const one of puts) expect(one).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseAway' } });
  proxy.heal();
  const done = await doneBy(queue, 'listings.sync');
  await until(() => done).toEqual(['9', '9']);
  await queues.pop()?.close();
  await proxy.close();
});

test('says in one sentence that its role may create no schema', async () => {
  const other = await emptyDatabase({ max: 1 });
  const { pathname, username } = new URL(other.url);
  await other.database.query(`revoke create on database ${pathname.slice(1)} from ${username}`);
  await expect(openJobs({ url: other.url, database: other.database, log: silentLog })).rejects.toMatchObject({
    name: 'StartProblem',
    message: expect.stringContaining('The user in DATABASE_URL lacks rights in the database'),
  });
  await other.drop();
});

test('keeps one waiting job per name and key, and any number without a key', async () => {
  const queue = await open();
  for (const userId of ['1', '1', '2', '1']) await queue.put('listings.sync', { userId }, { key: userId });
  await queue.put('closet.link', { userId: '1' }, { key: '1' });
  for (let count = 0; count < 3; count++) await queue.put('bot.offers', { userId: '1' });
  expect((await waiting()).map(({ data }) => data)).toEqual(
    ['1', '2', '1', '1', '1', '1'].map((userId) => ({ userId })),
  );
  await Promise.all(Array.from({ length: 40 }, () => queue.put('listings.sync', { userId: '3' }, { key: '3' })));
  expect((await waiting()).filter(({ data }) => isDeepStrictEqual(data, { userId: '3' }))).toHaveLength(1);
  const inMs = async () => (await waiting()).at(-1)?.inMs;
  // Queued for sooner, one moves the waiting one forward, and queued for later it does not.
  await queue.put('listings.look-again', { userId: '1' }, { key: '1', delayMs: 60_000 });
  await queue.put('listings.look-again', { userId: '1' }, { key: '1', delayMs: 600_000 });
  expect(await inMs()).toBeGreaterThan(50_000);
  expect(await inMs()).toBeLessThanOrEqual(60_000);
  await queue.put('listings.look-again', { userId: '1' }, { key: '1' });
  expect(await inMs()).toBeLessThanOrEqual(0);
  expect(await waiting()).toHaveLength(8);
});

test('a key is free again as soon as its job runs', async () => {
  const queue = await open();
  const started = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await queue.work('listings.sync', () => {
    started.resolve();
    return held.promise;
  });
  await queue.put('listings.sync', { userId: '1' }, { key: '1' });
  await started.promise;
  // The delay keeps a worker of the same queue from taking the job before the test looks.
  await queue.put('listings.sync', { userId: '1' }, { key: '1', delayMs: 60_000 });
  expect(await waiting()).toHaveLength(1);
  held.resolve();
});

test('a delayed job waits for its time, which a test can move closer', async () => {
  const queue = await open();
  const done = await doneBy(queue, 'listings.look-again');
  await queue.put('listings.look-again', { userId: 'later' }, { delayMs: 3_600_000 });
  await queue.put('listings.look-again', { userId: 'now' });
  await until(() => done).toEqual(['now']);
  const hurriedAt = performance.now();
  await hurry(fresh.database, 3_600_000);
  await until(() => done).toEqual(['now', 'later']);
  // It was woken and did not wait for the next poll.
  expect(performance.now() - hurriedAt).toBeLessThan(4_000);
});

test('a job queued in a transaction exists only if that commits', async () => {
  const queue = await open();
  await fresh.database
    .transaction(async (tx) => {
      await queue.put('listings.sync', { userId: '1' }, { tx });
      throw new Error('changed my mind');
    })
    .catch(() => {});
  expect(await waiting()).toEqual([]);
  await fresh.database.transaction(async (tx) => {
    await queue.put('listings.sync', { userId: '1' }, { tx });
    expect(await waiting()).toEqual([]);
  });
  expect(await waiting()).toHaveLength(1);
});

test('a waiting job that is queued again does not run before that transaction commits', async () => {
  const queue = await open();
  await fresh.database.query('create table seen (what text)');
  await queue.put('listings.sync', { userId: '1' }, { key: '1' });
  const counts: number[] = [];
  await fresh.database.transaction(async (tx) => {
    await tx.query("insert into seen values ('news')");
    await queue.put('listings.sync', { userId: '1' }, { key: '1', tx });
    const other = await open();
    await other.work('listings.sync', async () => {
      counts.push((await fresh.database.query('select from seen')).count);
    });
    // A worker polls as soon as it starts.
    await sleep(1_500);
    expect(counts).toEqual([]);
  });
  await until(() => counts).toEqual([1]);
  await fresh.database.query('drop table seen');
});

test('a failed job is retried after a pause, and neither the queue nor the log keep more of the error than its message', async () => {
  const warn = vi.fn();
  const queue = await open({ ...silentLog, warn });
  let tries = 0;
  await queue.work('closet.link', async () => {
    tries++;
    if (tries < 3) throw Object.assign(new Error('no answer'), { secret: 'planted-secret' });
  });
  await queue.put('closet.link', { userId: '1' });
  await until(() => tries).toBe(1);
  await until(async () => (await waiting())[0]?.inMs ?? 0).toBeGreaterThan(2_000);
  const { rows } = await fresh.database.query<{ output: string }>(
    "select output::text from pgboss.job where state = 'retry'",
  );
  expect(rows[0]?.output).not.toContain('planted-secret');
  await hurry(fresh.database, 600_000);
  await until(() => tries).toBe(2);
  await until(async () => (await waiting()).length).toBe(1);
  await hurry(fresh.database, 600_000);
  await until(() => tries).toBe(3);
  await until(waiting).toEqual([]);
  expect(warn.mock.calls.filter(([, message]) => message === 'Job failed, trying again')).toHaveLength(2);
});

test('stores no part of a mail that was sent', async () => {
  const queue = await open();
  const sent: string[] = [];
  await queue.work('mail.send', async ({ text }) => {
    sent.push(text);
  });
  await queue.put('mail.send', {
    to: 'ann@example.com',
    subject: 'x',
    text: 'https://hangtag.example/auth#reset=planted',
  });
  await until(() => sent).toHaveLength(1);
  await until(async () => (await fresh.database.query('select data from pgboss.job')).rows).toEqual([{ data: {} }]);
});

test('a job of a program that was killed is tried again after half a minute, even one that may take half an hour', async () => {
  const killed = await open();
  const begun = Promise.withResolvers<void>();
  await killed.work('listings.sync', () => {
    begun.resolve();
    return new Promise(() => {});
  });
  await killed.put('listings.sync', { userId: '7' });
  await begun.promise;
  // As if it had been silent for that long, and it was time to look for such jobs, which is once a minute.
  await fresh.database.query(
    "update pgboss.job set heartbeat_on = now() - interval '31 seconds' where state = 'active'",
  );
  await fresh.database.query('update pgboss.queue set monitor_on = null');
  const other = new PgBoss({
    connectionString: fresh.url,
    schema: 'pgboss',
    schedule: false,
    supervise: false,
    max: 1,
  });
  await other.start();
  await other.supervise('listings.sync');
  await other.stop();
  const { rows } = await fresh.database.query('select state from pgboss.job');
  expect(rows).toEqual([{ state: 'retry' }]);
});

test('a stop lets a running job end, and soon gives back one that does not', async () => {
  const queue = await open();
  let isDone = false;
  const running = Promise.withResolvers<void>();
  await queue.work('listings.sync', async () => {
    running.resolve();
    await sleep(300);
    isDone = true;
  });
  await queue.put('listings.sync', { userId: '1' });
  await running.promise;
  await queue.close();
  expect(isDone).toBe(true);

  const other = await open();
  const stuck = Promise.withResolvers<void>();
  await other.work('bot.offers', () => {
    stuck.resolve();
    return new Promise(() => {});
  });
  await other.put('bot.offers', { userId: '1' });
  await stuck.promise;
  const startedAt = performance.now();
  await other.close();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const { rows } = await fresh.database.query("select state::text from pgboss.job where name = 'bot.offers'");
  expect(rows).toEqual([{ state: 'retry' }]);
});

test('a job that our own shutdown cuts off is no failure in the log, and runs again after the start', async () => {
  const log = { ...silentLog, info: vi.fn(), warn: vi.fn() };
  let isStopping = false;
  const first = await open(log, () => isStopping);
  const begun = Promise.withResolvers<void>();
  const cutOff = Promise.withResolvers<void>();
  await first.work('listings.sync', () => {
    begun.resolve();
    return cutOff.promise;
  });
  await first.put('listings.sync', { userId: '9' });
  await begun.promise;
  isStopping = true;
  await first.close();
  cutOff.reject(new Error('the pool has ended'));
  await until(() => log.info.mock.calls).toEqual([[{ job: 'listings.sync' }, 'Job stopped by shutdown']]);
  expect(log.warn).not.toHaveBeenCalled();

  const second = await open();
  const done = await doneBy(second, 'listings.sync');
  await hurry(fresh.database, 3_600_000);
  await until(() => done).toEqual(['9']);
});
