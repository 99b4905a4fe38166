import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ownDatabase } from '#tests/database.ts';
import { createLog } from '../log/log.ts';
import { createJobRuns, logQueueError } from './job-runs.ts';

const hour = 3_600_000;

const own = ownDatabase();

it('counts what processes tell: the last failure of a job, without what looks like a secret, until it succeeds', async () => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const runs = createJobRuns({ database: own.database, secrets: ['hunter2-hunter2'], now: () => now });
  const seen = async () => (await runs.list()).find(({ name }) => name === 'mail.send');
  await runs.succeeded('mail.send');
  expect(await seen()).toBeUndefined();
  await runs.failed('mail.send', new Error('smtp://bo:secret@mail refused\u001b[31m hunter2-hunter2'));
  await runs.failed('mail.send', new Error('refused again'));
  expect(await seen()).toMatchObject({ failures: 2, error: 'Error: refused again', failedAt: now, okAt: null });
  await runs.failed('mail.send', new Error('smtp://bo:secret@mail refused\u001b[31m hunter2-hunter2'));
  expect((await seen())?.error).toBe('Error: smtp://[hidden]@mail refused [31m [hidden]');
  await runs.succeeded('mail.send');
  expect(await seen()).toMatchObject({ failures: 0, okAt: now });
  now += 6 * 24 * hour;
  await runs.forgetOld();
  expect(await seen()).toBeDefined();
  now += 2 * 24 * hour;
  await runs.forgetOld();
  expect(await seen()).toBeUndefined();
});

it('an outage that every queue reports is one line, and has no stack', () => {
  const lines: { error: { name: string; message: string }; job?: string; repeats?: number }[] = [];
  const log = createLog({ level: 'info', isTerminal: false, write: (line) => lines.push(JSON.parse(line)) });
  // pg-boss adds the queue and the worker to the message.
  const from = (queue: string, message: string) => new Error(`${message} (Queue: ${queue}, Worker: ${randomUUID()})`);
  for (const message of ['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])
    for (const queue of ['mail.send', 'push.send', 'closet.link']) logQueueError(log, from(queue, message));
  logQueueError(log, Object.assign(from('mail.send', 'No server is a primary.'), { code: 'NO_PRIMARY' }));
  // As pg-boss reports it from a worker: a copy, which is no Error.
  const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  for (let poll = 0; poll < 3; poll += 1) logQueueError(log, { ...lost, message: lost.message, stack: lost.stack });
  expect(lines.map(({ error }) => [error.name, error.message])).toEqual([
    ['DatabaseAway', 'timeout exceeded when trying to connect'],
    ['DatabaseAway', 'Connection terminated unexpectedly'],
    ['DatabaseAway', 'No server is a primary.'],
    ['DatabaseAway', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

it('another error of a queue keeps its stack and says which queue it was', () => {
  const lines: { error: { message: string; stack?: string }; job?: string }[] = [];
  const log = createLog({ level: 'info', isTerminal: false, write: (line) => lines.push(JSON.parse(line)) });
  logQueueError(log, new Error('relation "jobs.job" does not exist (Queue: mail.send, Worker: 982ad88b-2091)'));
  expect(lines[0]).toMatchObject({ job: 'mail.send', error: { message: 'relation "jobs.job" does not exist' } });
  expect(lines[0]?.error.stack).toContain('job-runs.test.ts');
});
