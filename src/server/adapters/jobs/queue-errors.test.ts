import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { logQueueError } from './queue-errors.ts';

test('an outage of the database fills the log with one readable line a minute, and says how often it was reported', () => {
  const lines: { error: { message: string; code?: string }; repeats?: number }[] = [];
  let now = 0;
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLog({ level: 'info', isTerminal: false, write, now: () => now });
  const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  for (let poll = 0; poll < 200; poll += 1) {
    // As pg-boss reports it from a worker: a copy, which is no Error.
    logQueueError(log, { ...lost, message: lost.message, stack: lost.stack, queue: 'mail.send' });
    now += 400;
  }
  logQueueError(log, new Error('timeout expired'));
  expect(lines.map(({ error, repeats }) => [error.message, error.code, repeats])).toEqual([
    ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED', undefined],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED', 149],
    ['timeout expired', undefined, undefined],
  ]);
});

test('an outage that every queue reports is one line, and has no stack', () => {
  const lines: { error: { name: string; message: string }; job?: string; repeats?: number }[] = [];
  const log = createLog({ level: 'info', isTerminal: false, write: (line) => lines.push(JSON.parse(line)) });
  // pg-boss adds the queue and the worker to the message.
  const from = (queue: string, message: string) => new Error(`${message} (Queue: ${queue}, Worker: ${randomUUID()})`);
  for (const message of ['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])
    for (const queue of ['mail.send', 'push.send', 'closet.link']) logQueueError(log, from(queue, message));
  logQueueError(log, Object.assign(from('mail.send', 'No server is a primary.'), { code: 'NO_PRIMARY' }));
  expect(lines.map(({ error }) => [error.name, error.message])).toEqual([
    ['DatabaseAway', 'timeout exceeded when trying to connect'],
    ['DatabaseAway', 'Connection terminated unexpectedly'],
    ['DatabaseAway', 'No server is a primary.'],
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test('another error of a queue keeps its stack and says which queue it was', () => {
  const lines: { error: { message: string; stack?: string }; job?: string }[] = [];
  const log = createLog({ level: 'info', isTerminal: false, write: (line) => lines.push(JSON.parse(line)) });
  logQueueError(log, new Error('relation "jobs.job" does not exist (Queue: mail.send, Worker: 982ad88b-2091)'));
  expect(lines[0]).toMatchObject({ job: 'mail.send', error: { message: 'relation "jobs.job" does not exist' } });
  expect(lines[0]?.error.stack).toContain('queue-errors.test.ts');
});
