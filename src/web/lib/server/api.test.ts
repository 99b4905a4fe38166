import { expect, it } from 'vitest';
import { ApiFailure } from '#contract/failure.ts';
import { isOutage } from './api.ts';

it.each([
  ['no reply', 0, 'unknown', true],
  ['a server that stops', 503, 'shutting_down', true],
  ['a server without its database', 503, 'database_away', true],
  ['a proxy without a server', 502, 'not_json', true],
  ['a marketplace that is away', 502, 'marketplace_unavailable', false],
  ['a push service that is away', 502, 'push_unavailable', false],
  ['a worker that is away: nothing was done', 503, 'worker_away', false],
  ['a worker that stopped: it may be done', 504, 'worker_stopped', true],
  ['a server that has too much to do for this one call', 503, 'busy', false],
  ['a refusal', 429, 'too_many_requests', false],
])('%s', (_, status, code, expected) => {
  expect(isOutage(new ApiFailure('No.', { status, code }))).toBe(expected);
});
