import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { queueErrors } from './queue-errors.ts';

test('an outage of the database fills the log with one readable line a minute, and says how often it was reported', () => {
  const lines: { error: { message: string; code?: string }; count?: number }[] = [];
  const log = createLog({ level: 'info', isTerminal: false, write: (line) => lines.push(JSON.parse(line)) });
  let now = 0;
  const report = queueErrors(log, () => now);
  const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  for (let poll = 0; poll < 200; poll += 1) {
    // As pg-boss reports it from a worker: a copy, which is no Error.
    report({ ...lost, message: lost.message, stack: lost.stack, queue: 'mail.send' });
    now += 400;
  }
  report(new Error('timeout expired'));
  expect(lines.map(({ error, count }) => [error.message, error.code, count])).toEqual([
    ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED', undefined],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED', 149],
    ['timeout expired', undefined, undefined],
  ]);
});
